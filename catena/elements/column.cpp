#include "catena/elements/column.hpp"

#include <algorithm>
#include <array>

namespace catena {

namespace {

using Kind = ColumnKind;

constexpr std::array column_table = {
    ColumnKindInfo{Kind::Time, "t", "", "", "time", "t", "s", "time"},
    ColumnKindInfo{Kind::Position, "q", "JOINT", "", "position", "q", "rad or m",
                   "position: an angle or a length, or a component of a quaternion"},
    ColumnKindInfo{Kind::Velocity, "v", "JOINT", "", "velocity", "v", "rad/s or m/s", "velocity"},
    ColumnKindInfo{Kind::Acceleration, "a", "JOINT", "", "acceleration", "a", "rad/s² or m/s²",
                   "acceleration"},
    ColumnKindInfo{Kind::Effort, "tau", "JOINT", "", "effort", "τ", "N m or N",
                   "effort: the total torque or force along the axis of the joint"},
    ColumnKindInfo{
        Kind::LimitEffort, "limit", "JOINT", "", "effort of a stop", "τ of limits", "N m or N",
        "the part of this effort exerted by an active stop; 0 while no stop holds the joint"},
    ColumnKindInfo{
        Kind::Moment, "f", "JOINT", "mx my mz", "moment", "", "N m",
        "moment on the child body from its parent, in world axes, at the joint; for a joint that "
        "closes a loop: on its body b from its body a, at the joint's place on b"},
    ColumnKindInfo{Kind::Force, "f", "JOINT", "fx fy fz", "force", "", "N",
                   "force of the same wrench"},
    ColumnKindInfo{Kind::RodForce, "rod", "NAME", "force", "force", "", "N",
                   "force along a rod of a loop; tension is positive"},
    ColumnKindInfo{Kind::CouplingEffort, "coupling", "NAME", "effort", "effort", "", "N m or N",
                   "effort that a coupling exerts on the first of its coordinates; those on the "
                   "others are in the ratio of its derivatives"},
    ColumnKindInfo{Kind::LoopError, "loop", "", "error", "loop error", "", "rad or m",
                   "largest error of the loop closure"},
    ColumnKindInfo{Kind::ContactForce, "contact", "NAME", "fx fy fz", "force", "", "N",
                   "force of a contact on its body a, in world axes; 0 while it is open. NAME is "
                   "BODY_A.BODY_B for all contacts of two bodies, if requested"},
    ColumnKindInfo{Kind::ContactNormal, "contact", "NAME", "fn", "force", "", "N",
                   "its component along the normal; for two bodies: the sum over their points"},
    ColumnKindInfo{Kind::ContactTangential, "contact", "NAME", "ft", "force", "", "N",
                   "magnitude of its component along the surface; for two bodies: of the sum of "
                   "these components"},
    ColumnKindInfo{Kind::ContactGap, "contact", "NAME", "gap", "gap", "", "m",
                   "distance between the two sides"},
    ColumnKindInfo{Kind::ContactMoment, "contact", "NAME", "mx my mz", "moment", "", "N m",
                   "moment of spinning and rolling friction on its body a, in world axes; for two "
                   "bodies: moment of all their contacts about the mean position of their points"},
    ColumnKindInfo{Kind::ContactCentre, "contact", "NAME", "x y z", "position", "", "m",
                   "for two bodies: mean position of their contact points; NaN if there are none"},
    ColumnKindInfo{Kind::ContactPoints, "contact", "NAME", "points", "number of points", "", "",
                   "for two bodies: number of contact points"},
    ColumnKindInfo{Kind::ContactSticks, "contact", "NAME", "sticks", "number of points", "", "",
                   "for two bodies: number of sticking points; the others slide"},
    ColumnKindInfo{Kind::TouchForce, "touch", "BODY", "fx fy fz", "force", "", "N",
                   "total force of all contacts on a body, in world axes, if requested"},
    ColumnKindInfo{Kind::TouchCentre, "touch", "BODY", "x y z", "position", "", "m",
                   "centre of pressure of the body: mean of its contact points, weighted by their "
                   "normal forces; NaN without normal force"},
    ColumnKindInfo{Kind::GraspContacts, "grasp", "NAME", "contacts", "number of points", "", "",
                   "number of contact points between hand and object"},
    ColumnKindInfo{Kind::GraspClosed, "grasp", "NAME", "closed", "closed", "", "",
                   "1: force closure; 0: there are loads that the contacts cannot balance"},
    ColumnKindInfo{Kind::GraspEps, "grasp", "NAME", "eps", "quality", "", "",
                   "radius of the largest ball of wrenches that the contacts can supply with "
                   "normal forces of sum 1; 0 if the grasp is not closed"},
    ColumnKindInfo{Kind::GraspMargin, "grasp", "NAME", "margin", "margin", "", "",
                   "eps if the grasp is closed; otherwise minus the distance of these wrenches "
                   "from zero; -1 without contacts"},
    ColumnKindInfo{Kind::GraspVolume, "grasp", "NAME", "volume", "volume", "", "",
                   "volume of the wrench space, with eight-edged cones, if requested"},
    ColumnKindInfo{Kind::GraspSlip, "grasp", "NAME", "slip", "force", "", "N",
                   "friction still available: coefficient times normal force minus tangential "
                   "force, summed over the points"},
    ColumnKindInfo{Kind::StringTension, "string", "NAME", "tension", "tension", "", "N",
                   "tension of an inextensible string; 0 while it is slack"},
    ColumnKindInfo{Kind::StringLength, "string", "NAME", "length", "length", "", "m",
                   "distance between its ends"},
    ColumnKindInfo{Kind::CableStrain, "cable", "NAME", "strain", "strain", "", "",
                   "strain of a cable: the largest of its sections"},
    ColumnKindInfo{Kind::CableTension, "cable", "NAME", "tension", "tension", "", "N",
                   "tension: the largest of its sections; 0 while the cable is slack"},
    ColumnKindInfo{Kind::CableLength, "cable", "NAME", "length", "length", "", "m",
                   "total length of its straight sections"},
    ColumnKindInfo{Kind::SectionTension, "cable", "NAME", "tension.#", "tension", "", "N",
                   "for a cable that passes stops: tension of each section, numbered from 0"},
    ColumnKindInfo{Kind::WrapAngle, "cable", "NAME", "wrap.#", "wrap", "", "rad",
                   "wrap angle at each stop, numbered from 1"},
    ColumnKindInfo{Kind::SpringForce, "spring", "NAME", "force", "force", "", "N",
                   "force of a spring between two points; tension is positive"},
    ColumnKindInfo{Kind::SpringLength, "spring", "NAME", "length", "length", "", "m",
                   "distance between its points"},
    ColumnKindInfo{Kind::BushingMoment, "bushing", "NAME", "mx my mz", "moment", "", "N m",
                   "moment of a bushing on its second body, at the second frame, in the axes of "
                   "the first frame"},
    ColumnKindInfo{Kind::BushingForce, "bushing", "NAME", "fx fy fz", "force", "", "N",
                   "force of the same wrench"},
    ColumnKindInfo{Kind::TorsionTorque, "torsion", "NAME", "torque", "effort", "", "N m or N",
                   "effort of a spring with a table on its coordinate, including damping"},
    ColumnKindInfo{Kind::TorsionAngle, "torsion", "NAME", "angle", "position", "", "rad or m",
                   "position of the coordinate relative to the spring's rest position"},
    ColumnKindInfo{Kind::AppliedForce, "force", "NAME", "fx fy fz", "force", "", "N",
                   "force on a body given by a formula, in world axes"},
    ColumnKindInfo{Kind::AppliedTorque, "force", "NAME", "mx my mz", "moment", "", "N m",
                   "torque on a body given by a formula, in world axes"},
    ColumnKindInfo{Kind::BodyPosition, "x", "BODY", "x y z", "position", "", "m",
                   "position of a body in the world: the origin of its frame"},
    ColumnKindInfo{Kind::BodyRotation, "x", "BODY", "qw qx qy qz", "quaternion", "", "",
                   "quaternion of its axes, with `qw` >= 0"},
    ColumnKindInfo{Kind::FramePosition, "p", "FRAME", "x y z", "position", "p", "m",
                   "position of a frame in the world, if requested"},
    ColumnKindInfo{Kind::SolverResidual, "solver", "", "residual", "residual", "", "",
                   "error of the forces of the last decision, impact or time step in the contact "
                   "laws, relative to the largest number"},
    ColumnKindInfo{Kind::SolverLink, "solver", "", "link", "link", "", "",
                   "link of the solver chain that found these forces: 0 start, 1 sweeps, 2 newton, "
                   "3 interior, 4 admm, 5 proximal, 6 thorough, 7 lemke, 8 none"},
    ColumnKindInfo{Kind::Energy, "energy", "",
                   "kinetic potential elastic dissipated work impact balance", "energy", "", "J",
                   "entries of the energy ledger; `balance` is the unexplained energy"},
    ColumnKindInfo{Kind::SourceEnergy, "energy", "NAME", "dissipated work stored", "energy", "",
                   "J", "the same by source, if requested"},
};

constexpr bool column_table_is_in_order() {
  for (std::size_t i = 0; i < column_table.size(); ++i)
    if (static_cast<std::size_t>(column_table[i].kind) != i) return false;
  return column_table.back().kind == Kind::SourceEnergy;
}
static_assert(column_table_is_in_order(),
              "the table has one row per kind, in the order of the enumeration");

// Calls visit(part) for each word until it returns true. Returns whether it did.
template <class Visit>
bool any_part(std::string_view parts, Visit&& visit) {
  while (!parts.empty()) {
    const std::size_t end = std::min(parts.find(' '), parts.size());
    if (visit(parts.substr(0, end))) return true;
    parts.remove_prefix(std::min(end + 1, parts.size()));
  }
  return false;
}

bool is_index(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether `text` is a name, a dot and the part; `#` of a part is any number.
bool ends_with(std::string_view text, std::string_view part) {
  if (part.ends_with('#')) {
    const std::size_t dot = text.rfind('.');
    if (dot == std::string_view::npos || !is_index(text.substr(dot + 1))) return false;
    text = text.substr(0, dot + 1);
    part.remove_suffix(1);
  }
  return text.size() > part.size() + 1 && text.ends_with(part) &&
         text[text.size() - part.size() - 1] == '.';
}

// `rest`: the name without its group.
bool fits(const ColumnKindInfo& row, std::string_view rest) {
  if (row.parts.empty()) return rest.empty() == row.item.empty();
  return any_part(row.parts, [&](std::string_view part) {
    if (row.item.empty()) return rest == part;
    if (row.kind == Kind::SourceEnergy)
      return rest.size() > part.size() + 1 && rest.starts_with(part) && rest[part.size()] == '.';
    return ends_with(rest, part);
  });
}

}  // namespace

std::span<const ColumnKindInfo> column_kinds() {
  return column_table;
}

const ColumnKindInfo& info(ColumnKind kind) {
  return column_table[static_cast<std::size_t>(kind)];
}

std::string column_name(ColumnKind kind, std::string_view item, std::string_view part) {
  std::string name(info(kind).group);
  if (kind == Kind::SourceEnergy) std::swap(item, part);
  for (const std::string_view word : {item, part})
    if (!word.empty()) (name += '.') += word;
  return name;
}

RecordedColumn make_column(ColumnKind kind, std::string_view item, std::string_view part) {
  return {column_name(kind, item, part), kind, std::string(item), std::string(info(kind).unit)};
}

void add_columns(ColumnKind kind, std::string_view item, std::vector<RecordedColumn>& out) {
  any_part(info(kind).parts, [&](std::string_view part) {
    out.push_back(make_column(kind, item, part));
    return false;
  });
}

std::optional<ColumnKind> find_column_kind(std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const std::string_view group = name.substr(0, dot);
  const std::string_view rest = name.substr(std::min(dot + 1, name.size()));
  const auto found = std::find_if(
      column_table.begin(), column_table.end(),
      [&](const ColumnKindInfo& row) { return row.group == group && fits(row, rest); });
  return found == column_table.end() ? std::nullopt : std::optional(found->kind);
}

std::vector<std::string> names_of(std::span<const RecordedColumn> columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const RecordedColumn& column : columns) names.push_back(column.name);
  return names;
}

}  // namespace catena
