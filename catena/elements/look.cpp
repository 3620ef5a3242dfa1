#include "catena/elements/look.hpp"

#include "catena/structure/coordinate_part.hpp"

namespace catena {

void detail::Instant::compute() const {
  const Model& tree = coordinates->tree();
  kinematics_.compute(tree, part(q, 0, tree.nq()), part(v, 0, tree.nv()));
  has_kinematics_ = true;
}

Look LookMaker::make(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  for (const auto& instant : instants_)
    if (instant.use_count() == 1) {
      instant->set(t, q, v);
      return Look(instant);
    }
  instants_.push_back(std::make_shared<detail::Instant>(coordinates_));
  instants_.back()->set(t, q, v);
  return Look(instants_.back());
}

}  // namespace catena
