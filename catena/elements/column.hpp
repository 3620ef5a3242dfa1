#pragma once
// The columns of a recording: the one table of their kinds that the recorder, plots, the viewer and
// the documentation (docs/recordings.md) use.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace catena {

enum class ColumnKind {
  Time,
  Position,
  Velocity,
  Acceleration,
  Effort,
  LimitEffort,
  Moment,
  Force,
  RodForce,
  CouplingEffort,
  LoopError,
  ContactForce,
  ContactNormal,
  ContactTangential,
  ContactGap,
  ContactMoment,
  ContactCentre,
  ContactPoints,
  ContactSticks,
  TouchForce,
  TouchCentre,
  GraspContacts,
  GraspClosed,
  GraspEps,
  GraspMargin,
  GraspVolume,
  GraspSlip,
  StringTension,
  StringLength,
  CableStrain,
  CableTension,
  CableLength,
  SectionTension,
  WrapAngle,
  SpringForce,
  SpringLength,
  BushingMoment,
  BushingForce,
  TorsionTorque,
  TorsionAngle,
  AppliedForce,
  AppliedTorque,
  BodyPosition,
  BodyRotation,
  FramePosition,
  SolverResidual,
  SolverLink,
  Energy,
  SourceEnergy
};

struct ColumnKindInfo {
  ColumnKind kind;
  std::string_view group;     // what the name begins with: q, v, a, tau, f, contact ...
  std::string_view item;      // what follows it, in capitals: JOINT, NAME ...; empty: nothing
  std::string_view parts;     // what a name may end with, between blanks; #: a number
  std::string_view quantity;  // position, force ...
  std::string_view symbol;    // beside axes; empty: the quantity
  std::string_view unit;      // "rad or m" where only the joint knows
  std::string_view meaning;
};

// One column of a recording.
struct RecordedColumn {
  std::string name;  // q.elbow, contact.heel.fx
  ColumnKind kind = ColumnKind::Time;
  std::string item = {};  // the joint, contact, cable, body, frame or source; empty: none
  std::string unit = {};

  bool operator==(const RecordedColumn&) const = default;
};

// All kinds, in the order of the enumeration.
std::span<const ColumnKindInfo> column_kinds();
const ColumnKindInfo& info(ColumnKind kind);

// GROUP.ITEM.PART, without what is empty; of energies by source GROUP.PART.ITEM.
std::string column_name(ColumnKind kind, std::string_view item = {}, std::string_view part = {});
// A column with the unit of its kind.
RecordedColumn make_column(ColumnKind kind, std::string_view item = {}, std::string_view part = {});
// Adds one column per part of a kind: fx, fy and fz of a force.
void add_columns(ColumnKind kind, std::string_view item, std::vector<RecordedColumn>& out);

// What kind a column is of by its name alone; nothing where the table has no such name.
std::optional<ColumnKind> find_column_kind(std::string_view name);

std::vector<std::string> names_of(std::span<const RecordedColumn> columns);

}  // namespace catena
