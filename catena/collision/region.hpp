#pragma once
// Where two solids touch: contact regions as the corners of their convex hulls (Miller &
// Christensen 2003, section 3). A region consists of the points where the solids are within the
// contact distance of each other. Interior points are dropped, because the corners can carry any
// load of the region.

#include <cstdint>
#include <vector>

#include "catena/collision/contact_face.hpp"
#include "catena/collision/distance.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

enum class PointKind {
  PointOnB,  // a point (or a ball) of a against a plane that is fixed in b
  PointOnA,  // a point (or a ball) of b against a plane that is fixed in a
  EdgeEdge,  // an edge of each, which cross
  Smooth,    // two curved surfaces, or a curved one and an edge
};

struct RegionPoint {
  Vec3<double> p_a{0, 0, 0}, p_b{0, 0, 0};  // on each surface, in world axes
  Vec3<double> n{0, 0, 1};                  // from b to a, normal of the plane of this point
  double gap = 0.0;                         // n . (p_a - p_b)
  std::uint64_t feature = 0;                // the same from step to step while both features stay
  PointKind kind = PointKind::PointOnB;
  // The same fixed in each body: the point, or the centre of a ball and its radius, and n. With
  // these a point on b is at a distance of n_b . (centre of a in b - point_b) - radius_a.
  Vec3<double> point_a{0, 0, 0}, point_b{0, 0, 0};
  Vec3<double> n_a{0, 0, 1}, n_b{0, 0, 1};
  double radius_a = 0.0, radius_b = 0.0;
  // The point moves over the surface of its body as the body turns (a rim, the side of a cylinder).
  bool moves = false;
  // How the surfaces bend there beyond their radii, in world axes.
  Bends bends_a = {}, bends_b = {};
  // Of edges and sides of capsules: their directions in world axes; zero where the point is none.
  Vec3<double> along_a{0, 0, 0}, along_b{0, 0, 0};
  // Those edges are of faces that lie on each other: their crossing is on the plane of one, too.
  bool lies_flat = false;
  bool vertex_a = false,
       vertex_b = false;  // the nearest point is a vertex, or the end of a capsule
  // Of a vertex over a face: how far it is from the border of the face, m.
  double inside = infinity;
};

// A region has the points first ... first + count - 1 of its list, counter-clockwise about n.
struct Region {
  Vec3<double> n{0, 0, 1};
  int first = 0, count = 0;
};

struct RegionList {
  std::vector<Region> regions;
  std::vector<RegionPoint> points;
  bool in_order = true;  // else as they are found
  // For contacts that last over steps of any length: borders are thin, so that a feature ends where
  // it does, and the feature of nearest points says what they are of.
  bool exact = false;

  void clear() {
    regions.clear();
    points.clear();
  }
};

inline constexpr double default_contact_distance = 1e-4;  // m

// Adds the regions of a pair: none where the solids are farther apart than the contact distance,
// one for convex solids, any number for meshes. Returns the distance of the solids.
Distance add_regions(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                     const Transform<double>& X_WB, double contact_distance, PairCache& cache,
                     RegionList& out);

}  // namespace catena
