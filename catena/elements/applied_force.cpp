#include "catena/elements/applied_force.hpp"

#include "catena/elements/element_checks.hpp"

namespace catena {

namespace {

Switchboard::Laws laws_of(const std::vector<AppliedForce>& forces) {
  Switchboard::Laws laws;
  for (const AppliedForce& force : forces) laws.push_back(force.law);
  return laws;
}

std::vector<std::string> names_of_forces(const std::vector<AppliedForce>& forces) {
  std::vector<std::string> names;
  for (const AppliedForce& force : forces) names.push_back(force.name);
  return names;
}

std::shared_ptr<const ProbeList> probes_of_forces(const std::vector<AppliedForce>& forces) {
  for (const AppliedForce& force : forces)
    if (force.probes) return force.probes;
  return nullptr;
}

}  // namespace

std::vector<std::string> AppliedForceSet::names() const {
  return names_of_forces(forces_);
}

std::vector<double> AppliedForceSet::numbers() const {
  std::vector<double> numbers;
  for (const AppliedForce& force : forces_) {
    const Vec3<double>& p = force.X_BP.translation;
    numbers.insert(numbers.end(), {p.x, p.y, p.z, static_cast<double>(force.axes)});
  }
  return numbers;
}

void check_force(const AppliedForce& force, const Model& model) {
  const ElementName element{"force", force.name};
  if (force.body == world_body)
    refuse(element, "it acts on the world, which does not move; expected a body that moves");
  check_bodies(element, model, world_body, force.body);
  check_finite(element, "point", force.X_BP.translation);
  if (!force.function == !force.law)
    refuse(element, "expected either a function or a law, not both");
  if (force.law && force.law->value_count() != 6)
    refuse(element, "its law must have six numbers: force and torque");
}

void AppliedForceSet::check(const Coordinates& coordinates) const {
  check_names("force", names());
  for (const AppliedForce& force : forces_) check_force(force, coordinates.tree());
}

std::unique_ptr<Group> AppliedForceSet::make_group(const Coordinates& coordinates) const {
  return std::make_unique<AppliedForces>(coordinates, forces_);
}

AppliedForces::AppliedForces(const Coordinates& coordinates, std::vector<AppliedForce> forces)
    : SwitchedGroup({coordinates, laws_of(forces), names_of_forces(forces), "force",
                     probes_of_forces(forces)},
                    "forces"),
      forces_(std::move(forces)),
      now_(forces_.size()),
      numbers_(6) {}

AppliedForces::Now AppliedForces::place(std::size_t i, const Look& look) {
  const AppliedForce& of = forces_[i];
  const Transform<double> X = look.pose(of.body) * of.X_BP;
  const Motion<double> motion = look.velocity(of.body);
  const Vec3<double> velocity = look.point_velocity(of.body, X.translation);
  const bool in_body = of.axes == AppliedForce::Axes::Body;
  Force<double> force = Force<double>::zero();
  if (of.law) {
    switches_.values(i, {}, numbers_);
    force.linear = {numbers_[0], numbers_[1], numbers_[2]};
    force.angular = {numbers_[3], numbers_[4], numbers_[5]};
  } else {
    const auto seen = [&](const Vec3<double>& x) {
      return in_body ? transpose_times(X.rotation, x) : x;
    };
    force = of.function({look.t, X.translation, seen(velocity), seen(motion.angular)});
  }
  if (in_body) force = {X.rotation * force.angular, X.rotation * force.linear};
  return {X.translation, force, dot(force.linear, velocity) + dot(force.angular, motion.angular)};
}

void AppliedForces::compute(const Look& look) {
  switches_.look_at(look);
  for (std::size_t i = 0; i < forces_.size(); ++i) now_[i] = place(i, look);
}

void AppliedForces::add_body_forces(const Look&, BodyForces& out) const {
  for (std::size_t i = 0; i < forces_.size(); ++i)
    out.add(forces_[i].body, now_[i].at, now_[i].force);
}

void AppliedForces::open_accounts(Ledger& ledger) {
  for (const AppliedForce& force : forces_)
    sources_.push_back(
        ledger.open(force.dissipates ? EnergyKind::Dissipated : EnergyKind::Work, force.name));
}

void AppliedForces::add_powers(const Look&, double* power) const {
  for (std::size_t i = 0; i < forces_.size(); ++i)
    power[sources_[i]] += forces_[i].dissipates ? -now_[i].power : now_[i].power;
}

void AppliedForces::name_columns(std::vector<RecordedColumn>& out) const {
  for (const AppliedForce& force : forces_) {
    add_columns(ColumnKind::AppliedForce, force.name, out);
    add_columns(ColumnKind::AppliedTorque, force.name, out);
  }
}

void AppliedForces::record(const Look&, double*& out) const {
  for (const Now& now : now_)
    for (const Vec3<double>& x : {now.force.linear, now.force.angular})
      *out++ = x.x, *out++ = x.y, *out++ = x.z;
}

}  // namespace catena
