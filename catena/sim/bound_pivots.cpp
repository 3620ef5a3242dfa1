#include "catena/sim/bound_pivots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena {

namespace {

// So often several are exchanged although they have not become fewer. Chains of a hundred hinges
// were lost least often with 10 to 15.
constexpr int most_patience = 10;
// Of the largest: less than this is rounding, which long chains make large.
constexpr double pivot_rounding = 1e-11;

const Block& block_of(const RowList& list, int number) {
  return list.blocks[static_cast<std::size_t>(number)];
}

}  // namespace

// Where something was held it mostly still is. What has no impulse yet is held if it would move
// against its bound.
void BoundPivots::begin(const RowList& list, std::span<const int> blocks, const Eigen::VectorXd& b,
                        const Eigen::VectorXd& x, bool known) {
  where_.clear();
  small_u_ = 0.0;
  for (const int number : blocks) {
    const Block& block = block_of(list, number);
    const double last = x[block.row], rest = b[block.row];
    Where where = Where::Still;
    if (last <= block.lower)
      where = known || last != 0.0 || rest >= 0.0 ? Where::AtLower : Where::Still;
    else if (last >= block.upper)
      where = known || last != 0.0 || rest <= 0.0 ? Where::AtUpper : Where::Still;
    where_.push_back(where);
    small_u_ = std::max(small_u_, std::abs(rest));
  }
  small_u_ *= pivot_rounding;
  fewest_ = std::numeric_limits<int>::max();
  patience_ = most_patience;
  rounds_ = 0;
}

bool BoundPivots::any_held() const {
  return std::any_of(where_.begin(), where_.end(), [](Where w) { return w == Where::Still; });
}

BoundPivots::Where BoundPivots::right(const Block& block, Where now, double x, double u) const {
  if (now == Where::Still)
    return x < block.lower - small_x_   ? Where::AtLower
           : x > block.upper + small_x_ ? Where::AtUpper
                                        : Where::Still;
  return static_cast<double>(now) * u > small_u_ ? Where::Still : now;
}

bool BoundPivots::exchange(const RowList& list, std::span<const int> blocks,
                           const Eigen::VectorXd& x, const Eigen::VectorXd& u) {
  ++rounds_;
  small_x_ = 0.0;
  for (const int number : blocks)
    small_x_ = std::max(small_x_, pivot_rounding * std::abs(x[block_of(list, number).row]));
  int wrong = 0, loose = 0;
  beyond_.assign(where_.size() + 2, 0.0);
  ought_.resize(where_.size());
  for (std::size_t i = 0; i < where_.size(); ++i) {
    const Block& block = block_of(list, blocks[i]);
    const double impulse = x[block.row];
    ought_[i] = right(block, where_[i], impulse, u[block.row]);
    if (ought_[i] == where_[i]) continue;
    ++wrong;
    if (where_[i] == Where::Still)
      beyond_[i + 1] = std::max(block.lower - impulse, impulse - block.upper);
    else
      ++loose;
  }
  if (wrong == 0) return false;
  const bool together = wrong < fewest_ || patience_-- > 0;
  if (wrong < fewest_) fewest_ = wrong, patience_ = most_patience;
  if (together)
    exchange_together(loose == 0 || rounds_ == 1);
  else
    exchange_last();
  return true;
}

// A coordinate that moves against its bound is held, whatever others do: held ones mostly need more
// impulse the more of them there are. So none is let go before all of these are held. Of neighbours
// whose bounds would have to pull, the one that pulls most is let go: the others then mostly push.
void BoundPivots::exchange_together(bool lets_go) {
  for (std::size_t i = 0; i < where_.size(); ++i) {
    if (ought_[i] == where_[i]) continue;
    const double most = std::max(beyond_[i], beyond_[i + 2]);
    if (where_[i] != Where::Still || (lets_go && beyond_[i + 1] >= most)) where_[i] = ought_[i];
  }
}

// One after the other, which always ends (Murty 1974).
void BoundPivots::exchange_last() {
  for (std::size_t i = where_.size(); i-- > 0;) {
    if (ought_[i] == where_[i]) continue;
    where_[i] = ought_[i];
    return;
  }
}

}  // namespace catena
