#pragma once
// What is wrong with a mesh, in numbers, and what follows from it.

#include <string>
#include <vector>

#include "catena/geometry/triangle_mesh.hpp"
#include "catena/meshes/weld.hpp"

namespace catena {

// Two triangles that cross, by their numbers in the file, and the middle between them.
struct MeshCrossing {
  int a = 0, b = 0;
  Vec3<double> near{0, 0, 0};  // m
};

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
  int turned = 0;            // triangles of parts that were inside out: they have been turned
  int nested = 0;            // parts inside the solid of another one
  int touching = 0;          // pairs of triangles that lie on each other back to back, or one ends
                             // at the other
  int self_contacts = 0;     // pairs of triangles that cross, or lie on each other the same way
  bool all_contacts = true;  // false: there are more than were counted
  std::vector<MeshCrossing> crossings;  // the first few of them

  bool closed() const { return open_edges == 0 && unpaired_edges == 0; }
  // Nothing but a closed surface of triangles with area.
  bool clean() const {
    return closed() && flipped == 0 && zero_area == 0 && t_junctions == 0 && self_contacts == 0 &&
           touching == 0 && nested == 0 && turned == 0 && volume > 0.0;
  }
  // Why the volume of a closed mesh counts some of it twice. Empty where it does not.
  std::string volume_fault() const;
  // One sentence per finding: how many, and what follows. Empty for a clean mesh.
  std::vector<std::string> remarks() const;
};

// All counts but those of welding and turning. Takes n log n.
MeshReport check_mesh(const TriangleMesh& mesh);

}  // namespace catena
