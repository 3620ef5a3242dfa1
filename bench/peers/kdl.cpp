// Inverse kinematics of KDL: Levenberg-Marquardt from one start, without limits.

#include <kdl/chain.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <memory>

#include "../arm_kinematics.hpp"

namespace {

KDL::Vector vector_at(const double* x) {
  return {x[0], x[1], x[2]};
}

KDL::Frame frame_at(const double* x) {
  return {KDL::Rotation(vector_at(x), vector_at(x + 3), vector_at(x + 6)), vector_at(x + 9)};
}

// All frames but the last stand in the world's, at zero: so each hinge is its axis in the world.
KDL::Chain chain_of(const catena::bench::ArmChain& arm) {
  KDL::Chain chain;
  for (int i = 0; i < arm.count; ++i)
    chain.addSegment(KDL::Segment(KDL::Joint("", vector_at(arm.points + 3 * i),
                                             vector_at(arm.axes + 3 * i), KDL::Joint::RotAxis),
                                  i + 1 == arm.count ? frame_at(arm.end) : KDL::Frame::Identity()));
  return chain;
}

}  // namespace

extern "C" bool solve_arm(const catena::bench::ArmChain& arm, const double* pose,
                          const double* start, double tolerance, double* q) {
  static const double* made_for = nullptr;
  static std::unique_ptr<KDL::Chain> chain;
  static std::unique_ptr<KDL::ChainIkSolverPos_LMA> solver;
  if (made_for != arm.axes) {
    chain = std::make_unique<KDL::Chain>(chain_of(arm));
    // Metres and radians count alike: by itself it looks at rotations with a hundredth of that.
    const Eigen::Matrix<double, 6, 1> weights = Eigen::Matrix<double, 6, 1>::Ones();
    solver = std::make_unique<KDL::ChainIkSolverPos_LMA>(*chain, weights, tolerance, 500);
    made_for = arm.axes;
  }
  const auto count = static_cast<unsigned>(arm.count);
  KDL::JntArray from(count), found(count);
  for (unsigned i = 0; i < count; ++i) from(i) = start[i];
  const int status = solver->CartToJnt(from, frame_at(pose), found);
  for (unsigned i = 0; i < count; ++i) q[i] = found(i);
  return status >= 0;
}
