#include "catena/contact/contact_group.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "catena/contact/sleep_record.hpp"
#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/world.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Gaps below this count as none, m. Far less than what shapes mean, more than rounding.
constexpr double no_gap = 1e-11;

}  // namespace

ContactGroup::ContactGroup(const Coordinates& coordinates, const std::vector<Contact>& contacts,
                           const ContactOptions& options, std::unique_ptr<ShapeContacts> shapes,
                           Belts* belts)
    : contacts_(contacts),
      given_(contacts.size()),
      shapes_(std::move(shapes)),
      belts_(belts),
      options_(options),
      forces_(coordinates.loops_or_none(), contacts),
      suppressed_(contacts.size(), 0.0),
      passing_(contacts.size(), infinity),
      modes_(contacts.size()) {
  if (const double g = norm(coordinates.tree().gravity()); g > 0.0) typical_acceleration_ = g;
  int pair = -1;
  for (const Contact& contact : contacts_) {
    any_rebounds_ |= contact.material.restitution > 0.0;
    if (contact.feature == 0) ++pair;
    keys_.push_back({pair, contact.feature});
  }
  given_pairs_ = pair + 1;
  if (belts_ != nullptr) forces_.set_surface_motions(belts_->motions());
  if (shapes_)
    for (const ContactMaterial& law : shapes_->laws()) any_rebounds_ |= law.restitution > 0.0;
}

void ContactGroup::refresh(const Look& look, const State& state, double ahead) {
  ahead_ = ahead;
  if (!shapes_) return;
  contacts_.resize(given_), keys_.resize(given_);
  // Whoever only looks at a state sees what sleeps, too.
  asleep_.clear();
  if (ahead > 0.0 && options_.sleep_islands) {
    const SleepRecord& record = find_modes<SleepRecord>(state);
    if (record.any_asleep())
      for (const SleepRecord::Tree& tree : record.trees) asleep_.push_back(tree.asleep ? 1 : 0);
  }
  shapes_->set_asleep(asleep_);
  shapes_->set_exact(is_by_events(state));
  const auto& modes = state.modes[static_cast<std::size_t>(index())];
  shapes_->find(look, modes ? state.modes_of<ContactModes>(index()).hints() : nullptr, ahead,
                contacts_, keys_);
  exact_.clear(), left_.clear();
  for (const ShapePoint& point : shapes_->points()) exact_.push_back(point.exact ? 1 : 0);
  forces_.set_contacts(contacts_);
  has_other_features_ = false;
  passing_.assign(contacts_.size(), infinity);
  strikes_all_ = false;
  if (modes && ahead > 0.0 && state.is_stepping()) find_passing(look, state);
  if (modes && is_by_events(state)) {
    drop_passing(look, state);
    find_other_features(state);
  }
  const std::size_t all = contacts_.size();
  accounts_.resize(given_), accounts_.resize(all, found_account_);
  drives_.resize(given_), drives_.resize(all, -1);
  suppressed_.assign(all, 0.0);
  modes_.resize(all);
}

void ContactGroup::forget_found() {
  if (contacts_.size() == given_) return;
  contacts_.resize(given_), keys_.resize(given_), accounts_.resize(given_), drives_.resize(given_);
  suppressed_.resize(given_), modes_.resize(given_), passing_.resize(given_);
  forces_.set_contacts(contacts_);
}

void ContactGroup::keep_found(State& state) const {
  if (!shapes_) return;
  if (has_other_features_) {
    hand_modes_on(state);
    return;
  }
  const ContactModes& before = state.modes_of<ContactModes>(index());
  std::size_t kept = 0;
  ContactModes::Cursor modes(before);
  for (const ContactKey& key : keys_) kept += modes.at(key).is_remembered() ? 1U : 0U;
  if (!asleep_.empty())
    for (const ContactModes::Entry& entry : before.entries())
      kept += sleeps(entry.key.pair) ? 1U : 0U;
  if (kept < before.entries().size() || shapes_->hints() != before.hints())
    put_modes(modes_in(state), state);
}

std::vector<ContactMode> ContactGroup::modes_in(const State& state) const {
  std::vector<ContactMode> modes(keys_.size());
  state.modes_of<ContactModes>(index()).spread(keys_, modes);
  return modes;
}

void ContactGroup::put_modes(std::span<const ContactMode> modes, State& state) const {
  const RegionHints hints = shapes_ ? shapes_->hints() : nullptr;
  const bool by_events = is_by_events(state);
  if (asleep_.empty() && !by_events) {
    state.set_modes(index(), ContactModes(given_, keys_, modes, hints));
    return;
  }
  // By events, what is away remembers how it has bounced.
  const auto is_away = [&](const ContactModes::Entry& entry) {
    return by_events && !entry.mode.closed() &&
           !std::binary_search(keys_.begin(), keys_.end(), entry.key);
  };
  std::vector<ContactModes::Entry> awake, all, sleeping;
  for (std::size_t i = 0; i < keys_.size(); ++i) awake.push_back({keys_[i], modes[i]});
  for (const ContactModes::Entry& entry : state.modes_of<ContactModes>(index()).entries())
    if (sleeps(entry.key.pair) || is_away(entry)) sleeping.push_back(entry);
  std::merge(awake.begin(), awake.end(), sleeping.begin(), sleeping.end(), std::back_inserter(all),
             [](const auto& a, const auto& b) { return a.key < b.key; });
  state.set_modes(index(), ContactModes(given_, std::move(all), hints));
}

bool ContactGroup::touches(const ContactMode& mode, int i) const {
  return mode.closed() || (place(i).gap <= no_gap && passing_[static_cast<std::size_t>(i)] > 0.0);
}

Vec3<double> ContactGroup::in_world(const RowList& list, const Block& block,
                                    const Eigen::Vector3d& p) {
  const auto axis = [&](int r) { return list.rows[static_cast<std::size_t>(block.row + r)].axis; };
  return p[0] * axis(0) + p[1] * axis(1) + p[2] * axis(2);
}

void ContactGroup::place_start(State& state, std::vector<SimulationEvent>&) {
  state.set_modes(index(), ContactModes(given_));
}

void ContactGroup::begin(const State& state, bool reactions, HeldArray&) {
  forces_.set_time(state.t);
  if (!reactions || !state.modes[static_cast<std::size_t>(index())]) {
    forces_.open_all();
    return;
  }
  state.modes_of<ContactModes>(index()).spread(keys_, modes_);
  forces_.set_modes(modes_);
  forces_.take_references(shapes_ != nullptr && state.is_stepping());
  if (!state.is_stepping()) return;
  ReactionCursor last(state.reactions.of_group(index()));
  for (int i = 0; i < count(); ++i) {
    const StepReaction* const reaction = last.find(key(i).pair, key(i).feature);
    forces_.set_reference(i, reaction != nullptr ? force_of(*reaction) : Vec3<double>::zero());
    forces_.set_reference_moment(
        i, reaction != nullptr
               ? Vec3<double>{reaction->force[3], reaction->force[4], reaction->force[5]}
               : Vec3<double>::zero());
    if (reaction != nullptr && reaction->anchored) forces_.set_anchor(i, reaction->anchor);
  }
}

void ContactGroup::begin_at(const Look& look) {
  if (!forces_.any_closed()) return;
  locate(look);
  forces_.keep_directions();
}

void ContactGroup::open_accounts(Ledger& ledger) {
  for (const Contact& c : contacts_) {
    accounts_.push_back(c.is_rough() ? ledger.open(EnergyKind::Dissipated, c.name) : -1);
    drives_.push_back(c.surface_motion || c.belt ? ledger.open(EnergyKind::Work, c.name) : -1);
  }
  static const std::string of_shapes = "contact of shapes";
  if (shapes_) found_account_ = ledger.open(EnergyKind::Dissipated, of_shapes);
  if (shapes_)
    for (const std::string& belt : shapes_->belts())
      belt_accounts_.push_back(ledger.open(EnergyKind::Work, belt));
}

void ContactGroup::add_powers(const Look&, double* power) const {
  for (int i = 0; i < count(); ++i)
    if (const int s = accounts_[static_cast<std::size_t>(i)]; s >= 0)
      power[s] += forces_.dissipation(i);
  for (int i = 0; i < count(); ++i)
    if (has_moving_surface(contact(i)))
      add_drive_work(i, forces_.drive_power(i), forces_.world_force(i), power);
}

bool ContactGroup::has_moving_surface(const Contact& contact) const {
  const auto moves = [&](int belt) {
    return belt >= 0 && dot(belts_->motions()[static_cast<std::size_t>(belt)].velocity,
                            belts_->motions()[static_cast<std::size_t>(belt)].velocity) > 0.0;
  };
  return contact.surface_motion || moves(contact.belt_a) || moves(contact.belt_b);
}

// The work, or power, that the surfaces of a contact give, where they act with an impulse, or
// force, on body a. Where both move, each gets its own.
void ContactGroup::add_drive_work(int i, double work, const Vec3<double>& impulse,
                                  double* spent) const {
  if (const int s = drives_[static_cast<std::size_t>(i)]; s >= 0) {
    spent[s] += work;
    return;
  }
  const Contact& c = contact(i);
  double of_a = c.belt_a >= 0 ? work : 0.0;
  if (c.belt_a >= 0 && c.belt_b >= 0) {
    const Vec3<double>& n = place(i).axes[0];
    const Vec3<double> v =
        forces_.geometry().from_a(i, forces_.geometry().surface_motion(c.belt_a).velocity);
    of_a = -dot(impulse - dot(n, impulse) * n, v);
  }
  const auto book = [&](int belt, double part) {
    if (belt >= 0) spent[belt_accounts_[static_cast<std::size_t>(belt)]] += part;
  };
  book(c.belt_a, of_a), book(c.belt_b, work - of_a);
}

void ContactGroup::watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) {
  watched_part_ =
      state.is_stepping() ? ContactGeometry::Part::Arrivals : ContactGeometry::Part::All;
  prepare_guards(look);
  if (state.is_stepping()) {
    watch_arrivals(state, owner, out);
    return;
  }
  ContactModes::Cursor modes = mode_cursor(state);
  int led = -1;  // the pair of the last face of which a corner was closed
  for (int i = 0; i < count(); ++i) {
    const ContactMode& mode = modes.at(key(i));
    const bool leads = contact(i).region == nullptr || key(i).pair != led;
    watch_contact(mode, i, owner, leads, out);
    if (contact(i).region && mode.closed()) led = key(i).pair;
  }
}

// Rows decide all else in a time step. What is too far away to be reached in it is not watched.
void ContactGroup::watch_arrivals(const State& state, int owner, std::vector<Guard>& out) const {
  const StepRequest step{.h = ahead_, .typical_acceleration = typical_acceleration_};
  ContactModes::Cursor modes = mode_cursor(state);
  for (int i = 0; i < count(); ++i)
    if (!modes.at(key(i)).closed() && passing_[static_cast<std::size_t>(i)] > 0.0 &&
        !(place(i).gap > step.reach(place(i).velocity.x)))
      watch_gap(i, owner, out);
}

void ContactGroup::watch_gap(int i, int owner, std::vector<Guard>& out) const {
  out.push_back({.owner = owner,
                 .item = i,
                 .kind = Gap,
                 .offset = std::min(0.0, place(i).gap),
                 .exact = true,
                 .arrives = true});
}

}  // namespace catena
