#include "catena/dynamics/body_forces.hpp"

#include <algorithm>

namespace catena {

BodyForces::BodyForces(const Model& tree)
    : tree_(&tree),
      on_bodies_(static_cast<std::size_t>(tree.body_count()), Force<double>::zero()),
      sums_(tree.nodes().size()) {}

void BodyForces::clear() {
  if (any_) std::fill(on_bodies_.begin(), on_bodies_.end(), Force<double>::zero());
  any_ = false;
}

// Wrenches, summed from the leaves to the root, on the columns of the world Jacobian.
void BodyForces::add_efforts(const Kinematics<double>& bodies, Eigen::VectorXd& tau) {
  if (!any_) return;
  std::fill(sums_.begin(), sums_.end(), Force<double>::zero());
  for (std::size_t b = 1; b < on_bodies_.size(); ++b)
    sums_[static_cast<std::size_t>(tree_->body(BodyId{static_cast<int>(b)}).node)] += on_bodies_[b];
  const std::span<const Node> nodes = tree_->nodes();
  for (std::size_t n = nodes.size() - 1; n > 0; --n)
    sums_[static_cast<std::size_t>(nodes[n].parent)] += sums_[n];
  const std::span<const Motion<double>> columns = bodies.columns();
  const std::span<const int> node_of = tree_->dof_node();
  for (std::size_t k = 0; k < columns.size(); ++k)
    tau[static_cast<Eigen::Index>(k)] +=
        dot(columns[k], sums_[static_cast<std::size_t>(node_of[k])]);
}

void BodyForces::add_body_wrenches(const Kinematics<double>& bodies,
                                   std::vector<Force<double>>& external) const {
  if (!any_) return;
  for (std::size_t b = 1; b < on_bodies_.size(); ++b) {
    const Force<double>& f = on_bodies_[b];
    const Transform<double> X = bodies.pose(*tree_, tree_->body_frame(BodyId{static_cast<int>(b)}));
    external[b] +=
        Force<double>{transpose_times(X.rotation, f.angular - cross(X.translation, f.linear)),
                      transpose_times(X.rotation, f.linear)};
  }
}

}  // namespace catena
