// ContactGroup: what passes beside the border of a face in a time step is no contact
// (border_rule.hpp).

#include "catena/contact/border_rule.hpp"
#include "catena/contact/contact_group.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

// At the beginning of a step. What passes now is no contact in it. What will pass is none in steps
// that do not look for the instant; others end there.
void ContactGroup::find_passing(const Look& look, const State& state) {
  ContactModes::Cursor modes = mode_cursor(state);
  const BorderRule border(*shapes_, look, {ahead_, typical_acceleration_});
  const std::vector<ShapePoint>& points = shapes_->points();
  for (std::size_t k = 0; k < points.size(); ++k)
    if (!modes.at(points[k].key).closed()) passing_[given_ + k] = border.passes_after(points[k]);
}

// Where contact i has come to its surface; places are known.
std::optional<double> ContactGroup::passes_now(int i, const Look& look) {
  if (strikes_all_) return std::nullopt;
  const BorderRule border(*shapes_, look, {ahead_, typical_acceleration_});
  const auto find = [&](int k) -> std::optional<double> {
    const double approach = -place(k).velocity.x;
    if (!(approach > BorderRule::passing_speed)) return std::nullopt;
    return border.goes_on(key(k).pair, place(k).gap, approach, 0.0);
  };
  const std::optional<double> found = find(i);
  if (!found) return found;
  // So do others, before all closes that touches.
  for (int k = static_cast<int>(given_); k < count(); ++k)
    if (place(k).gap <= BorderRule::at_plane && find(k))
      passing_[static_cast<std::size_t>(k)] = 0.0;
  return found;
}

}  // namespace catena
