// ContactForces: configurations in which closed contacts touch, and velocities that keep them so.

#include <algorithm>
#include <cmath>

#include "catena/contact/contact_forces.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using detail::at;

Vec3<double> ContactForces::from_anchor(int i, const Anchor& anchor) const {
  const Vec3<double> d = geometry_.from_b(i, geometry_.point_in_b(i) - anchor.in_b) -
                         geometry_.from_a(i, geometry_.point_in_a(i) - anchor.in_a);
  const std::array<Vec3<double>, 3>& axes = geometry_.place(i).axes;
  return {0.0, dot(axes[1], d), dot(axes[2], d)};
}

double ContactForces::close_position(LoopSolver& solver, Out<double> q, Held held) {
  const Model& tree = solver.loops().tree();
  const In<double> q_tree(q.data(), tree.nq());
  const auto largest_gap = [&] {
    locate(solver);
    double largest = 0.0;
    for (int i = 0; i < geometry_.count(); ++i) {
      if (!at(modes_, i).closed()) continue;
      largest = std::max(largest, std::abs(geometry_.place(i).gap));
      if (is_anchored(i)) largest = std::max(largest, norm(from_anchor(i, *at(anchors_, i))));
    }
    return largest;
  };
  solver.place(In<double>(q.data(), q.size()));
  double gap = largest_gap();
  for (int pass = 0; pass < 3 && gap > closing_tolerance; ++pass) {
    solver.prepare(In<double>(q.data(), q.size()), held);
    find_matrix(solver, Purpose::Gaps);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const int i = rows_[k].contact;
      residual_[static_cast<Eigen::Index>(k)] =
          rows_[k].axis == 0 ? -geometry_.place(i).gap
                             : -from_anchor(i, *at(anchors_, i))[rows_[k].axis];
    }
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
        -geometry_.place(rows_[k].contact).rate(rows_[k].axis);
  solve(solver, v.data(), false);
}

}  // namespace catena
