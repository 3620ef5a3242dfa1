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
  out.insert(out.end(), {mode.spin, flag(mode.slow), flag(rolling.moves), flag(rolling.frozen)});
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
  append(reaction.anchor_a, out), append(reaction.anchor_b, out);
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
  out.anchor_a = vector_at(x, first + 7), out.anchor_b = vector_at(x, first + 10);
  return out;
}

bool can_be(const std::vector<double>& x, std::size_t of_mode, bool stepping) {
  const bool fits =
      stepping ? x.size() == of_mode + reaction_numbers || x.size() == of_mode + force_numbers
               : x.size() == of_mode;
  return fits && std::all_of(x.begin(), x.end(), [](double y) { return std::isfinite(y); }) &&
         x[0] >= 0.0 && x[0] <= 2.0 && std::abs(x[2]) == 1.0 && x[9] >= 0.0 && x[9] < 1e9;
}

bool has_laws(const Contact& contact) {
  return contact.has_shape() || contact.has_rolling() || contact.material.slip_speed > 0.0;
}

// Corners of one face have one name.
std::string saved_name(const Contact& contact) {
  return contact.feature == 0 ? contact.name : contact.name + "#" + std::to_string(contact.feature);
}

}  // namespace

void ContactGroup::save(const State& state, ModeTable& out) const {
  ContactModes::Cursor modes = mode_cursor(state);
  ReactionCursor reactions(state.reactions.of_group(index()));
  for (int i = 0; i < count(); ++i) {
    std::vector<double>& numbers = out[saved_name(contact(i))];
    numbers = numbers_of(modes.at(key(i)), has_laws(contact(i)));
    if (!state.is_stepping()) continue;
    const StepReaction* const last = reactions.find(key(i).pair, key(i).feature);
    append(last != nullptr ? *last : StepReaction{}, contact(i).has_moments(), numbers);
  }
}

void ContactGroup::load(const ModeTable& in, State& state) const {
  std::vector<ContactMode> modes;
  for (int i = 0; i < count(); ++i) {
    const std::string name = saved_name(contact(i));
    const std::vector<double>& numbers = entry_of(in, "contact", name);
    const bool with_laws = has_laws(contact(i));
    const std::size_t of_mode = mode_numbers + (with_laws ? law_numbers : 0);
    if (!can_be(numbers, of_mode, state.is_stepping()))
      throw std::invalid_argument("the mode of contact '" + name + "' is none");
    modes.push_back(mode_from(numbers, with_laws));
    if (!state.is_stepping()) continue;
    const StepReaction last =
        reaction_from(numbers, of_mode, {index(), key(i).pair, key(i).feature});
    if (modes.back().closed()) state.reactions.insert(last);
  }
  put_modes(modes, state);
}

}  // namespace catena
