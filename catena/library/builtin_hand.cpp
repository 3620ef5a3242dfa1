// The hand of Carvalho 2007, sec. 5.4. Joints and start are Table 5-III; hand_tissue.cpp has
// springs, dampers and limits. Sizes are not printed there: segment lengths and joint places are
// Buchholz, Armstrong & Goldstein 1992 (Ergonomics 35, 261-273) as fractions of hand length and
// breadth; the hand weighs 0.61 % of 75 kg (de Leva 1996, J. Biomech. 29, 1223-1230) at a density
// of 1160 kg/m^3 (Winter 2009).
//
// A right hand, palm down: x along the fingers, y towards the thumb, z out of the back. Flexion is
// positive. Coordinates of two-axis joints: sideways about z, then flexion about y. The thumb's
// first joint spreads it about z, the second lowers it about y, the others curl it under the palm.

#include <array>
#include <numbers>

#include "catena/library/builtin_models.hpp"
#include "catena/library/builtin_parts.hpp"
#include "catena/library/hand_tissue.hpp"
#include "catena/library/looks.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

constexpr double hand_length = 0.19, hand_breadth = 0.085, palm_thickness = 0.028;
constexpr double hand_mass = 0.0061 * 75.0, density = 1160.0;
constexpr double pi = std::numbers::pi;

enum class Axes { Wrist, Knuckle, Flexion, ThumbSpread, ThumbLower, ThumbCurl };

struct Bone {  // joint number = place in the table, counted from 1
  const char* joint;
  const char* body;
  const char* parent;
  Axes axes;
  double x, y;    // joint's place in the parent, in hand lengths and hand breadths
  double length;  // of the bone, in hand lengths
};
constexpr std::array<Bone, 17> bones{{
    {"wrist", "palm", "world", Axes::Wrist, 0, 0, 0.446},
    {"index.mcp", "index_proximal", "palm", Axes::Knuckle, 0.447, 0.251, 0.245},
    {"middle.mcp", "middle_proximal", "palm", Axes::Knuckle, 0.446, 0, 0.266},
    {"ring.mcp", "ring_proximal", "palm", Axes::Knuckle, 0.409, -0.206, 0.244},
    {"little.mcp", "little_proximal", "palm", Axes::Knuckle, 0.368, -0.402, 0.204},
    {"thumb.cmc1", "thumb_trapezium", "palm", Axes::ThumbSpread, 0.073, 0.196, 0.05},
    {"index.pip", "index_middle", "index_proximal", Axes::Flexion, 0.245, 0, 0.143},
    {"middle.pip", "middle_middle", "middle_proximal", Axes::Flexion, 0.266, 0, 0.170},
    {"ring.pip", "ring_middle", "ring_proximal", Axes::Flexion, 0.244, 0, 0.165},
    {"little.pip", "little_middle", "little_proximal", Axes::Flexion, 0.204, 0, 0.117},
    {"thumb.cmc2", "thumb_metacarpal", "thumb_trapezium", Axes::ThumbLower, 0.05, 0, 0.251},
    {"thumb.mcp", "thumb_proximal", "thumb_metacarpal", Axes::ThumbCurl, 0.251, 0, 0.196},
    {"index.dip", "index_distal", "index_middle", Axes::Flexion, 0.143, 0, 0.097},
    {"middle.dip", "middle_distal", "middle_middle", Axes::Flexion, 0.170, 0, 0.108},
    {"ring.dip", "ring_distal", "ring_middle", Axes::Flexion, 0.165, 0, 0.107},
    {"little.dip", "little_distal", "little_middle", Axes::Flexion, 0.117, 0, 0.093},
    {"thumb.ip", "thumb_distal", "thumb_proximal", Axes::ThumbCurl, 0.196, 0, 0.158},
}};

// Where simulations of the document start: Table 5-III; joints that are not named, at zero.
using Pair = JointTissue::Pair;
constexpr Pair start_of(std::size_t joint) {
  return joint == 0    ? Pair{pi / 32, pi / 10}
         : joint == 5  ? Pair{pi / 4}
         : joint == 10 ? Pair{pi / 3}
         : joint == 11 ? Pair{pi / 6}
                       : Pair{};
}

JointSpec joint_of(const Bone& bone) {
  const Eigen::Vector3d y = to_eigen(y_axis), z = to_eigen(z_axis);
  switch (bone.axes) {
    case Axes::Wrist:
    case Axes::Knuckle: {
      JointSpec spec = universal(bone.joint, z, y);
      spec.coordinate_names = {"abduction", "flexion"};
      return spec;
    }
    case Axes::Flexion:
    case Axes::ThumbLower:
      return revolute(bone.joint, y);
    case Axes::ThumbSpread:
      return revolute(bone.joint, z);
    case Axes::ThumbCurl:
      return revolute(bone.joint, -z);
  }
  return {};
}

Inertia<double> phalanx(const Bone& bone, double radius) {
  const double length = bone.length * hand_length;
  return rod(density * pi * radius * radius * length, radius, {length, 0, 0});
}

// A box with what the fingers leave of the hand's mass.
Inertia<double> palm(HandTissue tissue) {
  double mass = hand_mass;
  for (std::size_t i = 1; i < bones.size(); ++i)
    mass -= phalanx(bones[i], radius_of_bone(tissue, static_cast<int>(i))).mass;
  const double length = bones[0].length * hand_length;
  return Transform<double>::at({length / 2, 0, 0}) *
         solid_box(mass, {length, hand_breadth, palm_thickness});
}

// What touches. It is not drawn: looks.hpp has what is.
BodyShape shape_of(const Bone& bone, double radius) {
  const double length = bone.length * hand_length;
  BodyShape shape = bone.axes == Axes::Wrist ? box_shape({length, hand_breadth, palm_thickness},
                                                         Transform<double>::at({length / 2, 0, 0}))
                                             : bone_shape(radius, {length, 0, 0});
  shape.color = looks::skin;
  shape.drawn = false;
  return shape;
}

Eigen::VectorXd head(const Pair& values, Eigen::Index n) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), n);
}

void add_tissue(JointSpec& spec, const JointTissue& tissue, const HandOptions& options) {
  const Eigen::Index n = velocity_size(spec.kind);
  spec.damping = head(tissue.damping, n);
  if (options.damping) spec.damping.setConstant(n, *options.damping);
  if (options.tissue == HandTissue::None) return;
  if (options.springs) {
    using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    spec.stiffness = Eigen::Map<const ByRows>(tissue.stiffness.data(), n, n);
    spec.spring_rest = head(tissue.rest, n);
  }
  if (options.limits) {
    spec.position_lower = head(tissue.lower, n);
    spec.position_upper = head(tissue.upper, n);
  }
}

}  // namespace

ModelBuilder describe_hand(const HandOptions& options) {
  ModelBuilder builder;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Bone& bone = bones[i];
    JointSpec spec = joint_of(bone);
    const int number = static_cast<int>(i);
    const double radius = radius_of_bone(options.tissue, number);
    add_tissue(spec, tissue_of_joint(options.tissue, number), options);
    const BodyId body =
        builder.add_body(bone.body, i == 0 ? palm(options.tissue) : phalanx(bone, radius));
    builder.add_shape(body, shape_of(bone, radius));
    for (const BodyShape& shape : looks::hand_part(bone.body, bone.length * hand_length))
      builder.add_shape(body, shape);
    builder.add_joint(spec, builder.find_body(bone.parent), body,
                      Transform<double>::at({bone.x * hand_length, bone.y * hand_breadth, 0}));
  }
  return builder;
}

Eigen::VectorXd hand_start(const Model& hand) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(hand.nq());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const JointInfo& joint = hand.joint(hand.find_joint(bones[i].joint));
    q.segment(joint.q, joint.nq) = head(start_of(i), joint.nq);
  }
  return q;
}

}  // namespace catena
