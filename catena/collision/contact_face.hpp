#pragma once
// The feature of a solid that faces another solid: a point, an edge or a face.

#include <cstdint>
#include <vector>

#include "catena/collision/convex.hpp"
#include "catena/spatial/transform.hpp"

namespace catena {

// Numbers of vertices, edges and faces of a solid, 28 bits.
using FeatureId = std::uint32_t;
constexpr FeatureId vertex_id(int i) {
  return static_cast<FeatureId>(i);
}
constexpr FeatureId edge_id(int i) {
  return (1U << 26) | static_cast<FeatureId>(i);
}
constexpr FeatureId face_id(int i) {
  return (2U << 26) | static_cast<FeatureId>(i);
}

// How a surface bends at a point: along the unit vector t of its tangent plane the radius of
// curvature is (first . t)^2 + (second . t)^2. Zero: an edge, or a vertex.
struct Bends {
  Vec3<double> first{0, 0, 0}, second{0, 0, 0};
  // The point is one of an ellipsoid, or of the rim of a disc, around `centre`, in the frame of the
  // solid. Half axes are those of the solid (half_axes()).
  bool is_round = false;
  Vec3<double> centre{0, 0, 0};

  double radius(const Vec3<double>& t) const {
    const double x = dot(first, t), y = dot(second, t);
    return x * x + y * y;
  }
};

// Of the ellipsoid, or of the discs that the rims of a cylinder or a cone bound; zero: it has none.
Vec3<double> half_axes(const Convex& c);

struct FacePoint {
  Vec3<double> p{0, 0, 0};
  FeatureId vertex = 0;
  FeatureId edge = 0;  // from here to the next point
  // Of meshes: inside of a plane of several triangles, so that no corner of a region is there.
  bool inner_vertex = false, inner_edge = false;
  Bends bends = {};
};

struct ContactFace {
  enum class Kind { Point, Segment, Polygon, Disc, Plane };

  Kind kind = Kind::Point;
  std::vector<FacePoint> points =
      {};                        // counter-clockwise seen from outside; of a Disc 8 of its rim
  Vec3<double> normal{0, 0, 1};  // outward; of Polygon, Disc and Plane
  FeatureId face = 0;            // the whole, as one feature
  double disc = 0.0;             // radius of a Disc
  Vec3<double> centre{0, 0, 0};  // of a Disc
  double rounding = 0.0;         // the solid goes beyond the points by this much
  bool moves = false;            // see RegionPoint
  bool is_triangle = false;      // of a mesh or a height field, with others beside it

  bool is_flat() const { return kind >= Kind::Polygon; }
  // A point without rounding; its memory is kept.
  void reset() {
    kind = Kind::Point;
    points.clear();
    face = 0;
    rounding = 0.0;
    moves = is_triangle = false;
  }
};

// The face of a solid at pose X towards the unit vector m. `kept` is the face of the last call, or
// -1: of two faces that are equally well turned towards m it is the one that stays.
void contact_face(const Convex& c, const Transform<double>& X, const Vec3<double>& m, int& kept,
                  ContactFace& out);

}  // namespace catena
