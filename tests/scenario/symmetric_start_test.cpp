// Loops that are assembled: a start that does not depend on the order of lines, and keeps the
// symmetry of its guesses.

#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A gymnast with both hands on a bar, from guesses at which the rows of both grips contradict each
// other.
std::string on_bar(const std::string& first, const std::string& second) {
  const auto grip = [](const std::string& side) {
    const bool left = side == "left";
    return "    - {name: " + side +
           "_grip, kind: revolute, axis: [0, 1, 0], a: {body: world, at: [0, " +
           (left ? "0.34" : "-0.34") + ", 2.6]}, b: {frame: " + side + "_hand, at: {rpy: [" +
           (left ? "-15 deg" : "15 deg") + ", 0, 0]}}}\n";
  };
  return "model:\n  builtin: gymnast\n  loops:\n" + grip(first) + grip(second) +
         "initial:\n"
         "  base: {position: [0.3, 0, 3.7], rpy: [0, 195 deg, 0], guess: true}\n"
         "  left_shoulder: {axis: [0, 1, 0], angle: 180 deg, guess: true}\n"
         "  right_shoulder: {axis: [0, 1, 0], angle: 180 deg, guess: true}\n"
         "  left_elbow: {q: 3 deg, guess: true}\n"
         "  right_elbow: {q: 3 deg, guess: true}\n"
         "  left_knee: 3 deg\n"
         "  right_knee: 3 deg\n";
}

TEST(SymmetricStart, OfTheHighBarDoesNotDependOnTheOrderOfItsGrips) {
  const WatchedRun one(on_bar("left", "right"), 0.0), other(on_bar("right", "left"), 0.0);
  const Model& model = one.simulation.model();
  const Eigen::VectorXd q = one.simulation.state().q.head(model.nq());
  EXPECT_LT((q - other.simulation.state().q.head(model.nq())).lpNorm<Eigen::Infinity>(), 1e-12);
  const auto at = [&](const char* joint, int k) {
    return q[model.joint(model.find_joint(joint)).q + k];
  };
  EXPECT_NEAR(at("left_elbow", 0), at("right_elbow", 0), 1e-12);
  const double mirrored[] = {1.0, -1.0, 1.0, -1.0};  // of a quaternion, at the plane y = 0
  for (const char* const joint : {"shoulder", "hip"})
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(at((std::string("left_") + joint).c_str(), k),
                  mirrored[k] * at((std::string("right_") + joint).c_str(), k), 1e-12);
  EXPECT_NEAR(at("base", 5), 0.0, 1e-12);
}

}  // namespace
}  // namespace catena
