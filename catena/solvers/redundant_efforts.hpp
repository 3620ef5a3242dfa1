#pragma once
// Efforts within bounds that are not unique: a load may be shared in several ways, and all of them
// do the same.
//
//   r = r0 + R y   for any y,   lower <= r <= upper
//
// Two choices are made. The smallest efforts within the bounds are those that are recorded. The
// roomiest ones are as far from their bounds as they can all be at once: first the least distance
// is as large as possible, then that of the others. As long as the roomiest ones are inside, no
// effort has to give way.

#include <Eigen/Core>
#include <vector>

#include "catena/solvers/quadratic_program.hpp"

namespace catena {

class RedundantEfforts {
 public:
  // Columns of R need not be independent; bounds may be infinite. Returns whether any effort can
  // be changed. Allocates.
  bool find(const Eigen::VectorXd& r0, const Eigen::MatrixXd& R, const Eigen::VectorXd& lower,
            const Eigen::VectorXd& upper);

  // After find() returned true.
  // Whether effort k can be changed.
  bool is_shared(Eigen::Index k) const { return shared_[static_cast<std::size_t>(k)] != 0; }
  // The smallest within the bounds; where there are none, those that exceed them least.
  Eigen::VectorXd smallest();
  // How far the roomiest efforts are from their bounds: negative where no efforts are inside.
  // Infinite for those that are not shared.
  const Eigen::VectorXd& room() const { return room_; }
  const Eigen::VectorXd& roomiest() const { return roomiest_; }

 private:
  bool find_directions(const Eigen::MatrixXd& R);
  void find_room();
  void find_room_of(const std::vector<Eigen::Index>& group);
  std::vector<std::vector<Eigen::Index>> groups() const;

  Eigen::VectorXd r0_, lower_, upper_, room_, roomiest_;
  Eigen::MatrixXd U_;  // orthonormal columns: the directions of r
  std::vector<char> shared_;
  QpSolver solver_;
};

// Of efforts x with w = W x + b, those that hold (|w| <= still) may be at their bounds where others
// could take over. Takes the roomiest that do the same, where any are at a bound and all have room.
void take_from_bounds(const Eigen::MatrixXd& W, double still, const Eigen::VectorXd& lower,
                      const Eigen::VectorXd& upper, const Eigen::VectorXd& w, Eigen::VectorXd& x);

}  // namespace catena
