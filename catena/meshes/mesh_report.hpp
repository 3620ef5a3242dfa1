#pragma once
// What is wrong with a mesh, in numbers, and what follows from it.

#include <string>
#include <vector>

#include "catena/geometry/triangle_mesh.hpp"
#include "catena/meshes/weld.hpp"

namespace catena {

struct MeshReport {
  int vertices = 0, triangles = 0;  // after welding
  int parts = 0;                    // pieces that do not share a vertex
  double size = 0.0;                // m, diagonal of the box around it
  double volume = 0.0;              // m^3; 0 where it is not closed
  WeldReport welded;                // what welding did
  int against_normals = 0;          // triangles that the file's normals contradict

  int open_edges = 0;        // of one triangle only
  int unpaired_edges = 0;    // of several that do not fit each other
  int flipped = 0;           // triangles against the sense of most others of their part
  int zero_area = 0;         // triangles lower than 1e-9 of the size
  int t_junctions = 0;       // vertices in the middle of an open edge
  int self_contacts = 0;     // pairs of triangles that cross, or lie on each other
  bool all_contacts = true;  // false: there are more than were counted

  bool closed() const { return open_edges == 0 && unpaired_edges == 0; }
  // Nothing but a closed surface of triangles with area.
  bool clean() const {
    return closed() && flipped == 0 && zero_area == 0 && t_junctions == 0 && self_contacts == 0 &&
           !(volume < 0.0);
  }
  // One sentence per finding: how many, and what follows. Empty for a clean mesh.
  std::vector<std::string> remarks() const;
};

// All counts but those of welding. Takes n log n.
MeshReport check_mesh(const TriangleMesh& mesh);

}  // namespace catena
