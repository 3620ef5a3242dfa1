// ImpulseStep: closed contacts that pass a fold of the mechanism.

#include <algorithm>

#include "catena/sim/impulse_step.hpp"

namespace catena {

namespace {

// A step that changes velocities by less than this part of them, or than gravity would within so
// many times the step, has turned nothing back, and need not be looked at.
constexpr double clear_change = 0.02, falls = 3.0;

}  // namespace

// Whether a force along the normal that moves the contact apart in the middle of the step moves it
// together where the step would end. `ahead` has the response to that force as its velocity.
bool ImpulseStep::turns_over(const Block& block, const Eigen::VectorXd& response,
                             const Look& ahead) {
  RowList there;
  equations_.groups()[static_cast<std::size_t>(block.group)]->rows()->offer_step(
      ahead, {.h = h_, .since_start = h_}, *state_, there);
  const auto found = std::find_if(
      there.blocks.begin(), there.blocks.end(),
      [&](const Block& other) { return other.group == block.group && other.item == block.item; });
  if (found == there.blocks.end() || response.isZero(0.0)) return false;
  return !(there.rows[static_cast<std::size_t>(found->row)].velocity > 0.0);
}

bool ImpulseStep::finds_folds() {
  if (list_.empty() || with_arrivals_ || !v_end_.allFinite()) return false;
  const double change = (v_end_ - v_begin_).lpNorm<Eigen::Infinity>();
  if (!(change > clear_change * v_begin_.lpNorm<Eigen::Infinity>() +
                     falls * h_ * equations_.typical_acceleration()))
    return false;
  const Eigen::VectorXd free = v_begin_ + h_ * (a_free_ + turning_);
  // Where the step would end if no contact turned it back.
  State ahead = middle_;
  ahead.t = state_->t + h_;
  const Eigen::VectorXd mean = 0.5 * (v_begin_ + free);
  equations_.chart().rate(xi_middle_.data(), middle_.q.data(), mean.data(), rate_.data());
  const Eigen::VectorXd xi = h_ * rate_;
  equations_.chart().position(state_->q.data(), xi.data(), ahead.q.data());
  equations_.response(middle_, list_);
  const std::size_t before = left_out_.size();
  for (const Block& block : list_.blocks) {
    const bool closed = block.law != Law::Bounded && !(block.bias > 0.0);
    if (!closed || x_[block.row] == 0.0) continue;
    ahead.v = equations_.respond(Eigen::VectorXd::Unit(list_.size(), block.row));
    if (turns_over(block, ahead.v, equations_.look(ahead)))
      left_out_.push_back({block.group, block.item});
  }
  equations_.begin_step(*state_);
  if (left_out_.size() > before) return true;
  // Owners answer for the middle of the step.
  RowList there;
  const Look middle = equations_.look(middle_);
  for (const auto& group : equations_.groups())
    if (group->has_rows_between_bodies())
      group->rows()->offer_step(middle, {.h = h_, .since_start = 0.5 * h_}, *state_, there);
  return false;
}

}  // namespace catena
