#pragma once
// The set of wrenches of a whole grasp, as its support function and as a cone program.

#include <Eigen/Core>
#include <vector>

#include "catena/grasp/grown_hull.hpp"
#include "catena/grasp/wrench_cone.hpp"
#include "catena/solvers/cone_program.hpp"

namespace catena::grasp {

// The origin is inside where forces balance each other that are inside of their cones by more than
// this, with normal forces whose sum is 1.
inline constexpr double inside_tolerance = 1e-9;

// L1: normal forces sum to 1 (the hull of all primitives). Linf: each is at most 1 (the sum of the
// hulls of zero and the primitives of each contact). Ferrari & Canny 1992.
enum class Measure { L1, Linf };

struct WrenchSetOptions {
  Measure measure = Measure::L1;
  int edges = 0;          // of each cone; 0: the cone itself
  Eigen::VectorXd shift;  // a wrench that is always there, such as gravity; empty: none
};

// { shift + G x : x in its cones, N x = limits }: rows of A are those of G, then those of N, which
// also tie the blocks of a contact to each other (WrenchCones).
struct ConeSet {
  int d = 0;          // rows of G
  Eigen::MatrixXd A;  // G over N
  Eigen::VectorXd limits, shift;
  std::vector<int> cones;
};

// The set is { shift + G x : x in its cones, N x = 1 }, where rows of N are sums of normal forces,
// with slack variables where these are limits (and ties). Tags of points are contacts (L1), or 0.
class WrenchSet {
 public:
  // Wrenches are multiplied by `transform` where that is not empty.
  void set(const WrenchCones& cones, const WrenchSetOptions& options,
           const Eigen::MatrixXd& transform = {});

  int dimension() const { return set_.d; }
  int contacts() const { return contacts_; }
  const ConeSet& cone_set() const { return set_; }

  double support(const Eigen::VectorXd& u);
  // The point may be null.
  double support(const double* u, double* point, int& tag);

 private:
  struct Block {
    int first = 0, size = 1, contact = 0;
    int second = 0, turns = 0;  // torques about the tangents, see WrenchCones
  };
  double length_of(int first, int count) const;
  void add_parts(int first, int count, double* point) const;
  double block_support(const Block& block) const;
  void add_block(const Block& block, double* point) const;

  Measure measure_ = Measure::L1;
  int contacts_ = 0, columns_ = 0;
  ConeSet set_;
  std::vector<Block> blocks_;
  Eigen::MatrixXd transposed_;  // of G
  Eigen::VectorXd parts_, best_;
  std::vector<int> best_block_;
};

}  // namespace catena::grasp
