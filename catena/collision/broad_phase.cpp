#include "catena/collision/broad_phase.hpp"

#include <algorithm>
#include <iterator>

namespace catena {

namespace {

// The box some steps ahead, and a tenth of its size larger.
BoundingBox fat(const BoundingBox& box, double margin, const Vec3<double>& motion) {
  constexpr double steps = 4.0, share = 0.1;
  const Vec3<double> size = box.high - box.low;
  BoundingBox result = fattened(box, share * size + Vec3<double>{margin, margin, margin});
  for (int i = 0; i < 3; ++i) (motion[i] < 0.0 ? result.low : result.high)[i] += steps * motion[i];
  return result;
}

}  // namespace

int BroadPhase::add(const BoundingBox& box, bool moves) {
  const int number = static_cast<int>(solids_.size());
  Solid s;
  s.kind = moves ? Kind::Moving : Kind::Fixed;
  s.leaf = (moves ? moving_ : fixed_).insert(fat(box, margin_, {0, 0, 0}), number);
  s.box = box;
  s.changed = true;
  solids_.push_back(s);
  changed_.push_back(number);
  return number;
}

int BroadPhase::add_half_space(const Vec3<double>& n, double offset) {
  const int number = static_cast<int>(solids_.size());
  Solid s;
  s.kind = Kind::HalfSpace;
  s.n = n, s.offset = offset;
  s.changed = true;
  solids_.push_back(s);
  half_spaces_.push_back(number);
  changed_.push_back(number);
  return number;
}

void BroadPhase::remove(int solid) {
  Solid& s = solids_[to_index(solid)];
  if (s.kind == Kind::Moving) moving_.remove(s.leaf);
  if (s.kind == Kind::Fixed) fixed_.remove(s.leaf);
  if (s.kind == Kind::HalfSpace)
    half_spaces_.erase(std::find(half_spaces_.begin(), half_spaces_.end(), solid));
  s.kind = Kind::None;
}

void BroadPhase::move(int solid, const BoundingBox& box, const Vec3<double>& motion) {
  Solid& s = solids_[to_index(solid)];
  BoxTree& tree = s.kind == Kind::Moving ? moving_ : fixed_;
  const BoundingBox& now = tree.box(s.leaf);
  s.box = box;
  const BoundingBox next = fat(box, margin_, motion);
  // A box that has become much too large is made anew, too.
  if (contains(now, fattened(box, {margin_, margin_, margin_})) &&
      half_area(now) <= 4.0 * half_area(next))
    return;
  tree.move(s.leaf, next);
  if (!s.changed) changed_.push_back(solid);
  s.changed = true;
}

const BoundingBox& BroadPhase::fat_box(const Solid& s) const {
  return (s.kind == Kind::Moving ? moving_ : fixed_).box(s.leaf);
}

bool BroadPhase::near_half_space(const Solid& half_space, const BoundingBox& box) const {
  const Vec3<double>& n = half_space.n;
  const Vec3<double> lowest{n.x > 0.0 ? box.low.x : box.high.x, n.y > 0.0 ? box.low.y : box.high.y,
                            n.z > 0.0 ? box.low.z : box.high.z};
  return dot(n, lowest) <= half_space.offset + margin_;
}

bool BroadPhase::meet(const CandidatePair& pair) const {
  const Solid &a = solids_[to_index(pair.a)], &b = solids_[to_index(pair.b)];
  if (a.kind == Kind::HalfSpace) return near_half_space(a, b.box);
  if (b.kind == Kind::HalfSpace) return near_half_space(b, a.box);
  return overlap(fattened(a.box, {margin_, margin_, margin_}), b.box);
}

bool BroadPhase::near(const CandidatePair& pair) const {
  const Solid &a = solids_[to_index(pair.a)], &b = solids_[to_index(pair.b)];
  if (a.kind == Kind::None || b.kind == Kind::None) return false;
  if (a.kind == Kind::HalfSpace) return near_half_space(a, fat_box(b));
  if (b.kind == Kind::HalfSpace) return near_half_space(b, fat_box(a));
  return overlap(fat_box(a), fat_box(b));
}

void BroadPhase::find_pairs_of(int solid) {
  const Solid& s = solids_[to_index(solid)];
  const auto add = [&](int other) {
    if (other != solid) found_.push_back({std::min(solid, other), std::max(solid, other)});
  };
  if (s.kind == Kind::None) return;
  if (s.kind == Kind::HalfSpace) {
    for (int i = 0; i < static_cast<int>(solids_.size()); ++i)
      if (solids_[to_index(i)].kind == Kind::Moving &&
          near_half_space(s, fat_box(solids_[to_index(i)])))
        add(i);
    return;
  }
  const BoundingBox box = fat_box(s);
  moving_.query(box, stack_, add);
  if (s.kind != Kind::Moving) return;
  fixed_.query(box, stack_, add);
  for (const int h : half_spaces_)
    if (near_half_space(solids_[to_index(h)], box)) add(h);
}

const std::vector<CandidatePair>& BroadPhase::update() {
  // Only pairs of which one has a new box can have parted or met.
  std::erase_if(pairs_, [&](const CandidatePair& p) {
    const Solid &a = solids_[to_index(p.a)], &b = solids_[to_index(p.b)];
    const bool same = !a.changed && !b.changed && a.kind != Kind::None && b.kind != Kind::None;
    return !same && !near(p);
  });
  found_.clear();
  for (const int solid : changed_) find_pairs_of(solid);
  for (const int solid : changed_) solids_[to_index(solid)].changed = false;
  changed_.clear();
  if (found_.empty()) return pairs_;
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  merged_.clear();
  std::set_union(pairs_.begin(), pairs_.end(), found_.begin(), found_.end(),
                 std::back_inserter(merged_));
  pairs_.swap(merged_);
  return pairs_;
}

}  // namespace catena
