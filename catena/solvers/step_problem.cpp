#include "catena/solvers/step_problem.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace catena {

void StepProblem::clear() {
  rows_ = coordinates_ = 0;
  trees_.clear(), blocks_.clear();
  masses_.clear(), jacobians_.clear(), biases_.clear(), free_.clear();
}

int StepProblem::append_tree(int coordinates, int mass) {
  if (coordinates < 1)
    throw std::invalid_argument("StepProblem: a tree of " + std::to_string(coordinates) +
                                " coordinates; it needs at least one");
  trees_.push_back({coordinates, coordinates_, mass});
  coordinates_ += coordinates;
  free_.resize(index(coordinates_), 0.0);
  return static_cast<int>(trees_.size()) - 1;
}

int StepProblem::add_tree(int coordinates) {
  const int tree = append_tree(coordinates, static_cast<int>(masses_.size()));
  masses_.resize(masses_.size() + index(coordinates) * index(coordinates), 0.0);
  return tree;
}

int StepProblem::add_unit_tree(int coordinates) {
  return append_tree(coordinates, -1);
}

double* StepProblem::mass(int tree) {
  if (trees_[index(tree)].is_unit())
    throw std::invalid_argument("StepProblem: the mass matrix of tree " + std::to_string(tree) +
                                " is one and cannot be set");
  return masses_.data() + trees_[index(tree)].mass;
}

double* StepProblem::free_velocity(int tree) {
  return free_.data() + trees_[index(tree)].first;
}

int StepProblem::add_block(const ContactLaw& law, int tree, int other_tree) {
  const int trees = static_cast<int>(trees_.size()), rows = law.rows();
  if (tree < 0 || tree >= trees || other_tree < -1 || other_tree >= trees || tree == other_tree)
    throw std::invalid_argument("StepProblem: a block acts on trees " + std::to_string(tree) +
                                " and " + std::to_string(other_tree) + " of " +
                                std::to_string(trees) +
                                "; it needs one tree or two different ones");
  if (rows > ContactLaw::most_rows)
    throw std::invalid_argument("StepProblem: a law with " + std::to_string(rows) +
                                " rows; there are at most 6");
  Block block{law, rows, rows_, {tree, other_tree}, {0, 0}, 0.0};
  for (int piece = 0; piece < 2; ++piece) {
    block.jacobian[piece] = static_cast<int>(jacobians_.size());
    if (block.tree[piece] < 0) continue;
    const int coordinates = trees_[index(block.tree[piece])].coordinates;
    jacobians_.resize(jacobians_.size() + index(rows) * index(coordinates), 0.0);
  }
  rows_ += rows;
  biases_.resize(index(rows_), 0.0);
  blocks_.push_back(block);
  return static_cast<int>(blocks_.size()) - 1;
}

double* StepProblem::jacobian(int block, int piece) {
  return jacobians_.data() + blocks_[index(block)].jacobian[piece];
}

double* StepProblem::bias(int block) {
  return biases_.data() + blocks_[index(block)].first;
}

}  // namespace catena
