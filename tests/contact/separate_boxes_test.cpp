// Boxes that do not touch each other: each has the forces that it has alone, and the work grows
// with their number, not with its cube.

#include <gtest/gtest.h>

#include "catena/contact/contact_forces.hpp"
#include "catena/model/model_builder.hpp"
#include "tests/support/compare.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

constexpr double box_half = 0.3, box_height = 0.2;

// Boxes of different masses on four corners each, pushed along the ground by different efforts.
struct Boxes {
  std::shared_ptr<const Loops> loops;
  std::vector<Contact> corners;
  std::vector<ContactMode> modes;
  VectorXd q, v, tau;

  explicit Boxes(int count, int first = 0) {
    ModelBuilder builder;
    q = VectorXd::Zero(7 * count);
    v = VectorXd::Zero(6 * count);
    tau = VectorXd::Zero(6 * count);
    for (int i = 0; i < count; ++i) {
      const int number = first + i;
      const BodyId body =
          builder.add_body("box" + std::to_string(number),
                           solid_box(1.0 + number, {2 * box_half, 2 * box_half, 2 * box_height}));
      builder.add_joint(free_joint("free" + std::to_string(number)), builder.world(), body);
      q[7 * i] = 1.0, q[7 * i + 6] = box_height;
      tau[6 * i + 3] = 0.5 * number;
      for (int corner = 0; corner < 4; ++corner) {
        Contact c;
        c.name = std::to_string(4 * number + corner);
        c.a = body;
        c.p_A = {corner % 2 == 0 ? box_half : -box_half, corner < 2 ? box_half : -box_half,
                 -box_height};
        corners.push_back(c);
        modes.emplace_back();
        modes.back().kind = number % 2 == 0 ? ContactMode::Kind::Stick : ContactMode::Kind::Slide;
      }
    }
    loops =
        std::make_shared<const Loops>(std::make_shared<const Model>(builder.build()), LoopSpecs{});
  }
};

struct Solved {
  VectorXd a;
  std::vector<Vec3<double>> forces;
  ContactWork work;
};

Solved solve(const Boxes& boxes) {
  LoopSolver solver(boxes.loops);
  ContactForces forces(boxes.loops, boxes.corners);
  forces.set_modes(boxes.modes);
  Solved out{VectorXd::Zero(boxes.v.size()), {}, {}};
  solver.accelerations(boxes.q, boxes.v, boxes.tau, {}, out.a);
  forces.apply(solver, out.a);
  for (std::size_t i = 0; i < boxes.corners.size(); ++i)
    out.forces.push_back(forces.world_force(static_cast<int>(i)));
  out.work = forces.work();
  return out;
}

TEST(SeparateBoxes, HaveTheForcesThatTheyHaveAlone) {
  constexpr int count = 7;
  const Solved all = solve(Boxes(count));
  WorstError force("forces of separate boxes, together and alone", 1e-13),
      acceleration("accelerations of separate boxes, together and alone", 1e-13);
  for (int i = 0; i < count; ++i) {
    const Solved alone = solve(Boxes(1, i));
    acceleration.expect((all.a.segment<6>(6 * i) - alone.a).cwiseAbs().maxCoeff());
    for (std::size_t c = 0; c < 4; ++c)
      force.expect(norm(all.forces[4 * static_cast<std::size_t>(i) + c] - alone.forces[c]) /
                   (9.81 * (1 + i)));
  }
}

TEST(SeparateBoxes, TakeWorkInProportionToTheirNumber) {
  const ContactWork one = solve(Boxes(2)).work;  // one sticks, one slides
  EXPECT_EQ(one.visited, 3 + 1);                 // 12 and 4 forces, four at a time
  EXPECT_EQ(one.eliminated, 12 * 12 * 12 + 4 * 4 * 4);
  for (const int pairs : {5, 25, 100}) {
    const ContactWork work = solve(Boxes(2 * pairs)).work;
    EXPECT_EQ(work.visited, pairs * one.visited);
    EXPECT_EQ(work.eliminated, pairs * one.eliminated);
  }
}

// Boxes that stand on each other are one island: their work is that of one system.
TEST(SeparateBoxes, AreOneSystemWhereTheyTouch) {
  Boxes boxes(2);
  boxes.corners[4].b = boxes.corners[0].a;
  const ContactWork work = solve(boxes).work;
  EXPECT_EQ(work.eliminated, 16 * 16 * 16);
  EXPECT_EQ(work.visited, 2 * 4);
}

}  // namespace
}  // namespace catena::test
