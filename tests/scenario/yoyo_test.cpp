// Drums on joints that also move count their turns.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// It falls with g/(1 + I/(m r^2)) and turns many times; its energy jumped with each half turn.
TEST(Yoyo, UnrollsItsString) {
  for (const char* const kind : {"planar", "cylindrical"}) {
    const bool planar = kind[0] == 'p';
    WatchedRun run(
        std::string("model:\n"
                    "  bodies: [{name: yoyo, inertia: {mass: 0.1, moments: [1, 5e-5, 1]}}]\n"
                    "  joints: [{name: p, kind: ") +
            kind +
            ", axis: [0, 1, 0], parent: world, child: yoyo}]\n"
            "  cables: [{name: c, route: [{body: world, at: [0.01, 0, 1]}, {body: yoyo, radius: 10 "
            "mm, axis: [0, 1, 0]}], youngs_modulus: 10 MPa, radius: 2 mm, damping: 1e4}]\n" +
            (planar ? "" : "initial: {p: {v: [60, 0]}}\n"),
        0.4);
    EXPECT_LT(run.unexplained(), 1e-9) << kind;
    if (!planar) continue;
    const double I = 5e-5, m = 0.1, r = 0.01, a = 9.81 / (1.0 + I / (m * r * r));
    const double turn = run.q(2);
    EXPECT_GT(std::abs(turn), 2.0 * std::numbers::pi);
    EXPECT_NEAR(std::abs(turn) * r, 0.5 * a * 0.16, 0.02 * 0.5 * a * 0.16);
  }
}

}  // namespace
}  // namespace catena
