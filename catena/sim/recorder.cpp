#include "catena/sim/recorder.hpp"

#include <cmath>

#include "catena/dynamics/rnea.hpp"

namespace catena {

Recorder::Recorder(Simulation& simulation, const RecordOptions& options)
    : simulation_(simulation),
      model_(simulation.model()),
      options_(options),
      ws_(model_),
      kinematics_(model_),
      tau_(model_.nv()),
      wrenches_(static_cast<std::size_t>(model_.body_count())) {
  columns_.push_back("t");
  add_coordinate_columns();
  if (options_.wrenches) add_wrench_columns();
  for (const FrameId frame : options_.frames)
    for (const char* axis : {".x", ".y", ".z"})
      columns_.push_back("p." + model_.frame(frame).name + axis);
  if (options_.energy) add_energy_columns();
  row_.resize(columns_.size());
}

void Recorder::add_coordinate_columns() {
  if (options_.q)
    for (int i = 0; i < model_.nq(); ++i) columns_.push_back("q." + model_.configuration_name(i));
  const auto add = [&](bool wanted, const char* prefix) {
    for (int k = 0; wanted && k < model_.nv(); ++k)
      columns_.push_back(prefix + model_.coordinate_name(k));
  };
  add(options_.v, "v.");
  add(options_.a, "a.");
  add(options_.tau, "tau.");
  for (int k = 0; options_.limits && k < model_.nv(); ++k) {
    const JointInfo& joint = model_.joint(JointId{
        model_.nodes()[static_cast<std::size_t>(model_.dof_node()[static_cast<std::size_t>(k)])]
            .joint});
    const int c = k - joint.v;
    if (!std::isfinite(joint.spec.position_lower[c]) &&
        !std::isfinite(joint.spec.position_upper[c]))
      continue;
    limited_.push_back(k);
    columns_.push_back("limit." + model_.coordinate_name(k));
  }
}

void Recorder::add_wrench_columns() {
  for (int b = 1; b < model_.body_count(); ++b)
    for (const char* part : {".mx", ".my", ".mz", ".fx", ".fy", ".fz"})
      columns_.push_back("f." + model_.joint(model_.body(BodyId{b}).inboard_joint).spec.name +
                         part);
}

void Recorder::add_energy_columns() {
  for (const char* name :
       {"kinetic", "potential", "elastic", "dissipated", "work", "impact", "balance"})
    columns_.push_back(std::string("energy.") + name);
  if (!options_.energy_by_source) return;
  for (const EnergySource& source : simulation_.sources().all)
    columns_.push_back((source.kind == EnergyKind::Work ? "energy.work." : "energy.dissipated.") +
                       source.name);
}

const std::vector<double>& Recorder::row(const State& state) {
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
  if (options_.wrenches || !options_.frames.empty()) kinematics_.compute(model_, state.q);
  if (options_.wrenches) put_wrenches(state);
  for (const FrameId frame : options_.frames) {
    const Vec3<double> p = kinematics_.pose(model_, frame).translation;
    put(p.x), put(p.y), put(p.z);
  }
  if (options_.energy) put_energies(state);
  return row_;
}

void Recorder::put_wrenches(const State& state) {
  rnea_with_wrenches<double>(model_, state.q, state.v, evaluation_.a, tau_, wrenches_, ws_);
  for (int b = 1; b < model_.body_count(); ++b) {
    const Mat3<double> R =
        kinematics_.pose(model_, model_.body_frame(BodyId{b})).rotation;  // body axes to world
    const Force<double>& f = wrenches_[static_cast<std::size_t>(b)];
    const Vec3<double> moment = R * f.angular, force = R * f.linear;
    put(moment.x), put(moment.y), put(moment.z), put(force.x), put(force.y), put(force.z);
  }
}

void Recorder::put_energies(const State& state) {
  energy_ = simulation_.energy(state);
  put(energy_.kinetic), put(energy_.potential), put(energy_.elastic), put(energy_.dissipated);
  put(energy_.work), put(energy_.impact), put(energy_.balance);
  if (options_.energy_by_source)
    for (Eigen::Index s = 0; s < state.spent.size(); ++s) put(state.spent[s]);
}

}  // namespace catena
