#include "catena/sim/recording_row.hpp"

#include <algorithm>
#include <cmath>

#include "catena/dynamics/rnea.hpp"
#include "catena/math/quaternion.hpp"

namespace catena {

namespace {

constexpr const char* wrench_parts[] = {".mx", ".my", ".mz", ".fx", ".fy", ".fz"};

constexpr const char* pose_parts[] = {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"};

using Names = std::vector<std::string>;

// `names` has coordinate_name() and configuration_name(): a model, or loops with their tree.
template <class Source>
void add_coordinates(const Source& names, const RecordOptions& options, Names& columns) {
  for (int i = 0; options.q && i < names.nq(); ++i)
    columns.push_back("q." + names.configuration_name(i));
  const auto add = [&](bool wanted, const char* prefix) {
    for (int k = 0; wanted && k < names.nv(); ++k)
      columns.push_back(prefix + names.coordinate_name(k));
  };
  add(options.v, "v.");
  add(options.a, "a.");
  add(options.tau, "tau.");
}

void add_wrenches(const Model& model, const Loops* loops, Names& columns) {
  const auto add = [&](const std::string& joint) {
    for (const char* part : wrench_parts) columns.push_back("f." + joint + part);
  };
  for (int b = 1; b < model.body_count(); ++b)
    add(model.joint(model.body(BodyId{b}).inboard_joint).spec.name);
  if (loops == nullptr) return;
  for (const LoopJoint& joint : loops->specs().joints) add(joint.spec.name);
}

void add_energies(const Ledger& ledger, const RecordOptions& options, Names& columns) {
  for (const char* name :
       {"kinetic", "potential", "elastic", "dissipated", "work", "impact", "balance"})
    columns.push_back(std::string("energy.") + name);
  if (!options.energy_by_source) return;
  for (const EnergySource& source : ledger.all())
    columns.push_back((source.kind == EnergyKind::Work     ? "energy.work."
                       : source.kind == EnergyKind::Stored ? "energy.stored."
                                                           : "energy.dissipated.") +
                      source.name);
}

// Whether a group's columns are wanted.
bool is_wanted(const Group& group, const RecordOptions& options) {
  const std::string_view of = group.column_group();
  return of == "contacts" ? options.contacts : of == "cables" ? options.cables : options.elements;
}

const Loops* loops_of(const Simulation& simulation) {
  const Loops* const loops = simulation.loops();
  return loops != nullptr && !loops->empty() ? loops : nullptr;
}

}  // namespace

std::vector<int> limited_coordinates(const Model& model, const Loops* loops) {
  std::vector<int> result;
  const auto add = [&](const Model& part, int first_v) {
    for (int j = 0; j < part.joint_count(); ++j) {
      const JointInfo& joint = part.joint(JointId{j});
      for (int k = 0; k < joint.nv; ++k)
        if (std::isfinite(joint.spec.position_lower[k]) ||
            std::isfinite(joint.spec.position_upper[k]))
          result.push_back(first_v + joint.v + k);
    }
  };
  add(model, 0);
  if (loops != nullptr) add(loops->links(), model.nv());
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> recording_columns(const Model& model, const Loops* loops,
                                           const MotionEquations& equations,
                                           const RecordOptions& options) {
  Names columns = {"t"};
  if (loops != nullptr)
    add_coordinates(*loops, options, columns);
  else
    add_coordinates(model, options, columns);
  if (options.limits)
    for (const int k : limited_coordinates(model, loops))
      columns.push_back("limit." +
                        (loops != nullptr ? loops->coordinate_name(k) : model.coordinate_name(k)));
  if (options.wrenches) add_wrenches(model, loops, columns);
  if (loops != nullptr) {
    for (const Rod& rod : loops->specs().rods)
      if (options.tau) columns.push_back("rod." + rod.name + ".force");
    columns.push_back("loop.error");
  }
  for (const auto& group : equations.groups())
    if (is_wanted(*group, options)) group->name_columns(columns);
  for (int b = 1; options.poses && b < model.body_count(); ++b)
    for (const char* part : pose_parts) columns.push_back("x." + model.body(BodyId{b}).name + part);
  for (const FrameId frame : options.frames)
    for (const char* axis : {".x", ".y", ".z"})
      columns.push_back("p." + model.frame(frame).name + axis);
  if (options.energy) add_energies(equations.ledger(), options, columns);
  return columns;
}

RecordingRow::RecordingRow(Simulation& simulation, const RecordOptions& options)
    : simulation_(simulation),
      model_(simulation.model()),
      loops_(loops_of(simulation)),
      options_(options),
      columns_(recording_columns(model_, loops_, simulation.observed(), options)),
      row_(columns_.size()),
      ws_(model_),
      kinematics_(model_),
      tau_(simulation.state().v.size()),
      tree_tau_(model_.nv()),
      wrenches_(static_cast<std::size_t>(model_.body_count())),
      external_(wrenches_.size(), Force<double>::zero()) {
  if (options_.limits) limited_ = limited_coordinates(model_, loops_);
}

const std::vector<double>& RecordingRow::row(const State& state) {
  simulation_.evaluate(state, evaluation_);
  tau_ = evaluation_.applied + evaluation_.reaction;
  next_ = 0;
  put(state.t);
  const auto put_all = [&](bool wanted, const Eigen::VectorXd& x) {
    if (!wanted) return;
    for (Eigen::Index i = 0; i < x.size(); ++i) put(x[i]);
  };
  put_all(options_.q, state.q);
  put_all(options_.v, state.v);
  put_all(options_.a, evaluation_.a);
  put_all(options_.tau, tau_);
  for (const int k : limited_) put(simulation_.limit_effort(state, evaluation_, k));
  if (options_.wrenches || options_.poses || !options_.frames.empty())
    kinematics_.compute(model_, In<double>(state.q.data(), model_.nq()));
  if (loops_ != nullptr) find_reactions();
  if (options_.wrenches) put_wrenches(state);
  if (loops_ != nullptr) {
    if (options_.wrenches) put_loop_wrenches();
    if (options_.tau) put_rods();
    put_loop_error(state);
  }
  put_elements(state);
  if (options_.poses) put_poses();
  for (const FrameId frame : options_.frames) {
    const Vec3<double> p = kinematics_.pose(model_, frame).translation;
    put(p.x), put(p.y), put(p.z);
  }
  if (options_.energy) put_energies(state);
  return row_;
}

void RecordingRow::put(const Force<double>& f) {
  put(f.angular.x), put(f.angular.y), put(f.angular.z);
  put(f.linear.x), put(f.linear.y), put(f.linear.z);
}

// Where some are needed: what the loops transmit at the state just evaluated.
void RecordingRow::find_reactions() {
  if (!options_.wrenches && (!options_.tau || loops_->specs().rods.empty())) return;
  multipliers_ = solver().smallest_multipliers();
}

void RecordingRow::put_wrenches(const State& state) {
  std::fill(external_.begin(), external_.end(), Force<double>::zero());
  simulation_.observed().add_body_wrenches(external_);
  if (loops_ != nullptr) {
    solver().add_body_wrenches(multipliers_, evaluation_.applied.data() + model_.nv(), external_);
  }
  const int nq = model_.nq(), nv = model_.nv();
  rnea_with_wrenches<double>(model_, In<double>(state.q.data(), nq), In<double>(state.v.data(), nv),
                             In<double>(evaluation_.a.data(), nv), tree_tau_, wrenches_, ws_,
                             external_);
  for (int b = 1; b < model_.body_count(); ++b) {
    const Mat3<double> R =
        kinematics_.pose(model_, model_.body_frame(BodyId{b})).rotation;  // body axes to world
    const Force<double>& f = wrenches_[static_cast<std::size_t>(b)];
    put(Force<double>{R * f.angular, R * f.linear});
  }
}

// On body b from body a, world axes at frame M: the constraint's part and the joint's own effort.
void RecordingRow::put_loop_wrenches() {
  const LoopSolver& loops = solver();
  for (int i = 0; i < static_cast<int>(loops_->specs().joints.size()); ++i) {
    Force<double> f = loops.wrench(i, multipliers_).wrench;
    const LoopJointState& joint = loops.geometry().joint(i);
    const int v = model_.nv() + loops_->links().joint(JointId{i}).v;
    for (int k = 0; k < joint.nv; ++k)
      f += evaluation_.applied[v + k] * joint.active[static_cast<std::size_t>(k)];
    put(f);
  }
}

// A positive multiplier pushes the ends apart; tension counts as positive.
void RecordingRow::put_rods() {
  for (std::size_t c = 0; c < loops_->closures().size(); ++c)
    if (loops_->closures()[c].kind == Closure::Kind::Rod)
      put(-multipliers_[6 * static_cast<Eigen::Index>(c)]);
}

void RecordingRow::put_elements(const State& state) {
  const MotionEquations& equations = simulation_.observed();
  const Look look = simulation_.observed().look(state);
  double* out = row_.data() + next_;
  for (const auto& group : equations.groups())
    if (is_wanted(*group, options_)) group->record(look, out);
  next_ = static_cast<std::size_t>(out - row_.data());
}

// Of the two quaternions of a rotation, the one whose w is not negative.
void RecordingRow::put_poses() {
  for (int b = 1; b < model_.body_count(); ++b) {
    const Transform<double> X = kinematics_.pose(model_, model_.body_frame(BodyId{b}));
    const Quaternion<double> q = quaternion_of(X.rotation);
    const double sign = q.w < 0.0 ? -1.0 : 1.0;
    put(X.translation.x), put(X.translation.y), put(X.translation.z);
    put(sign * q.w), put(sign * q.x), put(sign * q.y), put(sign * q.z);
  }
}

// The last of what the solver is asked for: it leaves it at rest.
void RecordingRow::put_loop_error(const State& state) {
  solver().position_errors(state.q, errors_);
  put(errors_.size() > 0 ? errors_.maxCoeff() : 0.0);
}

void RecordingRow::put_energies(const State& state) {
  energy_ = simulation_.energy(state);
  put(energy_.kinetic), put(energy_.potential), put(energy_.elastic), put(energy_.dissipated);
  put(energy_.work), put(energy_.impact), put(energy_.balance);
  if (options_.energy_by_source)
    for (Eigen::Index s = 0; s < state.spent.size(); ++s) put(state.spent[s]);
}

}  // namespace catena
