// The two human figures of Nakamura & Yamane 2000. They stand upright at q = 0, arms hanging, with
// the origin of the base between the hips. All joint frames are then parallel to the world: x
// forward, y left, z up.

#include <fmt/format.h>

#include <numbers>
#include <string>
#include <utility>

#include "catena/library/builtin_parts.hpp"
#include "catena/library/human_segments.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

using human::Piece;

constexpr double largest_flexion = 150.0 * std::numbers::pi / 180.0;

struct Side {
  const char* name;
  double y;
};
constexpr Side sides[] = {{"left", 1.0}, {"right", -1.0}};

// The limbs hang along -z. Turning about -y takes that forward, as an elbow does; about +y
// backward, as a knee does. So flexion is positive in both.
constexpr Vec3<double> elbow_axis = {0, -1, 0}, knee_axis = {0, 1, 0};

// Adds links to a builder, all with the same options.
class FigureMaker {
 public:
  explicit FigureMaker(const FigureOptions& options) : options_(options) {}

  void base(const char* name, const Piece& piece) {
    builder_.add_joint(free_joint("base"), world_body, add_body(name, piece));
  }
  void ball(const std::string& joint, const std::string& body, const Piece& piece,
            const std::string& parent, const Vec3<double>& at) {
    attach(spherical(joint), body, piece, parent, at);
  }
  void hinge(const std::string& joint, const std::string& body, const Piece& piece,
             const std::string& parent, const Vec3<double>& at, const Vec3<double>& axis) {
    JointSpec spec = revolute(joint, to_eigen(axis));
    if (options_.limits) {
      spec.position_lower = Eigen::VectorXd::Zero(1);
      spec.position_upper = Eigen::VectorXd::Constant(1, largest_flexion);
    }
    attach(spec, body, piece, parent, at);
  }
  void frame(const std::string& name, const std::string& body, const Transform<double>& X_BF) {
    builder_.add_frame(name, builder_.find_body(body), X_BF);
  }
  ModelBuilder take() { return std::move(builder_); }

 private:
  BodyId add_body(const std::string& name, const Piece& piece) {
    const BodyId body = builder_.add_body(name, piece.inertia);
    for (const BodyShape& shape : piece.shapes) builder_.add_shape(body, shape);
    return body;
  }
  void attach(JointSpec spec, const std::string& body, const Piece& piece,
              const std::string& parent, const Vec3<double>& at) {
    spec.damping = Eigen::VectorXd::Constant(velocity_size(spec.kind), options_.damping);
    const BodyId child = add_body(body, piece);
    builder_.add_joint(spec, builder_.find_body(parent), child, Transform<double>::at(at));
  }

  FigureOptions options_;
  ModelBuilder builder_;
};

std::string named(const Side& side, const char* part) {
  return fmt::format("{}_{}", side.name, part);
}

// Shoulder and elbow, hip and knee: what both figures have.
void add_arm(FigureMaker& maker, const Side& side, const Piece& forearm, const char* trunk,
             double shoulder_z) {
  maker.ball(named(side, "shoulder"), named(side, "upper_arm"), human::upper_arm(), trunk,
             {0, side.y * human::shoulder_y, shoulder_z});
  maker.hinge(named(side, "elbow"), named(side, "forearm"), forearm, named(side, "upper_arm"),
              {0, 0, -human::upper_arm_length}, elbow_axis);
}
void add_leg(FigureMaker& maker, const Side& side, const Piece& shank, const char* trunk) {
  maker.ball(named(side, "hip"), named(side, "thigh"), human::thigh(), trunk,
             {0, side.y * human::hip_y, 0});
  maker.hinge(named(side, "knee"), named(side, "shank"), shank, named(side, "thigh"),
              {0, 0, -human::thigh_length}, knee_axis);
}

}  // namespace

// Fig. 16 is a picture; its text gives 17 links, 12 spherical and 4 rotational joints. Elbows and
// knees are the hinges of a body. Of the others, shoulders, wrists, hips and ankles make eight
// balls; the remaining four divide trunk and head, which makes five links there and twelve in the
// limbs.
ModelBuilder describe_human_figure(const FigureOptions& options) {
  FigureMaker maker(options);
  maker.base("pelvis", human::pelvis());
  maker.ball("waist", "abdomen", human::abdomen(), "pelvis", {0, 0, human::pelvis_length});
  maker.ball("chest", "chest", human::chest(), "abdomen", {0, 0, human::abdomen_length});
  maker.ball("neck", "neck", human::neck(), "chest", {0, 0, human::chest_length});
  maker.ball("head", "head", human::head(), "neck", {0, 0, human::neck_length});
  for (const Side& side : sides) {
    add_arm(maker, side, human::forearm(), "chest", human::shoulder_z);
    maker.ball(named(side, "wrist"), named(side, "hand"), human::hand(side.y),
               named(side, "forearm"), {0, 0, -human::forearm_length});
    add_leg(maker, side, human::shank(), "pelvis");
    maker.ball(named(side, "ankle"), named(side, "foot"), human::foot(), named(side, "shank"),
               {0, 0, -human::shank_length});
  }
  return maker.take();
}

// Fig. 19: trunk and head are one link, hands belong to the forearms and feet to the shanks.
ModelBuilder describe_gymnast(const FigureOptions& options) {
  const double chest_z = human::pelvis_length + human::abdomen_length;
  const double neck_z = chest_z + human::chest_length;
  Piece trunk = joined(human::pelvis(), human::abdomen(), {0, 0, human::pelvis_length});
  trunk = joined(trunk, human::chest(), {0, 0, chest_z});
  trunk = joined(trunk, human::neck(), {0, 0, neck_z});
  trunk = joined(trunk, human::head(), {0, 0, neck_z + human::neck_length});
  const Piece shank = joined(human::shank(), human::foot(), {0, 0, -human::shank_length});
  // At the under side of a thigh that is level: x towards the knee, y left, z up into the thigh.
  const Transform<double> seat = {{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}},
                                  {-human::thigh_radius, 0, -0.5 * human::thigh_length}};
  FigureMaker maker(options);
  maker.base("trunk", trunk);
  for (const Side& side : sides) {
    const Piece forearm =
        joined(human::forearm(), human::hand(side.y), {0, 0, -human::forearm_length});
    add_arm(maker, side, forearm, "trunk", chest_z + human::shoulder_z);
    add_leg(maker, side, shank, "trunk");
    maker.frame(named(side, "hand"), named(side, "forearm"),
                Transform<double>::at({0, 0, -human::forearm_length - human::grip_distance}));
    maker.frame(named(side, "foot"), named(side, "shank"),
                Transform<double>::at({0, 0, -human::shank_length - human::ankle_height}));
    maker.frame(named(side, "thigh_seat"), named(side, "thigh"), seat);
  }
  return maker.take();
}

}  // namespace catena
