#pragma once
// Pieces that the built-in models are made of.

#include <string>

#include "catena/library/builtin_models.hpp"
#include "catena/model/model_builder.hpp"

namespace catena {

// A hinge and the uniform cylinder that it carries.
struct HingedRod {
  std::string joint, body, parent;
  Vec3<double> at;    // the joint's place in the parent's frame
  Vec3<double> axis;  // of the hinge
  Vec3<double> end;   // the cylinder reaches from the body's origin to here
  double radius, mass;
  std::array<float, 3> color = BodyShape{}.color;
};

// A uniform cylinder from the origin to `end`.
Inertia<double> rod(double mass, double radius, const Vec3<double>& end);

// The same to draw: a cylinder, or a capsule whose caps end at the origin and at `end`.
BodyShape rod_shape(double radius, const Vec3<double>& end);
BodyShape bone_shape(double radius, const Vec3<double>& end);

BodyId add_hinged_rod(ModelBuilder& builder, const HingedRod& part);

// The built-in models before build().
ModelBuilder describe_chain(int links);
ModelBuilder describe_planar_chain(int links);
ModelBuilder describe_arm();
ModelBuilder describe_quadruped();
ModelBuilder describe_humanoid();
ModelBuilder describe_hand(const HandOptions& options);
ModelBuilder describe_human_figure(const FigureOptions& options);
ModelBuilder describe_gymnast(const FigureOptions& options);

inline constexpr Vec3<double> x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

}  // namespace catena
