// Where a mechanism starts, and what a recording of it contains.

#include <fmt/format.h>

#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/record_columns.hpp"
#include "catena/model/configuration.hpp"

namespace catena::compiling {

namespace {

// Coordinates of the tree that are given, and not as a guess, keep their values when loops are
// closed; velocities do where they are given themselves.
void mark_given(const InitialItem& item, int first_dof, int count, SimulationSetup& setup) {
  for (int dof = first_dof; dof < first_dof + count; ++dof) {
    if (dof >= static_cast<int>(setup.given.size())) return;
    const auto k = static_cast<std::size_t>(dof);
    setup.given[k] = !item.guess;
    if (!item.v.empty()) setup.given_rates[k] = !item.guess;
  }
}

void start_joint(const InitialItem& item, const PlacedJoint& place, SimulationSetup& setup) {
  const Where at = where(item);
  const JointInfo& joint = *place.joint;
  if (joint.nv == 0)
    at.fail(fmt::format("joint '{}' is a weld and has no position; remove this", joint.spec.name));
  mark_given(item, place.v, joint.nv, setup);
  if (!item.q.empty())
    setup.q.segment(place.q, joint.nq) =
        configuration(at.at("q"), item.q, joint.spec.kind, joint.spec.custom.get());
  if (item.v.empty()) return;
  if (item.v.size() != static_cast<std::size_t>(joint.nv))
    at.at("v").fail(
        fmt::format("found {} numbers, expected a list of {} numbers", item.v.size(), joint.nv));
  setup.v.segment(place.v, joint.nv) = item.v.vector(joint.nv);
}

void start_coordinate(const InitialItem& item, const Loops& loops, SimulationSetup& setup) {
  const Where at = where(item);
  const int dof = at.located([&] { return loops.find_dof(item.name); });
  const JointInfo& joint = *joint_coordinate(loops, dof).joint;
  if (joint.nq != joint.nv)
    at.fail(
        fmt::format("the orientation of joint '{}' has no single coordinates; set the "
                    "joint as a whole",
                    joint.spec.name));
  mark_given(item, dof, 1, setup);
  if (item.q.pose || item.q.numbers.size() > 1 || item.v.size() > 1)
    at.fail("a single coordinate has only q and v, each a number");
  if (!item.q.empty()) setup.q[loops.place(dof)] = item.q.numbers[0];
  if (!item.v.empty()) setup.v[dof] = item.v[0];
}

}  // namespace

void compile_initial(const Mechanism& mechanism, SimulationSetup& setup) {
  const std::shared_ptr<const Loops> loops = all_loops(setup);
  setup.q.resize(loops->nq());
  setup.q << neutral_configuration(loops->tree()), neutral_configuration(loops->links());
  setup.v = Eigen::VectorXd::Zero(loops->nv());
  if (setup.loops)
    setup.given = setup.given_rates =
        std::vector<bool>(static_cast<std::size_t>(setup.model->nv()), false);
  // Whole joints first: a single coordinate then changes one number of them.
  for (const bool whole : {true, false})
    for (const InitialItem& item : mechanism.initial) {
      const PlacedJoint found = find_joint(*loops, item.name);
      if (whole && found.joint != nullptr) start_joint(item, found, setup);
      if (!whole && found.joint == nullptr) start_coordinate(item, *loops, setup);
    }
}

}  // namespace catena::compiling
