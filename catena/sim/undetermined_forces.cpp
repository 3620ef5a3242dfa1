#include "catena/sim/undetermined_forces.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace catena {

namespace {

// Slower than this, rad/s or m/s, all is at rest.
constexpr double still = 1e-6;
// Forces that do less than this part of what others do have no effect, and a part of a force below
// this is none.
constexpr double no_effect = 1e-10, no_part = 1e-6;
// Of more rows than this nobody reads who shares what.
constexpr Eigen::Index most_rows = 300;

using Sums = std::map<std::string, Eigen::Matrix3Xd>;

// What a unit of each unknown force of an island puts on its rows, and in the world on the bodies,
// summed per name.
Eigen::MatrixXd unit_forces(const MotionEquations& equations, const RowList& list,
                            std::span<const int> blocks, Eigen::Index unknowns, Sums& sums) {
  Eigen::Index rows = 0, row = 0, next = 0;
  for (const int b : blocks) rows += list.blocks[static_cast<std::size_t>(b)].row_count();
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(rows, unknowns);
  for (const int b : blocks) {
    const Block& block = list.blocks[static_cast<std::size_t>(b)];
    const Group& group = *equations.groups()[static_cast<std::size_t>(block.group)];
    for (Eigen::Index k = 0; k < block.unknown_count(); ++k, ++next) {
      const Block::Forces f = block.forces(Eigen::VectorXd::Unit(block.unknown_count(), k), 0);
      columns.col(next).segment(row, block.row_count()) = f;
      if (block.law == Law::Bounded) continue;
      Eigen::Matrix3Xd& sum = sums[group.name_of({.item = block.item})];
      if (sum.size() == 0) sum.setZero(3, unknowns);
      for (Eigen::Index r = 0; r < f.size(); ++r) {
        const Vec3<double>& axis = list.rows[static_cast<std::size_t>(block.row + r)].axis;
        sum.col(next) += f[r] * Eigen::Vector3d(axis.x, axis.y, axis.z);
      }
    }
    row += block.row_count();
  }
  return columns;
}

}  // namespace

std::vector<std::string> undetermined_contacts(MotionEquations& equations, const State& state) {
  std::vector<std::string> names;
  if (!equations.has_contact_rows() || !(state.v.lpNorm<Eigen::Infinity>() <= still)) return names;
  State at_rest = state;
  at_rest.v.setZero();
  RowList list;
  equations.observe(at_rest);
  {
    const Look look = equations.look(at_rest);
    for (RowOwner* const owner : equations.row_owners())
      owner->offer(equations, look, {}, at_rest, list);
  }
  if (list.empty() || list.size() > most_rows) return names;
  const Response& response = equations.response(at_rest, list);
  for (int island = 0; island < response.island_count(); ++island) {
    const std::span<const int> blocks = response.blocks(island);
    Eigen::Index unknowns = 0;
    for (const int b : blocks) unknowns += list.blocks[static_cast<std::size_t>(b)].unknown_count();
    Sums sums;
    const Eigen::MatrixXd columns = unit_forces(equations, list, blocks, unknowns, sums);
    const Eigen::MatrixXd all = columns.transpose() * response.matrix(island) * columns;
    // What moves nothing by itself, as friction across a guide, is no choice.
    std::vector<Eigen::Index> active;
    for (Eigen::Index k = 0; k < unknowns; ++k)
      if (all(k, k) > no_effect * all.diagonal().maxCoeff()) active.push_back(k);
    if (active.empty()) continue;
    const Eigen::MatrixXd of_active = all(active, active);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> effects(of_active);
    const double least = no_effect * effects.eigenvalues().maxCoeff();
    const auto count = static_cast<Eigen::Index>(active.size());
    for (const auto& [name, sum] : sums)
      for (Eigen::Index k = 0; k < count && effects.eigenvalues()[k] <= least; ++k)
        if ((sum(Eigen::all, active) * effects.eigenvectors().col(k)).norm() > no_part) {
          names.push_back(name);
          break;
        }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace catena
