#pragma once
// Engines that are not installed: what they reached beside others in one run on another machine.
// Their speed here is that of the same other engine here, times the ratio there.

#include "scene_report.hpp"

namespace catena::bench {

// Adds a result per engine and setting for each scene whose other engine has been measured.
void add_by_ratio(SceneReport& report);

}  // namespace catena::bench
