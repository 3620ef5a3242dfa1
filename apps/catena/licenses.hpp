#pragma once
// The licences of the program and of what is part of it.

#include <string>

namespace catena::app {

extern const char* const own_license;
extern const char* const third_party_licenses;  // of headers that are compiled in

// All of them, those of the packages in the viewer's page included.
std::string licenses();

}  // namespace catena::app
