#pragma once
// Which of several bounded coordinates are held, and which are at a bound: principal pivoting,
// several that are wrong at once as long as they become fewer, then one after the other (Judice &
// Pires 1994). With a symmetric positive definite response it ends at the one solution. Which ones
// at once: in a chain an impulse at a hinge moves its neighbours the other way, so the response is
// nearly an M-matrix, for which holding all that move against their bounds is never wrong
// (Chandrasekaran 1970).

#include <Eigen/Core>
#include <span>
#include <vector>

#include "catena/elements/rows.hpp"

namespace catena {

class BoundPivots {
 public:
  enum class Where : signed char { AtLower = -1, Still = 0, AtUpper = 1 };

  // For blocks of a list, each with one row. x: impulses to begin with; b: velocities without any.
  // Known: x was found for almost the same, and an impulse of zero is one, too.
  void begin(const RowList& list, std::span<const int> blocks, const Eigen::VectorXd& b,
             const Eigen::VectorXd& x, bool known);
  std::size_t size() const { return where_.size(); }
  Where where(std::size_t i) const { return where_[i]; }
  bool any_held() const;

  // With the impulses of those that are held and the velocities of the others. Returns whether
  // something has changed: then these are to be found again.
  bool exchange(const RowList& list, std::span<const int> blocks, const Eigen::VectorXd& x,
                const Eigen::VectorXd& u);
  // Whether there is no hope that it ends.
  bool is_lost() const { return rounds_ > 20 + static_cast<int>(where_.size() / 4); }

 private:
  // What a row ought to be.
  Where right(const Block& block, Where now, double x, double u) const;

  void exchange_together(bool lets_go);
  void exchange_last();

  std::vector<Where> where_, ought_;
  std::vector<double> beyond_;  // by how much a held one is beyond its bound; one more on each side
  double small_x_ = 0.0, small_u_ = 0.0;
  int fewest_ = 0, patience_ = 0, rounds_ = 0;
};

}  // namespace catena
