#pragma once
// Wavefront OBJ files: vertices and faces. Everything else in them is for drawing and is left out.

#include <string>
#include <string_view>

#include "catena/meshes/triangle_soup.hpp"

namespace catena {

// The triangles of a file's text; faces of more corners are cut into triangles. `source` names it
// in messages. Throws GeometryError with file and line, what was found and what was expected.
TriangleSoup read_obj(std::string_view text, const std::string& source);

}  // namespace catena
