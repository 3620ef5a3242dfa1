// ContactGroup: what contacts do from now on, once the forces are known that decide it. The corners
// of a face slide, stick and roll together.

#include <algorithm>
#include <cmath>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

// A force this near to the edge of its cone is on it.
constexpr double edge_width = 1e-10;
// Accelerations so many times those that count as none are some, however small the force is.
constexpr double clearly_moving = 1e3;
// Redundant forces that are nearer than this to the edges of their cones are none to go on with.
constexpr double close_to_edge = 1e-7;
// Forces that differ by this part of the largest are not the same.
constexpr double another_force = 1e-7;
// Forces this small, relative to the largest, may have either sign.
constexpr double small_part = 1e-9;
// The ellipsoid of a face at rest is found again until the direction of its friction changes by
// less than this, but not more often than so.
constexpr double same_direction = 1e-11;
constexpr int most_shapes = 20;

double between_directions(const Vec3<double>& a, const Vec3<double>& b) {
  const double size = norm(a) * norm(b);
  return size > 0.0 ? norm(cross(a, b)) / size : (norm(a) == norm(b) ? 0.0 : 1.0);
}

}  // namespace

// A block with all others of its face: forces and accelerations along the rows of friction.
struct ContactGroup::BlockSums {
  double normal = 0.0;
  Eigen::Vector3d friction = Eigen::Vector3d::Zero(), slides = Eigen::Vector3d::Zero();
  Eigen::Vector2d moment = Eigen::Vector2d::Zero(), turns = Eigen::Vector2d::Zero();
};

ContactGroup::BlockSums ContactGroup::sums_of(const RowList& list, const Block& block,
                                              const DecisionResult& result) const {
  BlockSums out;
  const auto add = [&](const Block& other) {
    const Block::Forces f = other.forces(result.x);
    out.normal += std::abs(f[0]);
    out.friction.head(other.slide_rows) += f.segment(1, other.slide_rows);
    if (other.roll_rows > 0) out.moment += f.tail<2>();
  };
  if (!contact(block.item).region) {
    add(block);
  } else {
    for (const Block& other : list.blocks)
      if (other.group == index() && key(other.item).pair == key(block.item).pair) add(other);
  }
  const Eigen::Index first = block.unknown + 1, slides = block.unknown_slides();
  if (slides > 0) out.slides.head(slides) = result.w.segment(first, slides);
  if (block.unknown_rolls() > 0) out.turns = result.w.segment<2>(first + slides);
  return out;
}

// At rest no motion tells which ellipsoid osculates the limit surface of a face. The friction does
// that is asked of it; it is found by turns with the ellipsoid, which is Newton's method, since
// both surfaces bend alike.
void ContactGroup::shape_for_decision(const Triggers& triggers) {
  for (int i = 0; i < count(); i = corners_of(i).end) {
    const Contact& c = contact(i);
    if (!c.region || c.material.spin > 0.0) continue;
    using What = Trigger::What;
    const bool rests = place(i).sliding_speed() <= sliding_at_rest ||
                       has_stopped(triggers, i, What::Stopped) ||
                       has_stopped(triggers, i, What::Jammed);
    if (!rests) continue;
    auto face = std::find_if(resting_.begin(), resting_.end(),
                             [&](const RestingFace& f) { return f.pair == key(i).pair; });
    if (face == resting_.end())
      face = resting_.insert(resting_.end(), {key(i).pair, Vec3<double>::zero(),
                                              c.region->shape_towards(Vec3<double>::zero()), 0});
    const Corners corners = corners_of(i);
    for (int k = corners.begin; k < corners.end; ++k) forces_.set_shape(k, face->shape);
  }
}

FrictionShape ContactGroup::shape_at(int i) const {
  for (const RestingFace& face : resting_)
    if (face.pair == key(i).pair) return face.shape;
  return place(i).shape;
}

// What was asked with static friction and slips all the same is asked again with that of sliding.
bool ContactGroup::find_slipping(const RowList& list, const DecisionResult& result) {
  const std::size_t before = slipping_.size();
  for (const Block& block : list.blocks) {
    if (block.group != index() || block.unknown_slides() == 0) continue;
    const ContactMaterial& material = contact(block.item).material;
    if (!(block.friction > material.sliding_at(place(block.item).sliding_speed()))) continue;
    const BlockSums sums = sums_of(list, block, result);
    if (sums.friction.norm() > (1.0 - edge_width) * block.friction * sums.normal &&
        sums.slides.norm() > result.small_acceleration)
      slipping_.push_back(block.item);
  }
  return slipping_.size() > before;
}

bool ContactGroup::adapt(const RowList& list, const DecisionResult& result) {
  bool changed = find_slipping(list, result);
  for (RestingFace& face : resting_) {
    const auto block = std::find_if(list.blocks.begin(), list.blocks.end(), [&](const Block& b) {
      return b.group == index() && key(b.item).pair == face.pair;
    });
    if (block == list.blocks.end() || block->slides()) continue;
    const Eigen::Vector3d y = sums_of(list, *block, result).friction;
    const Vec3<double> asked = face.shape.force_of_ball({y[0], y[1], y[2]});
    const double radius = contact(block->item).region->radius();
    const auto even = [&](const Vec3<double>& f) { return Vec3<double>{f.x, f.y, f.z / radius}; };
    if (!(y.norm() > result.small_force) || face.count >= most_shapes ||
        between_directions(even(asked), even(face.asked)) < same_direction)
      continue;
    ++face.count;
    face.asked = asked;
    face.shape = contact(block->item).region->shape_towards(asked);
    changed = true;
  }
  return changed;
}

// The moments about the tangents: they hold, or it rolls.
ContactMode::Rolling ContactGroup::rolling_for(const Block& block, const BlockSums& sums,
                                               const DecisionResult& result) const {
  ContactMode::Rolling out;
  Eigen::Vector2d direction = block.roll;
  if (!block.rolls()) {
    const double edge = block.rolling * sums.normal;
    const bool pressed = sums.normal > result.small_force;
    if (pressed ? sums.moment.norm() <= (1.0 - edge_width) * edge
                : sums.turns.norm() <= result.small_acceleration)
      return out;
    direction = pressed ? Eigen::Vector2d(-sums.moment) : sums.turns;
  }
  out.moves = true;
  out.frozen = place(block.item).rolling_speed() < 1.5 * freezing_speed(FrictionLaw::Coulomb);
  const ContactPlace& at = place(block.item);
  direction.normalize();
  out.direction =
      forces_.geometry().in_b(block.item, direction[0] * at.axes[1] + direction[1] * at.axes[2]);
  return out;
}

ContactMode ContactGroup::mode_for(const Block& block, const BlockSums& sums,
                                   const Triggers& triggers, const DecisionResult& result,
                                   const ContactMode& before) const {
  const int i = block.item;
  const Contact& c = contact(i);
  const double normal = result.x[block.unknown];
  const bool leaving = triggers.has(index(), i, Trigger::What::Leaving);
  const bool pressed = c.bilateral || normal > result.small_force;
  // Where several lift at once, those that have gone do not come back for nothing.
  const bool gone = leaving || (!before.closed() && triggers.any(index(), Trigger::What::Leaving));
  const bool idle = result.w[block.unknown] <= result.small_acceleration && !gone;
  ContactMode mode = {.bounces = before.bounces};
  if (!pressed && !idle) return mode;
  mode.side = leaving ? block.side : normal < 0.0 ? -1 : 1;
  mode.kind = ContactMode::Kind::Slide;
  if (block.roll_rows > 0) mode.rolling = rolling_for(block, sums, result);
  if (block.friction == 0.0) return mode;
  Eigen::Vector3d direction = block.slide;
  if (!block.slides()) {
    const double edge = block.friction * sums.normal;
    const bool loaded = c.bilateral || sums.normal > result.small_force;
    const bool still = sums.slides.norm() <= result.small_acceleration;
    // Redundant contacts that are at their limits and do not move yet go on holding: nothing tells
    // how they will move. They may exceed their limits by a little for that, and slip then.
    const bool waits = still && dot(before.reference, before.reference) > 0.0 &&
                       !triggers.any(index(), Trigger::What::Slipping);
    const bool moves = sums.slides.norm() > clearly_moving * result.small_acceleration;
    const bool inside = sums.friction.norm() <= (1.0 - edge_width) * edge;
    const bool holds = (inside && !moves) || waits;
    if (loaded ? holds : still) {
      mode.kind = ContactMode::Kind::Stick;
      return mode;
    }
    direction = (loaded && !inside ? Eigen::Vector3d(-sums.friction) : sums.slides).normalized();
  }
  const ContactPlace& at = place(i);
  mode.slow = at.sliding_speed() < c.material.slip_speed;
  mode.turns = before.turns;
  mode.frozen = at.sliding_speed() < 1.5 * freezing_speed(c.material.law);
  const Vec3<double> g = shape_at(i).force_of_ball({direction[0], direction[1], direction[2]});
  mode.direction = forces_.geometry().in_b(i, g.x * at.axes[1] + g.y * at.axes[2]);
  mode.spin = g.z;
  return mode;
}

void ContactGroup::answer(const World&, const Look&, const Triggers& triggers, const RowList& list,
                          const DecisionResult& result, State& state) {
  std::vector<ContactMode> modes = modes_in(state);
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    ContactMode& mode = modes[static_cast<std::size_t>(block.item)];
    mode = mode_for(block, sums_of(list, block, result), triggers, result, mode);
  }
  put_modes(modes, state);
  resting_.clear(), slipping_.clear();
}

// Whether the forces of the present instant neither pull nor leave their cones.
bool ContactGroup::is_lawful(const RowList& list, const std::vector<ContactMode>& modes) const {
  const double small = small_part * forces_.largest_force();
  bool lawful = true;
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const ContactMode& mode = modes[static_cast<std::size_t>(block.item)];
    if (!mode.closed()) continue;
    if (!block.two_sided) lawful &= forces_.force(block.item).x >= -small;
    const bool sticks = mode.kind == ContactMode::Kind::Stick,
               holds = block.roll_rows > 0 && !mode.rolling.moves;
    if (!sticks && !holds) continue;
    const FrictionSums sums = friction_of(block.item);
    if (sticks)
      lawful &= friction_part(block.item, sums.sliding) <=
                (1.0 - close_to_edge) * block.friction * sums.normal + small;
    if (holds) lawful &= norm(sums.rolling) <= block.rolling * (sums.normal + small);
  }
  return lawful;
}

// Whether something begins to slide, and the forces of the present instant are others than those
// found: with other normal forces friction moves it otherwise, perhaps against its own direction.
bool ContactGroup::others_slip(const RowList& list, const DecisionResult& result,
                               const std::vector<ContactMode>& modes) const {
  bool slips = false, differ = false;
  const double small = another_force * forces_.largest_force();
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const ContactMode& mode = modes[static_cast<std::size_t>(block.item)];
    if (!mode.closed()) continue;
    slips |= block.unknown_slides() > 0 && mode.kind == ContactMode::Kind::Slide;
    differ |= std::abs(forces_.force(block.item).x - result.x[block.unknown]) > small;
  }
  return slips && differ;
}

// Where contacts are redundant, the smallest forces are taken if they respect the laws and move
// things as was found, otherwise those nearest to the solution found.
void ContactGroup::choose_forces(World& world, const RowList& list, const DecisionResult& result,
                                 State& state) {
  const auto is_of_group = [&](const Block& block) { return block.group == index(); };
  if (std::none_of(list.blocks.begin(), list.blocks.end(), is_of_group)) return;
  Evaluation with_contacts;
  world.begin(state);
  world.evaluate(state, with_contacts);
  std::vector<ContactMode> modes = modes_in(state);
  // A force that has run out is none to go on with where others than the smallest are left.
  const double largest = forces_.largest_force();
  const bool any_runs_out =
      std::any_of(list.blocks.begin(), list.blocks.end(), [&](const Block& block) {
        return is_of_group(block) && !block.two_sided &&
               forces_.force(block.item).x <= small_part * largest &&
               result.x[block.unknown] > 1e3 * small_part * largest;
      });
  if (!any_runs_out && is_lawful(list, modes) && !others_slip(list, result, modes)) return;
  for (const Block& block : list.blocks) {
    if (!is_of_group(block)) continue;
    ContactMode& mode = modes[static_cast<std::size_t>(block.item)];
    if (!mode.closed()) continue;
    const Block::Forces f = block.forces(result.x);
    Vec3<double> force = Vec3<double>::zero();
    for (Eigen::Index r = 0; r < f.size(); ++r)
      force += f[r] * list.rows[static_cast<std::size_t>(block.row + r)].axis;
    mode.reference = forces_.geometry().in_b(block.item, force);
  }
  put_modes(modes, state);
}

}  // namespace catena
