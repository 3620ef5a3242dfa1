// Feeds arbitrary text to the reader of grasp files: whatever it is, the answer is grasps that can
// be written, read again and judged, or a ScenarioError.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "catena/scenario/grasp_file.hpp"
#include "catena/sim/grasp_analysis.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<catena::SavedGrasp> grasps;
  try {
    grasps = catena::parse_grasps(text, "fuzz.json");
  } catch (const catena::ScenarioError&) {
    return 0;
  }
  const std::string written = catena::write_grasps(grasps);
  if (catena::write_grasps(catena::parse_grasps(written, "again.json")) != written)
    __builtin_trap();
  std::size_t contacts = 0;
  for (const catena::SavedGrasp& grasp : grasps) contacts += grasp.set.contacts.size();
  if (grasps.size() > 3 || contacts > 12) return 0;  // proofs of more take long
  for (const catena::SavedGrasp& grasp : grasps) catena::grasp::force_closure(grasp.set);
  return 0;
}
