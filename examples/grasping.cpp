// The program of docs/grasping.md: judges a grasp of a ball by three fingers, finds the forces that
// hold it, and says what a pair of hard fingers cannot do.

#include <cmath>
#include <cstdio>
#include <numbers>

#include "catena/grasp/closure.hpp"
#include "catena/grasp/force_plan.hpp"
#include "catena/grasp/quality.hpp"

namespace {

int failures = 0;

void expect(bool good, const char* what) {
  if (good) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}

catena::grasp::GraspContact finger(double degrees, double friction) {
  const double a = degrees * std::numbers::pi / 180.0;
  catena::grasp::GraspContact contact;
  contact.point = {std::cos(a), std::sin(a), 0.0};
  contact.normal = -contact.point;
  contact.friction = friction;
  return contact;
}

}  // namespace

int main() {
  // Three fingers on the equator of a ball with the radius 1 m.
  catena::grasp::ContactSet grasp;
  for (const double degrees : {0.0, 120.0, 240.0}) grasp.contacts.push_back(finger(degrees, 0.5));

  const catena::grasp::Closure closure = catena::grasp::force_closure(grasp);
  std::printf("%s\n", catena::grasp::explain(grasp, closure).c_str());

  // The largest ball of wrenches, true cones, with proven bounds.
  catena::grasp::QualityEvaluator evaluator;
  const catena::grasp::Quality quality = evaluator.certified(grasp);
  std::printf("eps %.9f, proven from %.9f to %.9f\n", quality.eps, quality.lower, quality.upper);

  // The smallest forces that hold 10 N: a planner keeps its last answer for the next step.
  catena::grasp::ForcePlanner planner(catena::grasp::ForceGoal::LeastMaximum);
  const Eigen::VectorXd weight = catena::grasp::wrench_at(grasp, {0, 0, 0}, {0, 0, -10});
  const catena::grasp::ForcePlan& plan = planner.plan(grasp, weight);
  std::printf("%s\n", catena::grasp::explain(grasp, plan).c_str());

  expect(closure.closed, "three fingers are closed");
  expect(quality.upper - quality.lower <= 1e-6, "bounds meet");
  expect(std::abs(plan.objective - 20.0 / 3.0) < 1e-9, "each finger presses with 20/3 N");

  // Two hard fingers hold no torque about the line through them.
  catena::grasp::ContactSet pinch;
  for (const double degrees : {0.0, 180.0}) pinch.contacts.push_back(finger(degrees, 0.5));
  const catena::grasp::Closure flat = catena::grasp::force_closure(pinch);
  std::printf("%s\n", catena::grasp::explain(pinch, flat).c_str());
  expect(!flat.closed && flat.rank == 5, "two hard fingers are not closed");
  return failures;
}
