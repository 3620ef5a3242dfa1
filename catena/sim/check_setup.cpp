#include "catena/sim/check_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "catena/sim/switchable.hpp"
#include "catena/structure/coordinates.hpp"
#include "catena/threads/thread_team.hpp"

namespace catena {

namespace {

template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> text, Args&&... args) {
  throw std::invalid_argument("Simulation: " + fmt::format(text, std::forward<Args>(args)...));
}

// A joint of one part of the coordinates whose quaternion is zero; empty: none.
std::string zero_quaternion_of(const Model& part, const Eigen::VectorXd& q, Eigen::Index first) {
  for (int j = 0; j < part.joint_count(); ++j) {
    const JointInfo& joint = part.joint(JointId{j});
    const bool has_one =
        joint.spec.kind == JointKind::Spherical || joint.spec.kind == JointKind::Free;
    const Eigen::Index at = first + joint.q;
    if (has_one && at + 4 <= q.size() && !(q.segment<4>(at).squaredNorm() > 1e-300))
      return joint.spec.name;
  }
  return {};
}

void check_sizes(const SimulationSetup& setup, const Coordinates& coordinates) {
  const auto check = [&](const char* what, const Eigen::VectorXd& x, int of_tree, int of_all) {
    if (x.size() != 0 && x.size() != of_tree && x.size() != of_all)
      refuse("{} has {} numbers, the model needs {}", what, x.size(), of_all);
    for (Eigen::Index i = 0; i < x.size(); ++i)
      if (!std::isfinite(x[i])) refuse("{}[{}] is {}, expected a finite number", what, i, x[i]);
  };
  const int nv = coordinates.nv();
  check("q", setup.q, setup.model->nq(), coordinates.nq());
  if (const std::string joint = joint_without_orientation(coordinates, setup.q); !joint.empty())
    refuse(
        "the quaternion of joint '{}' in q is zero, expected w, x, y, z of length 1; "
        "neutral_configuration() gives a start with 1, 0, 0, 0",
        joint);
  check("v", setup.v, setup.model->nv(), nv);
  const Eigen::VectorXd& e = setup.limits.restitution;
  check("restitution", e, nv, nv);
  for (int k = 0; k < static_cast<int>(e.size()); ++k)
    if (e[k] < 0.0 || e[k] > 1.0)
      refuse("the restitution of '{}' is {}, expected 0 to 1", coordinates.name(k), e[k]);
}

void check_integrator(const IntegratorOptions& options) {
  const bool fixed = has_fixed_step(options.kind);
  if (fixed && !(options.step > 0.0 && std::isfinite(options.step)))
    refuse("the step of a method with fixed steps is {} s, expected more than 0", options.step);
  if (fixed) return;
  if (!(options.step >= 0.0)) refuse("the first step is {} s, expected 0 or more", options.step);
  if (!(options.max_step > 0.0)) refuse("max_step is {} s, expected more than 0", options.max_step);
  if (!(options.relative_tolerance > 0.0) || !(options.absolute_tolerance > 0.0))
    refuse("the tolerances are {} (relative) and {} (absolute), expected more than 0",
           options.relative_tolerance, options.absolute_tolerance);
}

void check_drives(const SimulationSetup& setup, const Coordinates& coordinates) {
  const auto in_range = [&](int dof) { return dof >= 0 && dof < coordinates.nv(); };
  for (const Motor& motor : setup.motors) {
    if (!motor.effort && !motor.make_effort)
      refuse("motor '{}' has no function that gives its effort", motor.name);
    if (!std::all_of(motor.dofs.begin(), motor.dofs.end(), in_range))
      refuse("motor '{}' acts on a coordinate that does not exist", motor.name);
    if (!motor.effort_limit.empty() && motor.effort_limit.size() != motor.dofs.size())
      refuse("motor '{}' needs one effort limit per coordinate", motor.name);
    for (const double limit : motor.effort_limit)
      if (!(limit >= 0.0)) refuse("motor '{}' has an effort limit of {}", motor.name, limit);
  }
  for (const PrescribedMotion& path : setup.prescribed) {
    if (!path.path) refuse("path '{}' has no function that gives its position", path.name);
    if (!in_range(path.dof) || coordinates.place_in_q(path.dof) < 0)
      refuse(
          "path '{}' moves a coordinate that does not exist, or one of a spherical or free joint",
          path.name);
  }
  for (const Cable& cable : setup.cables) {
    bool exists = !cable.route.empty() ||
                  (in_range(cable.joint.first_dof) && in_range(cable.joint.first_dof + 1));
    for (const CableStop& stop : cable.route)
      exists = exists && (stop.turn == -1 || in_range(stop.turn));
    if (!exists) refuse("cable '{}' uses a coordinate that does not exist", cable.name);
  }
}

// Meshes and height fields touch in any number of regions, whose corners are put together from many
// triangles: they are none of one geometry from step to step.
void check_shapes_for_events(const Model& model) {
  for (int b = 0; b < model.body_count(); ++b)
    for (const BodyShape& shape : model.shapes(BodyId{b}))
      if (shape.touches && (shape.kind == ShapeKind::Mesh || shape.kind == ShapeKind::HeightField))
        refuse(
            "body '{}' has a {} that touches, which is not for the method 'events'; use 'stepping' "
            "or 'automatic', a convex hull, or 'touches: false' for this shape",
            model.body(BodyId{b}).name,
            shape.kind == ShapeKind::Mesh ? "triangle mesh" : "height field");
}

}  // namespace

std::string joint_without_orientation(const Coordinates& coordinates, const Eigen::VectorXd& q) {
  const Model& tree = coordinates.tree();
  std::string joint = zero_quaternion_of(tree, q, 0);
  if (joint.empty() && coordinates.loops())
    joint = zero_quaternion_of(coordinates.loops()->links(), q, tree.nq());
  return joint;
}

SimulationSetup checked_setup(const SimulationSetup& setup) {
  if (!setup.model) refuse("the setup has no model");
  if (setup.loops && setup.loops->shared_tree() != setup.model)
    refuse("the loops belong to another model");
  if (!std::isfinite(setup.start_time)) refuse("the start time is {}", setup.start_time);
  if (!(setup.contact_options.rest_speed > 0.0))
    refuse("the rest speed of contacts is {} m/s, expected more than 0",
           setup.contact_options.rest_speed);
  if (!(setup.contact_options.tolerance >= 0.0) || std::isinf(setup.contact_options.tolerance))
    refuse("the tolerance of contacts is {} m, expected 0 or more",
           setup.contact_options.tolerance);
  if (const int edges = setup.contact_options.solver.edges; edges < 4 || edges > 64)
    refuse("the pyramids of contacts have {} edges, expected 4 to 64", edges);
  if (setup.contact_options.method == ContactMethod::Events &&
      setup.contact_options.solver.kind == ContactSolver::Kind::Lemke)
    throw ModelError(
        "the solver 'lemke' is one of time steps and not for the method 'events'; use 'stepping' "
        "or "
        "'automatic'");
  if (const int threads = setup.contact_options.threads; threads < 1 || threads > ThreadTeam::most)
    refuse("{} threads are asked for, expected 1 to {}: as many as the machine has free cores",
           threads, ThreadTeam::most);
  const Coordinates coordinates(setup.model, setup.loops);
  check_sizes(setup, coordinates);
  check_integrator(setup.integrator);
  check_contacts(*setup.model, setup.contacts);
  if (setup.contact_options.method == ContactMethod::Events && setup.shape_contacts.enabled)
    check_shapes_for_events(*setup.model);
  check_cables(*setup.model, setup.cables);
  check_drives(setup, coordinates);
  for (const auto& set : setup.elements) set->check(coordinates);
  for (const SwitchedElement& element : setup.off) check_switchable(element, setup);
  SimulationSetup checked = setup;
  find_turns(*checked.model, checked.cables);
  own_offsets(checked.motors);
  return checked;
}

}  // namespace catena
