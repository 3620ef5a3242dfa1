// ContactGroup: checkpoints.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "catena/contact/contact_group.hpp"

namespace catena {

namespace {

// How many numbers a mode has, and those of further laws where the contact has such; how many a
// reaction of time steps has, and what is left of it where there are neither moments nor anchors.
constexpr std::size_t mode_numbers = 14, law_numbers = 7, reaction_numbers = 13, force_numbers = 3;

void append(const Vec3<double>& x, std::vector<double>& out) {
  out.insert(out.end(), {x.x, x.y, x.z});
}

Vec3<double> vector_at(const std::vector<double>& x, std::size_t first) {
  return {x[first], x[first + 1], x[first + 2]};
}

std::vector<double> numbers_of(const ContactMode& mode, bool with_laws) {
  std::vector<double> out = {static_cast<double>(mode.kind), mode.frozen ? 1.0 : 0.0,
                             static_cast<double>(mode.side)};
  append(mode.direction, out), append(mode.reference, out);
  const BounceSeries& b = mode.bounces;
  out.insert(out.end(), {static_cast<double>(b.count), b.struck, b.latest, b.end, b.change});
  if (!with_laws) return out;
  const ContactMode::Rolling& rolling = mode.rolling;
  const auto flag = [](bool is) { return is ? 1.0 : 0.0; };
  // No contact has both.
  const double speed = mode.turns > 0 ? mode.turns : flag(mode.slow);
  out.insert(out.end(), {mode.spin, speed, flag(rolling.moves), flag(rolling.frozen)});
  append(rolling.direction, out);
  return out;
}

ContactMode mode_from(const std::vector<double>& x, bool with_laws) {
  ContactMode mode{.kind = static_cast<ContactMode::Kind>(static_cast<int>(x[0])),
                   .frozen = x[1] != 0.0,
                   .direction = vector_at(x, 3),
                   .side = static_cast<int>(x[2]),
                   .reference = vector_at(x, 6),
                   .bounces = {static_cast<int>(x[9]), x[10], x[11], x[12], x[13]}};
  if (!with_laws) return mode;
  mode.spin = x[14], mode.slow = x[15] != 0.0;
  mode.rolling = {x[16] != 0.0, x[17] != 0.0, vector_at(x, 18)};
  return mode;
}

void append(const StepReaction& reaction, bool moments, std::vector<double>& out) {
  const bool is_short = !moments && !reaction.anchored;
  const auto count = is_short ? force_numbers : reaction.force.size();
  out.insert(out.end(), reaction.force.begin(),
             reaction.force.begin() + static_cast<std::ptrdiff_t>(count));
  if (is_short) return;
  out.push_back(reaction.anchored ? 1.0 : 0.0);
  append(reaction.anchor.in_a, out), append(reaction.anchor.in_b, out);
}

// From the numbers behind those of the mode.
StepReaction reaction_from(const std::vector<double>& x, std::size_t first,
                           const ReactionKey& key) {
  StepReaction out{.key = key};
  const bool is_short = x.size() == first + force_numbers;
  for (std::size_t r = 0; r < (is_short ? force_numbers : out.force.size()); ++r)
    out.force[r] = x[first + r];
  if (is_short) return out;
  out.anchored = x[first + 6] != 0.0;
  out.anchor = {vector_at(x, first + 7), vector_at(x, first + 10)};
  return out;
}

bool can_be(const std::vector<double>& x, std::size_t of_mode, bool stepping) {
  const bool fits =
      x.size() == of_mode ||
      (stepping && (x.size() == of_mode + reaction_numbers || x.size() == of_mode + force_numbers));
  return fits && std::all_of(x.begin(), x.end(), [](double y) { return std::isfinite(y); }) &&
         x[0] >= 0.0 && x[0] <= 2.0 && std::abs(x[2]) == 1.0 && x[9] >= 0.0 && x[9] < 1e9;
}

bool has_laws(const Contact& contact) {
  return contact.has_shape() || contact.has_rolling() || contact.material.slip_speed > 0.0 ||
         contact.material.law == FrictionLaw::AlwaysSliding;
}

// Corners of one face have one name.
std::string saved_name(const Contact& contact) {
  return contact.feature == 0 ? contact.name : contact.name + "#" + std::to_string(contact.feature);
}

// A contact between shapes: "found ball.0 box.1 #4711".
std::string found_name(const ShapeContacts& shapes, const ContactKey& key) {
  const auto [a, b] = shapes.shapes_of(key.pair);
  return "found " + shapes.shape_name(a) + " " + shapes.shape_name(b) + " #" +
         std::to_string(key.feature);
}

// A feature as two numbers that doubles hold exactly.
void append(std::uint64_t feature, std::vector<double>& out) {
  out.push_back(static_cast<double>(feature >> 32U));
  out.push_back(static_cast<double>(feature & 0xffffffffU));
}

std::uint64_t feature_at(const std::vector<double>& x, std::size_t first) {
  return (static_cast<std::uint64_t>(x[first]) << 32U) | static_cast<std::uint64_t>(x[first + 1]);
}

bool is_feature(const std::vector<double>& x, std::size_t first) {
  const auto half = [](double y) { return y >= 0.0 && y < 4294967296.0 && y == std::floor(y); };
  return half(x[first]) && half(x[first + 1]);
}

[[noreturn]] void refuse_found() {
  throw std::invalid_argument("the saved contacts between shapes do not belong to this mechanism");
}

}  // namespace

void ContactGroup::save(const State& state, ModeTable& out) const {
  const ContactModes& all = state.modes_of<ContactModes>(index());
  ContactModes::Cursor modes(all);
  ReactionCursor reactions(state.reactions.of_group(index()));
  for (int i = 0; i < static_cast<int>(given_); ++i) {
    std::vector<double>& numbers = out[saved_name(contact(i))];
    numbers = numbers_of(modes.at(key(i)), has_laws(contact(i)));
    if (!state.is_stepping()) continue;
    // None is not the same as one of zero, see Stops::save().
    if (const StepReaction* const last = reactions.find(key(i).pair, key(i).feature))
      append(*last, contact(i).has_moments(), numbers);
  }
  if (shapes_) save_found(state, out);
}

// Under "found": per contact of shapes its key, mode and last force, and per pair what makes the
// next search find the same.
void ContactGroup::save_found(const State& state, ModeTable& out) const {
  const ContactModes& all = state.modes_of<ContactModes>(index());
  const auto is_found = [&](int pair) { return pair >= shapes_->first_pair(); };
  for (const ContactModes::Entry& entry : all.entries()) {
    if (!is_found(entry.key.pair)) continue;
    std::vector<double>& numbers = out[found_name(*shapes_, entry.key)];
    const auto [a, b] = shapes_->shapes_of(entry.key.pair);
    numbers = {static_cast<double>(a), static_cast<double>(b)};
    append(entry.key.feature, numbers);
    const std::vector<double> mode = numbers_of(entry.mode, true);
    numbers.insert(numbers.end(), mode.begin(), mode.end());
    const StepReaction* const last =
        state.reactions.find({index(), entry.key.pair, entry.key.feature});
    numbers.push_back(last != nullptr ? 1.0 : 0.0);
    append(last != nullptr ? *last : StepReaction{}, true, numbers);
  }
  if (!all.hints()) return;
  for (const RegionHint& hint : *all.hints()) {
    const auto [a, b] = shapes_->shapes_of(hint.pair);
    std::vector<double>& numbers =
        out["region " + shapes_->shape_name(a) + " " + shapes_->shape_name(b)];
    numbers = {static_cast<double>(a), static_cast<double>(b), static_cast<double>(hint.reference),
               static_cast<double>(hint.face_a), static_cast<double>(hint.face_b)};
    for (const std::uint64_t feature : hint.features) append(feature, numbers);
  }
}

void ContactGroup::load(const ModeTable& in, State& state) const {
  std::vector<ContactModes::Entry> entries;
  for (int i = 0; i < static_cast<int>(given_); ++i) {
    const std::string name = saved_name(contact(i));
    const std::vector<double>& numbers = entry_of(in, "contact", name);
    // Older checkpoints have fewer numbers of contacts that always slide.
    const bool is_older =
        contact(i).material.law == FrictionLaw::AlwaysSliding && numbers.size() == mode_numbers;
    const bool with_laws = has_laws(contact(i)) && !is_older;
    const std::size_t of_mode = mode_numbers + (with_laws ? law_numbers : 0);
    if (!can_be(numbers, of_mode, state.is_stepping()))
      throw std::invalid_argument("the mode of contact '" + name + "' is none");
    entries.push_back({key(i), mode_from(numbers, with_laws)});
    if (ContactMode& mode = entries.back().mode;
        with_laws && contact(i).material.law == FrictionLaw::AlwaysSliding)
      mode.slow = false, mode.turns = std::clamp(static_cast<int>(numbers[15]), 0, 2);
    if (numbers.size() > of_mode)
      state.reactions.insert(
          reaction_from(numbers, of_mode, {index(), key(i).pair, key(i).feature}));
  }
  RegionHints hints = shapes_ ? load_found(in, state, entries) : nullptr;
  state.set_modes(index(), ContactModes(given_, std::move(entries), std::move(hints)));
}

RegionHints ContactGroup::load_found(const ModeTable& in, State& state,
                                     std::vector<ContactModes::Entry>& entries) const {
  constexpr std::size_t first = 4, of_mode = mode_numbers + law_numbers;
  std::vector<RegionHint> hints;
  const auto pair_from = [&](const std::vector<double>& x) {
    const double n = shapes_->shape_count();
    if (x.size() < 5 || !(x[0] >= 0.0 && x[0] < x[1] && x[1] < n)) refuse_found();
    return shapes_->pair_of(static_cast<int>(x[0]), static_cast<int>(x[1]));
  };
  for (const auto& [name, x] : in) {
    if (name.starts_with("region ")) {
      RegionHint hint{pair_from(x)};
      for (std::size_t i = 2; i < 5; ++i)
        if (!(x[i] >= -1.0 && x[i] < 1e9)) refuse_found();
      hint.reference = static_cast<int>(x[2]);
      hint.face_a = static_cast<int>(x[3]), hint.face_b = static_cast<int>(x[4]);
      for (std::size_t i = 5; i + 1 < x.size(); i += 2) {
        if (!is_feature(x, i)) refuse_found();
        hint.features.push_back(feature_at(x, i));
      }
      hints.push_back(std::move(hint));
    } else if (name.starts_with("found ")) {
      const int pair = pair_from(x);
      if (x.size() != first + of_mode + 1 + reaction_numbers || !is_feature(x, 2)) refuse_found();
      const std::vector<double> mode(x.begin() + first, x.begin() + first + of_mode);
      if (!can_be(mode, of_mode, false) ||
          !std::all_of(x.begin(), x.end(), [](double y) { return std::isfinite(y); }))
        refuse_found();
      const ContactKey key{pair, feature_at(x, 2)};
      entries.push_back({key, mode_from(mode, true)});
      if (x[first + of_mode] != 0.0)
        state.reactions.insert(
            reaction_from(x, first + of_mode + 1, {index(), key.pair, key.feature}));
    }
  }
  std::sort(hints.begin(), hints.end(),
            [](const RegionHint& a, const RegionHint& b) { return a.pair < b.pair; });
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.key < b.key; });
  return std::make_shared<const std::vector<RegionHint>>(std::move(hints));
}

}  // namespace catena
