#pragma once
// A solid on a body: one kind of shape for drawing, mass and contact. Its mass is part of the
// body's inertia, see solid_inertia().

#include <array>
#include <string>

#include "catena/geometry/mass_properties.hpp"
#include "catena/geometry/shape.hpp"
#include "catena/spatial/transform.hpp"

namespace catena {

struct BodyShape : Shape {
  Transform<double> X_BS =
      Transform<double>::identity();              // the solid's centre and axes in the body
  std::array<float, 3> color{0.6F, 0.6F, 0.65F};  // red, green, blue, from 0 to 1
  bool drawn = true;                              // whether viewers show it
  bool touches = true;                            // whether it takes part in contact
  std::string material = {};                      // of its surface; empty: the usual one
  // The coefficient of friction across an axis of the shape, instead of that of the pair of
  // materials; negative: as there. Zero: it has no axis of its own.
  double friction_across = -1.0;
  Vec3<double> friction_axis = Vec3<double>::zero();
};

// Short ways to write them.
BodyShape box_shape(const Vec3<double>& sides,
                    const Transform<double>& X_BS = Transform<double>::identity());
BodyShape sphere_shape(double radius,
                       const Transform<double>& X_BS = Transform<double>::identity());
BodyShape cylinder_shape(double radius, double length,
                         const Transform<double>& X_BS = Transform<double>::identity());
BodyShape capsule_shape(double radius, double length,
                        const Transform<double>& X_BS = Transform<double>::identity());
BodyShape ellipsoid_shape(const Vec3<double>& half_axes,
                          const Transform<double>& X_BS = Transform<double>::identity());
BodyShape cone_shape(double radius, double length,
                     const Transform<double>& X_BS = Transform<double>::identity());
BodyShape half_space_shape(const Transform<double>& X_BS = Transform<double>::identity());
BodyShape hull_shape(std::shared_ptr<const ConvexHull> hull,
                     const Transform<double>& X_BS = Transform<double>::identity());
BodyShape mesh_shape(std::shared_ptr<const TriangleMesh> mesh,
                     const Transform<double>& X_BS = Transform<double>::identity());
BodyShape height_field_shape(std::shared_ptr<const HeightField> field,
                             const Transform<double>& X_BS = Transform<double>::identity());

// Throws ModelError unless the solid can be (see check_shape() of a Shape) and the color is in
// range.
void check_shape(const BodyShape& shape);

}  // namespace catena
