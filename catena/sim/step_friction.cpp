#include "catena/sim/step_friction.hpp"

#include <algorithm>
#include <cmath>

namespace catena {

namespace {

// A force this near to what friction can give, in parts of it, is all of it.
constexpr double all_of_it = 1.0 - 1e-9;

// The rows along which a block rubs.
struct Rubbing {
  Eigen::Index first, count;
};
Rubbing rubbing(const Block& block) {
  if (block.law == Law::Bounded) return {block.row, 1};
  return {block.row + 1, block.slide_rows};
}

// All that friction in force can give. A stop that presses gives no measure: the rest of its effort
// is friction's.
double most(const Block& block, const Eigen::VectorXd& x) {
  if (block.law != Law::Bounded) return block.friction * std::abs(x[block.row]);
  return block.holds ? block.frictions.holds : block.frictions.slides;
}

}  // namespace

void StepFriction::begin(const RowList& list, bool on_pyramids) {
  on_pyramids_ = on_pyramids;
  any_ = std::any_of(list.blocks.begin(), list.blocks.end(),
                     [](const Block& block) { return block.frictions.differ(); });
  if (any_) is_final_.assign(list.blocks.size(), 0);
  note(list);
}

void StepFriction::note(const RowList& list) {
  in_force_.clear();
  if (!any_) return;
  for (const Block& block : list.blocks)
    in_force_.push_back({block.group, block.item, block.holds});
}

bool StepFriction::keep(RowList& list) const {
  if (!any_ || in_force_.size() != list.blocks.size()) return false;
  for (std::size_t b = 0; b < list.blocks.size(); ++b)
    if (list.blocks[b].group != in_force_[b].group || list.blocks[b].item != in_force_[b].item)
      return false;
  for (std::size_t b = 0; b < list.blocks.size(); ++b)
    if (list.blocks[b].frictions.differ() && list.blocks[b].holds != in_force_[b].holds)
      list.blocks[b].use_friction(in_force_[b].holds);
  return true;
}

void StepFriction::hold_at_rest(RowList& list, const Eigen::VectorXd& u_begin, double noise) {
  if (!any_) return;
  for (Block& block : list.blocks) {
    if (!block.frictions.differ() || block.holds) continue;
    const auto [first, count] = rubbing(block);
    if (u_begin.segment(first, count).norm() <= noise) block.use_friction(true);
  }
  note(list);
}

bool StepFriction::revise(RowList& list, const Eigen::VectorXd& x, const Eigen::VectorXd& u,
                          const Eigen::VectorXd& u_begin, double noise) {
  bool changed = false;
  for (std::size_t b = 0; b < list.blocks.size(); ++b) {
    Block& block = list.blocks[b];
    if (!block.frictions.differ() || is_final_[b] != 0) continue;
    const auto [first, count] = rubbing(block);
    const auto after = u.segment(first, count), before = u_begin.segment(first, count);
    const bool rubs = (on_pyramids_ && block.law != Law::Bounded) ||
                      x.segment(first, count).norm() >= all_of_it * most(block, x);
    const double speed = after.norm();
    const bool slides = rubs && speed > noise;
    const bool sets_off = slides && (before.dot(after) < 0.0 || before.norm() <= noise);
    if (block.holds ? !(slides && speed > block.frictions.slow) : !sets_off) continue;
    is_final_[b] = block.holds ? 1 : 0;
    block.use_friction(!block.holds);
    changed = true;
  }
  if (changed) note(list);
  return changed;
}

}  // namespace catena
