#pragma once
// STL files, binary and ASCII.

#include <string>
#include <string_view>

#include "catena/meshes/triangle_soup.hpp"

namespace catena {

// The triangles of a file's bytes, each with three vertices of its own. `source` names it in
// messages. Throws GeometryError with file and line (or byte), what was found and what was
// expected.
TriangleSoup read_stl(std::string_view bytes, const std::string& source);

}  // namespace catena
