#include "catena/sim/recording_columns.hpp"

#include <algorithm>
#include <cmath>

#include "catena/sim/grasp_record.hpp"
#include "catena/sim/touch_sums.hpp"

namespace catena {

namespace {

using Columns = std::vector<RecordedColumn>;

enum class Measure { Unknown, Angle, Length };

// What coordinate k of a node's velocity measures.
Measure measure_of(const Node& node, int k) {
  switch (node.kind) {
    case NodeKind::Revolute:
    case NodeKind::Helical:
    case NodeKind::Spherical:
      return Measure::Angle;
    case NodeKind::Prismatic:
      return Measure::Length;
    case NodeKind::Free:
      return k < 3 ? Measure::Angle : Measure::Length;
    case NodeKind::Weld:
    case NodeKind::Custom:
      break;
  }
  return Measure::Unknown;
}

// The unit of a kind that has two, "rad/s or m/s": the first is that of angles.
std::string unit_of(ColumnKind kind, Measure measure) {
  const std::string_view both = info(kind).unit, between = " or ";
  const std::size_t at = both.find(between);
  if (measure == Measure::Unknown || at == std::string_view::npos) return std::string(both);
  return std::string(measure == Measure::Angle ? both.substr(0, at)
                                               : both.substr(at + between.size()));
}

// Of position i of a node: those that are not numbered like velocities are a quaternion, and the
// position that may follow it.
std::string position_unit(const Node& node, int i) {
  if (node.nq == node.nv) return unit_of(ColumnKind::Position, measure_of(node, i));
  return i < 4 ? "" : unit_of(ColumnKind::Position, Measure::Length);
}

// The coordinates of the tree and of loop joints, which follow (null: none), with names and units.
class CoordinateColumns {
 public:
  CoordinateColumns(const Model& model, const Loops* loops) {
    add(model);
    if (loops != nullptr) add(loops->links());
  }

  RecordedColumn position(int i) const { return positions_[static_cast<std::size_t>(i)]; }
  RecordedColumn of(ColumnKind kind, int dof) const {
    const Velocity& v = velocities_[static_cast<std::size_t>(dof)];
    return {column_name(kind, v.name), kind, v.joint, unit_of(kind, v.measure)};
  }
  std::string unit(ColumnKind kind, int dof) const {
    return unit_of(kind, velocities_[static_cast<std::size_t>(dof)].measure);
  }
  int nq() const { return static_cast<int>(positions_.size()); }
  int nv() const { return static_cast<int>(velocities_.size()); }

 private:
  struct Velocity {
    std::string name, joint;
    Measure measure;
  };

  void add(const Model& part) {
    std::vector<RecordedColumn> positions(static_cast<std::size_t>(part.nq()));
    std::vector<Velocity> velocities(static_cast<std::size_t>(part.nv()));
    for (const Node& node : part.nodes()) {
      for (int i = 0; i < node.nq; ++i)
        positions[static_cast<std::size_t>(node.q + i)] = {
            column_name(ColumnKind::Position, part.configuration_name(node.q + i)),
            ColumnKind::Position,
            {},
            position_unit(node, i)};
      for (int k = 0; k < node.nv; ++k)
        velocities[static_cast<std::size_t>(node.v + k)] = {
            part.coordinate_name(node.v + k), {}, measure_of(node, k)};
    }
    for (int j = 0; j < part.joint_count(); ++j) {
      const JointInfo& joint = part.joint(JointId{j});
      for (int i = 0; i < joint.nq; ++i)
        positions[static_cast<std::size_t>(joint.q + i)].item = joint.spec.name;
      for (int k = 0; k < joint.nv; ++k)
        velocities[static_cast<std::size_t>(joint.v + k)].joint = joint.spec.name;
    }
    positions_.insert(positions_.end(), positions.begin(), positions.end());
    velocities_.insert(velocities_.end(), velocities.begin(), velocities.end());
  }

  std::vector<RecordedColumn> positions_;
  std::vector<Velocity> velocities_;
};

void add_coordinates(const CoordinateColumns& coordinates, const RecordOptions& options,
                     Columns& out) {
  for (int i = 0; options.q && i < coordinates.nq(); ++i) out.push_back(coordinates.position(i));
  const auto add = [&](bool wanted, ColumnKind kind) {
    for (int k = 0; wanted && k < coordinates.nv(); ++k) out.push_back(coordinates.of(kind, k));
  };
  add(options.v, ColumnKind::Velocity);
  add(options.a, ColumnKind::Acceleration);
  add(options.tau, ColumnKind::Effort);
}

void add_wrenches(const Model& model, const Loops* loops, Columns& out) {
  const auto add = [&](const std::string& joint) {
    add_columns(ColumnKind::Moment, joint, out);
    add_columns(ColumnKind::Force, joint, out);
  };
  for (int b = 1; b < model.body_count(); ++b)
    add(model.joint(model.body(BodyId{b}).inboard_joint).spec.name);
  if (loops == nullptr) return;
  for (const LoopJoint& joint : loops->specs().joints) add(joint.spec.name);
}

const char* part_of(EnergyKind kind) {
  return kind == EnergyKind::Work ? "work" : kind == EnergyKind::Stored ? "stored" : "dissipated";
}

void add_energies(const Ledger& ledger, const RecordOptions& options, Columns& out) {
  add_columns(ColumnKind::Energy, {}, out);
  if (!options.energy_by_source) return;
  for (const EnergySource& source : ledger.all())
    out.push_back(make_column(ColumnKind::SourceEnergy, source.name, part_of(source.kind)));
}

// The start with everything that will ever be connected, as far as its name is new.
Loops all_that_may_be(const SimulationSetup& setup) {
  LoopSpecs specs = setup.loops ? setup.loops->specs() : LoopSpecs{};
  for (const StructureEvent& event : setup.changes)
    for (const Connect& connect : event.connect) {
      const std::string& name = connect.joint.spec.name;
      const auto same = [&](const LoopJoint& j) { return j.spec.name == name; };
      bool taken = std::any_of(specs.joints.begin(), specs.joints.end(), same);
      for (int j = 0; j < setup.model->joint_count(); ++j)
        taken = taken || setup.model->joint(JointId{j}).spec.name == name;
      if (!taken) specs.joints.push_back(connect.joint);
    }
  return Loops(setup.model, std::move(specs));
}

}  // namespace

// Where time steps are taken, or may be because bodies touch.
bool records_solver(const MotionEquations& equations, const RecordOptions& options) {
  const ContactMethod method = equations.setup().contact_options.method;
  if (!options.contacts || method == ContactMethod::Events) return false;
  if (method == ContactMethod::Automatic) return equations.has_contact_rows();
  return std::any_of(equations.row_owners().begin(), equations.row_owners().end(),
                     [](const RowOwner* owner) { return owner->has_elements(); });
}

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

std::vector<RecordedColumn> recording_columns(const Model& model, const Loops* loops,
                                              const MotionEquations& equations,
                                              const RecordOptions& options) {
  const CoordinateColumns coordinates(model, loops);
  Columns out = {make_column(ColumnKind::Time)};
  add_coordinates(coordinates, options, out);
  if (options.limits)
    for (const int k : limited_coordinates(model, loops))
      out.push_back(coordinates.of(ColumnKind::LimitEffort, k));
  if (options.wrenches) add_wrenches(model, loops, out);
  if (loops != nullptr) {
    for (const Rod& rod : loops->specs().rods)
      if (options.tau) add_columns(ColumnKind::RodForce, rod.name, out);
    for (const Coupling& coupling : loops->specs().couplings)
      if (options.tau)
        out.push_back({column_name(ColumnKind::CouplingEffort, coupling.name, "effort"),
                       ColumnKind::CouplingEffort, coupling.name,
                       coordinates.unit(ColumnKind::CouplingEffort, coupling.dofs.front())});
    add_columns(ColumnKind::LoopError, {}, out);
  }
  for (const auto& group : equations.groups())
    if (group->is_recorded(options)) group->name_columns(out);
  name_touch_columns(model, options, out);
  name_grasp_columns(options, out);
  if (records_solver(equations, options))
    for (const ColumnKind kind : {ColumnKind::SolverResidual, ColumnKind::SolverLink})
      add_columns(kind, {}, out);
  for (int b = 1; options.poses && b < model.body_count(); ++b)
    for (const ColumnKind kind : {ColumnKind::BodyPosition, ColumnKind::BodyRotation})
      add_columns(kind, model.body(BodyId{b}).name, out);
  for (const FrameId frame : options.frames)
    add_columns(ColumnKind::FramePosition, model.frame(frame).name, out);
  if (options.energy) add_energies(equations.ledger(), options, out);
  return out;
}

std::vector<RecordedColumn> recording_columns(const SimulationSetup& setup,
                                              const RecordOptions& options) {
  const Loops loops = all_that_may_be(setup);
  return recording_columns(*setup.model, loops.empty() ? nullptr : &loops, MotionEquations(setup),
                           options);
}

std::vector<RecordedColumn> all_columns(const SimulationSetup& setup, const RecordOptions& named) {
  RecordOptions options;
  options.pairs = named.pairs, options.touched = named.touched, options.grasps = named.grasps;
  options.wrenches = options.poses = options.energy_by_source = true;
  for (int f = 0; f < setup.model->frame_count(); ++f) options.frames.push_back(FrameId{f});
  return recording_columns(setup, options);
}

}  // namespace catena
