// Ellipsoids that roll without sliding, at several step sizes, against their own equations: the
// error falls with the square of the step.

#include <gtest/gtest.h>

#include <cstdio>

#include "tests/touching/free_scene.hpp"
#include "tests/touching/rolling_equations.hpp"

namespace catena {
namespace {

Vec3<double> vec(const Eigen::Vector3d& x) {
  return {x.x(), x.y(), x.z()};
}

// Angular velocity and vertical at the time `end`, by steps of h; friction is too large to slide.
RollingState by_steps(const RollingEllipsoid& body, const Eigen::Vector3d& turn,
                      const Eigen::Vector3d& w, double h, double end) {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.setup.shape_contacts.otherwise.friction = 5.0;
  scene.setup.contact_options.step = h;
  const Eigen::Matrix3d R =
      turn.norm() > 0.0 ? Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix()
                        : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
  const Eigen::Vector3d n = R.row(2).transpose(), r = body.contact(n);
  const Eigen::Matrix3d& J = body.inertia;
  const auto inertia = inertia_about_com(body.mass, vec(body.centre),
                                         {J(0, 0), J(0, 1), J(0, 2), J(1, 1), J(1, 2), J(2, 2)});
  scene.add(ellipsoid_shape(vec(body.half_axes)), inertia, {0, 0, -r.dot(n)}, vec(turn), vec(w),
            vec(-w.cross(r)));
  FreeRun run(scene.finish());
  run.to(end);
  const Eigen::VectorXd &q = run.simulation.state().q, &v = run.simulation.state().v;
  RollingState y;
  y << v.head<3>(),
      Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix().row(2).transpose();
  return y;
}

// Errors at h, h/2 and h/4.
std::array<double, 3> errors(const char* name, const RollingEllipsoid& body,
                             const Eigen::Vector3d& turn, const Eigen::Vector3d& w, double h,
                             double end) {
  RollingState known;
  const Eigen::Matrix3d R =
      turn.norm() > 0.0 ? Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix()
                        : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
  known << w, R.row(2).transpose();
  const int steps = static_cast<int>(std::lround(end / 1e-4));
  body.advance(known, end / steps, steps);
  std::array<double, 3> off{};
  for (std::size_t k = 0; k < off.size(); ++k)
    off[k] = (by_steps(body, turn, w, std::ldexp(h, -static_cast<int>(k)), end) - known).norm();
  std::printf("[ measured ] %s, steps of %g s, halves, quarters: off by %.2e, %.2e, %.2e\n", name,
              h, off[0], off[1], off[2]);
  return off;
}

TEST(RollingEllipsoids, ConvergeWithTheSquareOfTheStep) {
  RollingEllipsoid body{{0.1, 0.15, 0.2}, {0, 0, 0}, {}};
  const Eigen::Vector3d s = body.half_axes.cwiseAbs2();
  body.inertia = (0.2 * Eigen::Vector3d(s.y() + s.z(), s.x() + s.z(), s.x() + s.y())).asDiagonal();
  const auto off = errors("ellipsoid", body, {0.3, 0.4, 0.1}, {1, 2, 3}, 1e-3, 0.5);
  EXPECT_LT(off[0], 2e-4);
  EXPECT_GT(off[0], 3.6 * off[1]);
  EXPECT_GT(off[1], 3.6 * off[2]);
}

TEST(RollingEllipsoids, RattlebacksConvergeWithTheSquareOfTheStep) {
  const auto off = errors("rattleback", rattleback(), {0, 0.0175, 0}, {0, 0, -2}, 1e-4, 0.25);
  EXPECT_LT(off[0], 1e-3);
  EXPECT_GT(off[0], 3.6 * off[1]);
  EXPECT_GT(off[1], 3.6 * off[2]);
}

}  // namespace
}  // namespace catena
