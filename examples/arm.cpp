// The program of docs/arm.md: inverse kinematics of a Puma 560, a line of its tool, its fastest
// timing, and a simulation that follows it.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "catena/arm/line_path.hpp"
#include "catena/arm/numeric_ik.hpp"
#include "catena/arm/path_follower.hpp"
#include "catena/arm/time_optimal.hpp"
#include "catena/arm/wrist_arm.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/library/puma560.hpp"
#include "catena/sim/simulation.hpp"

using namespace catena;

int main() {
  const auto shared = std::make_shared<const Model>(puma560());
  const Model& model = *shared;
  const FrameId tool = model.find_frame("tool");
  const Eigen::VectorXd start{{-0.6, 0.9, -2.6, 0.4, 0.9, 0.2}};
  Kinematics<double> kinematics(model);
  kinematics.compute(model, start);
  const Transform<double> pose = kinematics.pose(model, tool);

  // All configurations with the tool at this pose.
  const WristArm arm(model, tool);
  const ArmSolutions all = arm.solve(pose, {-0.6, 0.9, -2.6, 0.4, 0.9, 0.2});
  for (const ArmSolution& s : all)
    std::printf("%-20s %s\n", s.branch.name().c_str(),
                s.within_limits() ? "inside its limits" : "outside");

  // One of them, without knowing what arm it is.
  NumericIk ik(model, {IkTarget::at_pose(tool, pose)});
  const IkResult& found = ik.solve(Eigen::VectorXd::Zero(6));
  std::printf("%s\n", ik.describe(found).c_str());

  // A line of 0.56 m, as fast as 98 % of the efforts allow.
  Transform<double> to = pose;
  to.translation = to.translation + Vec3<double>{0.15, 0.5, 0.2};
  const LineResult line = follow_line(model, tool, PoseLine(pose, to), start);
  std::printf("%s\n", line.describe(model).c_str());
  if (!line.followed()) return EXIT_FAILURE;
  FeedForward dynamics(model, JointFriction::of(model), start);
  const TimeOptimal plan =
      time_optimal(dynamics, *line.path, PathLimits::of(model), {.effort_share = 0.98});
  std::printf("%.3f s, some limit is reached during %.1f %% of it\n", plan.motion.duration(),
              100.0 * plan.active_share());

  // The same in a simulation, with feed-forward and feedback.
  const auto follower = std::make_shared<PathFollower>(
      shared, std::make_shared<const MotionSequence>(MotionSequence::of(plan.motion)),
      FollowerSettings{.dofs = {0, 1, 2, 3, 4, 5},
                       .kp = Eigen::VectorXd{{1e4, 1e4, 1e4, 1e3, 1e3, 1e3}},
                       .kd = Eigen::VectorXd{{400, 400, 200, 20, 20, 20}},
                       .feed_forward = true,
                       .friction = JointFriction::of(model),
                       .start = 0.0,
                       .q = start});
  SimulationSetup setup;
  setup.model = shared;
  setup.q = start;
  setup.breaks = plan.motion.knots();
  Motor motor;
  motor.name = "arm";
  motor.dofs = follower->settings().dofs;
  motor.effort = [follower](double t, In<double> q, In<double> v, Out<double> out) {
    follower->efforts(t, q, v, out);
  };
  setup.motors.push_back(motor);
  Simulation simulation(setup);
  simulation.advance(plan.motion.duration());
  kinematics.compute(model, simulation.state().q);
  const double missed = norm(kinematics.pose(model, tool).translation - to.translation);
  std::printf("at the end the tool is %.2g m from where it shall be\n", missed);
  return all.count == 8 && found.converged() && missed < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
