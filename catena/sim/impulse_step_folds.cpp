// ImpulseStep: closed contacts that pass a fold of the mechanism.

#include <algorithm>

#include "catena/sim/impulse_step.hpp"

namespace catena {

namespace {

// A step that changes velocities by less than this part of them, or than gravity would within so
// many times the step, has turned nothing back, and need not be looked at.
constexpr double clear_change = 0.02, falls = 3.0;

}  // namespace

// Rows of contacts, as the step sees them at an instant so long after its beginning.
void ImpulseStep::offer_contacts(const Look& look, double since_start, RowList& out) const {
  for (const auto& group : equations_.groups())
    if (group->has_rows_between_bodies())
      group->rows()->offer_step(look, {.h = h_, .since_start = since_start}, *state_, out);
}

namespace {

const Block* find_block(const RowList& list, const Block& wanted) {
  const auto found = std::find_if(list.blocks.begin(), list.blocks.end(), [&](const Block& block) {
    return block.group == wanted.group && block.item == wanted.item;
  });
  return found != list.blocks.end() ? &*found : nullptr;
}

}  // namespace

// A force along the normal that moves a contact apart at the beginning moves it together where the
// step would end if no contact turned it back.
bool ImpulseStep::finds_folds() {
  if (list_.empty() || with_arrivals_ || !v_end_.allFinite()) return false;
  const double change = (v_end_ - v_begin_).lpNorm<Eigen::Infinity>();
  if (!(change > clear_change * v_begin_.lpNorm<Eigen::Infinity>() +
                     falls * h_ * equations_.typical_acceleration()))
    return false;
  RowList start, there;
  offer_contacts(equations_.look(*state_), 0.0, start);
  if (start.empty()) return false;
  State ahead = middle_;
  ahead.t = state_->t + h_;
  const Eigen::VectorXd mean = v_begin_ + 0.5 * h_ * (a_free_ + turning_);
  equations_.chart().rate(xi_middle_.data(), middle_.q.data(), mean.data(), rate_.data());
  const Eigen::VectorXd xi = h_ * rate_;
  equations_.chart().position(state_->q.data(), xi.data(), ahead.q.data());
  equations_.response(*state_, start);
  const std::size_t before = left_out_.size();
  for (const Block& block : list_.blocks) {
    const bool closed = block.law != Law::Bounded && !(block.bias > 0.0);
    const Block* const begun = closed && x_[block.row] != 0.0 ? find_block(start, block) : nullptr;
    if (begun == nullptr) continue;
    ahead.v = equations_.respond(Eigen::VectorXd::Unit(start.size(), begun->row));
    there.clear();
    offer_contacts(equations_.look(ahead), h_, there);
    const Block* const ended = find_block(there, block);
    if (ended != nullptr && !(there.rows[static_cast<std::size_t>(ended->row)].velocity > 0.0))
      left_out_.push_back({block.group, block.item});
  }
  equations_.begin_step(*state_);
  if (left_out_.size() > before) return true;
  there.clear();
  offer_contacts(equations_.look(middle_), 0.5 * h_, there);  // owners answer for the middle
  return false;
}

}  // namespace catena
