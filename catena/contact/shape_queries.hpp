#pragma once
// Queries about the shapes of a mechanism at given positions: distance of two bodies and its
// points, rays, contacts and overlaps. Nothing moves.

#include <memory>
#include <optional>
#include <vector>

#include "catena/collision/ray.hpp"
#include "catena/contact/shape_contacts.hpp"
#include "catena/dynamics/kinematics.hpp"

namespace catena {

// Two shapes that are near each other.
struct ShapeMeeting {
  BodyId a{0}, b{0};
  int shape_a = 0, shape_b = 0;     // numbers of ShapeContacts
  Distance distance = {};           // negative: how far they overlap; the normal is from b to a
  std::vector<RegionPoint> points;  // corners of the region of contact
};

struct ShapeHit {
  BodyId body{0};
  int shape = 0;
  RayHit hit = {};
};

class ShapeQueries {
 public:
  // The shapes that touch by these options; `loops` may be null. Bodies are at the neutral
  // configuration. Throws GeometryError where a shape cannot be.
  ShapeQueries(std::shared_ptr<const Model> model, const ShapeContactOptions& options,
               std::shared_ptr<const Loops> loops = nullptr);

  const ShapeContacts& shapes() const { return shapes_; }
  const Model& model() const { return *model_; }

  // Puts all bodies where the coordinates of the tree say.
  void place(In<double> q);
  // Puts one body alone somewhere, whatever its joint allows: "what if it were there?"
  void place(BodyId body, const Transform<double>& X_WB);
  const Transform<double>& pose(BodyId body) const {
    return poses_[static_cast<std::size_t>(body.index)];
  }

  // Of the nearest shapes of two bodies, with the nearest points; whether or not filters let them
  // touch. Nothing where one of them has no shape that touches.
  std::optional<ShapeMeeting> nearest(BodyId a, BodyId b) const;
  // All pairs of shapes that may touch and are no farther apart than this, m.
  std::vector<ShapeMeeting> meetings(double within) const;
  // The first shape on the ray from `origin` along `direction`; `except` lets it pass.
  std::optional<ShapeHit> cast_ray(const Vec3<double>& origin, const Vec3<double>& direction,
                                   double reach = 1e9, BodyId except = {-1}) const;
  // The box of a shape, in world axes; infinite where it has no end.
  BoundingBox bounds(int shape) const;

 private:
  Transform<double> shape_pose(int shape) const {
    return pose(shapes_.body_of(shape)) * shapes_.pose_on_body(shape);
  }

  std::shared_ptr<const Model> model_;
  ShapeContacts shapes_;
  Kinematics<double> kinematics_;
  std::vector<Transform<double>> poses_;  // per body
};

}  // namespace catena
