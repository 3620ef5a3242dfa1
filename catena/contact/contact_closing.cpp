// ContactForces: configurations in which closed contacts touch, and velocities that keep them so.

#include <algorithm>
#include <cmath>

#include "catena/contact/contact_forces.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using detail::at;

double ContactForces::close_position(LoopSolver& solver, Out<double> q, Held held) {
  const Model& tree = solver.loops().tree();
  const In<double> q_tree(q.data(), tree.nq());
  const auto largest_gap = [&] {
    locate(solver);
    double largest = 0.0;
    for (int i = 0; i < geometry_.count(); ++i)
      if (at(modes_, i).closed()) largest = std::max(largest, std::abs(geometry_.place(i).gap));
    return largest;
  };
  solver.place(In<double>(q.data(), q.size()));
  double gap = largest_gap();
  for (int pass = 0; pass < 3 && gap > closing_tolerance; ++pass) {
    solver.prepare(In<double>(q.data(), q.size()), held);
    find_matrix(solver, Purpose::Gaps);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      residual_[static_cast<Eigen::Index>(k)] = -geometry_.place(rows_[k].contact).gap;
    step_.setZero(rate_.size());
    solve(solver, step_.data(), false);
    integrate<double>(tree, q_tree, In<double>(step_.data(), tree.nv()),
                      Out<double>(q.data(), tree.nq()));
    if (!solver.loops().empty())
      solver.close_position(q, held, 3);
    else
      solver.place(In<double>(q.data(), q.size()));
    const double before = gap;
    gap = largest_gap();
    if (gap > 0.5 * before) break;
  }
  return gap;
}

void ContactForces::close_velocity(LoopSolver& solver, In<double> q, Out<double> v, Held held) {
  solver.prepare(q, held, v.data());
  locate(solver);
  find_matrix(solver, Purpose::Velocities);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    residual_[static_cast<Eigen::Index>(k)] =
        -geometry_.place(rows_[k].contact).velocity[rows_[k].axis];
  solve(solver, v.data(), false);
}

}  // namespace catena
