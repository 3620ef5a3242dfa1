#include "catena/sim/bound_pivots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena {

namespace {

// So often all are exchanged although they have not become fewer.
constexpr int most_patience = 3;
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
  int wrong = 0;
  const auto ought = [&](std::size_t i) {
    const Block& block = block_of(list, blocks[i]);
    return right(block, where_[i], x[block.row], u[block.row]);
  };
  for (std::size_t i = 0; i < where_.size(); ++i) wrong += ought(i) != where_[i] ? 1 : 0;
  if (wrong == 0) return false;
  const bool all = wrong < fewest_ || patience_-- > 0;
  if (wrong < fewest_) fewest_ = wrong, patience_ = most_patience;
  for (std::size_t i = where_.size(); i-- > 0;) {
    const Where now = ought(i);
    if (now == where_[i]) continue;
    where_[i] = now;
    if (!all) break;  // the last one alone
  }
  return true;
}

}  // namespace catena
