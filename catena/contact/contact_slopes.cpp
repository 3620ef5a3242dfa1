// ContactGroup: how the friction of what slides and rolls turns with the velocity, for implicit
// methods. It turns within |u| M / (mu f_n): the slower a contact slides, the stiffer that is.

#include "catena/contact/contact_group.hpp"
#include "catena/dynamics/body_forces.hpp"

namespace catena {

// The efforts of a unit along each row of friction.
struct ContactGroup::SlopeScratch {
  explicit SlopeScratch(const Model& model) : forces(model) {}

  BodyForces forces;
  Eigen::VectorXd efforts;
  Eigen::MatrixXd rows, change;
};

namespace {

// most L (1 - d d^T) L^T / speed for the direction d of a velocity u in the ball: the friction
// is `most` at this speed, and changes by minus this times the velocity.
Mat3<double> turning_of(double most, const FrictionShape& shape, const Vec3<double>& u) {
  const double speed = shape.speed(u);
  const Vec3<double> d = (1.0 / speed) * shape.velocity_in_ball(u);
  Mat3<double> out;
  for (int c = 0; c < 3; ++c) {
    Vec3<double> unit = Vec3<double>::zero();
    unit[c] = 1.0;
    Vec3<double> in_ball = shape.velocity_in_ball(unit);
    in_ball -= dot(d, in_ball) * d;
    const Vec3<double> force = shape.force_of_ball(in_ball);
    for (int r = 0; r < 3; ++r) out(r, c) = most / speed * force[r];
  }
  return out;
}

}  // namespace

void ContactGroup::add_turning(const Look& look, int i, const Mat3<double>& turning, bool rolls,
                               MotionSlopes& out) const {
  const Contact& c = contact(i);
  const ContactPlace& at = place(i);
  SlopeScratch& s = *slope_scratch_;
  const auto nv = static_cast<Eigen::Index>(look.bodies().columns().size());
  s.rows.resize(nv, 3);
  s.efforts.resize(nv);
  for (int r = 0; r < 3; ++r) {
    // Along two tangents and about the normal, or about the tangents.
    const bool moment = rolls || r == 2;
    const Vec3<double>& axis = at.axes[static_cast<std::size_t>(r == 2 ? 0 : r + 1)];
    const catena::Force<double> unit = moment ? catena::Force<double>{axis, Vec3<double>::zero()}
                                              : catena::Force<double>{Vec3<double>::zero(), axis};
    s.forces.clear();
    s.forces.add(c.a, at.p, unit);
    s.forces.add(c.b, at.p, -1.0 * unit);
    s.efforts.setZero();
    s.forces.add_efforts(look.bodies(), s.efforts);
    s.rows.col(r) = s.efforts;
  }
  s.change.resize(3, nv);
  for (int r = 0; r < 3; ++r) {
    s.change.row(r).setZero();
    for (int k = 0; k < 3; ++k) s.change.row(r) += turning(r, k) * s.rows.col(k).transpose();
  }
  out.C.topLeftCorner(nv, nv).noalias() -= s.rows * s.change;
}

void ContactGroup::add_slopes(const Look& look, MotionSlopes& out) const {
  for (int i = 0; i < count(); ++i) {
    const ContactMode& mode = forces_.modes()[static_cast<std::size_t>(i)];
    if (!mode.closed()) continue;
    const ContactPlace& at = place(i);
    const ContactMaterial& material = contact(i).material;
    const double normal = std::abs(forces_.force(i).x);
    if (!slope_scratch_ && (mode.kind == ContactMode::Kind::Slide || mode.rolling.moves))
      slope_scratch_ = std::make_shared<SlopeScratch>(look.coordinates.tree());
    const double friction = mode.slow ? material.holds() : material.friction;
    if (mode.kind == ContactMode::Kind::Slide && !mode.frozen && friction * normal > 0.0 &&
        at.sliding_speed() > 0.0)
      add_turning(look, i, turning_of(friction * normal, at.shape, at.sliding()), false, out);
    if (mode.rolling.moves && !mode.rolling.frozen && material.rolling * normal > 0.0 &&
        at.rolling_speed() > 0.0)
      add_turning(
          look, i,
          turning_of(material.rolling * normal, FrictionShape{}, {at.turning.y, at.turning.z, 0.0}),
          true, out);
  }
}

}  // namespace catena
