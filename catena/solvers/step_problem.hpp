#pragma once
// The contacts, stops and drives of one island in velocities: the problem of a time step.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "catena/solvers/contact_law.hpp"

namespace catena {

// v = v_free + M^-1 J^T x,   u = J v + bias + compliance x,   and the law of each block between its
// rows of x and u. M is made of one dense block per tree of bodies. The bias is gap / h, the
// velocity of a surface, e u^- or whatever else shifts the velocity that the law sees. A compliance
// adds to the diagonal: a servo that is treated implicitly, a regularised equality. It needs limits
// whose rows have equal coefficients.
//
// Filled anew for each solution; clear() keeps the memory. Pointers are valid until the next add.
class StepProblem {
 public:
  void clear();

  // A tree of bodies with `coordinates` velocities; 6 for a free body. M and v_free begin as zero.
  int add_tree(int coordinates);
  // The same in coordinates in which the mass matrix is one; it has no mass().
  int add_unit_tree(int coordinates);
  double* mass(int tree);  // coordinates^2; symmetric, the lower triangle is read (column-major)
  double* free_velocity(int tree);  // coordinates

  // A block that acts on one tree, or on two different ones. J and bias begin as zero.
  int add_block(const ContactLaw& law, int tree, int other_tree = -1);
  double* jacobian(int block, int piece = 0);  // rows x coordinates, row after row
  double* bias(int block);                     // rows
  double& compliance(int block) { return blocks_[index(block)].compliance; }

  struct Tree {
    int coordinates, first;  // first: place in v
    int mass;                // place in masses(); -1: the mass matrix is one
    bool is_unit() const { return mass < 0; }
  };
  struct Block {
    ContactLaw law;
    int rows, first;  // first: place in x, u and biases()
    int tree[2];      // -1: no second one
    int jacobian[2];  // place in jacobians()
    double compliance;
  };
  int rows() const { return rows_; }                // of x and u
  int coordinates() const { return coordinates_; }  // of v
  std::span<const Tree> trees() const { return trees_; }
  std::span<const Block> blocks() const { return blocks_; }
  std::span<const double> masses() const { return masses_; }
  std::span<const double> jacobians() const { return jacobians_; }
  std::span<const double> biases() const { return biases_; }
  std::span<const double> free_velocities() const { return free_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int append_tree(int coordinates, int mass);

  int rows_ = 0, coordinates_ = 0;
  std::vector<Tree> trees_;
  std::vector<Block> blocks_;
  std::vector<double> masses_, jacobians_, biases_, free_;
};

}  // namespace catena
