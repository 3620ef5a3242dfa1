#include "catena/sim/column_reader.hpp"

#include <algorithm>

namespace catena {

namespace {

using Columns = std::vector<RecordedColumn>;

bool is_readable(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::Time:
    case ColumnKind::Position:
    case ColumnKind::Velocity:
    case ColumnKind::LimitEffort:
    case ColumnKind::LoopError:
    case ColumnKind::BodyPosition:
    case ColumnKind::BodyRotation:
    case ColumnKind::FramePosition:
    case ColumnKind::SolverResidual:
    case ColumnKind::SolverLink:
    case ColumnKind::Energy:
    case ColumnKind::SourceEnergy:
      return false;
    default:
      return true;
  }
}

// Accelerations and efforts, then what joints and rods transmit.
Columns joint_columns(const MotionEquations& equations, const Loops* loops) {
  Columns out;
  for (const ColumnKind kind : {ColumnKind::Acceleration, ColumnKind::Effort})
    for (int k = 0; k < equations.nv(); ++k)
      out.push_back(make_column(kind, equations.coordinates().name(k), {}));
  const auto add = [&](const std::string& joint) {
    add_columns(ColumnKind::Moment, joint, out);
    add_columns(ColumnKind::Force, joint, out);
  };
  const Model& model = equations.model();
  for (int b = 1; b < model.body_count(); ++b)
    add(model.joint(model.body(BodyId{b}).inboard_joint).spec.name);
  if (loops == nullptr) return out;
  for (const LoopJoint& joint : loops->specs().joints) add(joint.spec.name);
  for (const Closure& closure : loops->closures())
    if (closure.kind == Closure::Kind::Rod)
      add_columns(ColumnKind::RodForce, loops->name(closure), out);
  for (const Coupling& coupling : loops->specs().couplings)
    add_columns(ColumnKind::CouplingEffort, coupling.name, out);
  return out;
}

}  // namespace

std::vector<std::string> readable_columns(const SimulationSetup& setup) {
  std::vector<std::string> names;
  for (const RecordedColumn& column : all_columns(setup))
    if (is_readable(column.kind)) names.push_back(column.name);
  return names;
}

ColumnReader::ColumnReader(const MotionEquations& equations, std::span<const std::string> names)
    : equations_(equations), transmitted_(equations) {
  Columns columns = joint_columns(equations, transmitted_.loops());
  transmitted_end_ = columns.size();
  for (const auto& group : equations.groups()) group->name_columns(columns);
  row_.resize(columns.size());
  values_.resize(names.size());
  for (const std::string& name : names) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const RecordedColumn& c) { return c.name == name; });
    places_.push_back(found == columns.end() ? -1 : static_cast<int>(found - columns.begin()));
    const auto place = static_cast<std::size_t>(std::max(places_.back(), 0));
    needs_transmitted_ |= places_.back() >= 2 * equations.nv() && place < transmitted_end_;
  }
}

const std::vector<double>& ColumnReader::read(const Look& look, const Evaluation& evaluation) {
  double* out = row_.data();
  for (int k = 0; k < equations_.nv(); ++k) *out++ = evaluation.a[k];
  for (int k = 0; k < equations_.nv(); ++k) *out++ = evaluation.applied[k] + evaluation.reaction[k];
  if (needs_transmitted_) put_transmitted(look, evaluation);
  out = row_.data() + transmitted_end_;
  for (const auto& group : equations_.groups()) group->record(look, out);
  for (std::size_t i = 0; i < places_.size(); ++i)
    values_[i] = places_[i] < 0 ? 0.0 : row_[static_cast<std::size_t>(places_[i])];
  return values_;
}

void ColumnReader::put_transmitted(const Look& look, const Evaluation& evaluation) {
  double* out = row_.data() + 2 * equations_.nv();
  const auto put = [&](const Force<double>& f) {
    for (const Vec3<double>& x : {f.angular, f.linear}) *out++ = x.x, *out++ = x.y, *out++ = x.z;
  };
  transmitted_.find_multipliers();
  transmitted_.find_wrenches(look, evaluation);
  for (int b = 1; b < equations_.model().body_count(); ++b) put(transmitted_.on_body(b));
  const Loops* const loops = transmitted_.loops();
  if (loops == nullptr) return;
  for (int i = 0; i < static_cast<int>(loops->specs().joints.size()); ++i)
    put(transmitted_.on_loop_body(i, evaluation));
  for (std::size_t c = 0; c < loops->closures().size(); ++c)
    if (loops->closures()[c].kind == Closure::Kind::Rod) *out++ = transmitted_.rod(c);
  for (std::size_t c = 0; c < loops->closures().size(); ++c)
    if (loops->closures()[c].kind == Closure::Kind::Coupling)
      *out++ = transmitted_.coupling(c, look);
}

}  // namespace catena
