#pragma once
// The file that a hull or a mesh was read from.

#include <array>
#include <string>

namespace catena {

struct ShapeSource {
  std::string path;
  std::array<double, 3> scale{1.0, 1.0, 1.0};  // along x, y, z
  std::string unit = "m";                      // of the file's numbers
  friend bool operator==(const ShapeSource&, const ShapeSource&) = default;
};

}  // namespace catena
