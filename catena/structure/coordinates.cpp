#include "catena/structure/coordinates.hpp"

#include "catena/structure/chart.hpp"

namespace catena {

Coordinates::Coordinates(std::shared_ptr<const Model> tree, std::shared_ptr<const Loops> loops,
                         std::shared_ptr<const HomeLayout> home)
    : tree_(std::move(tree)),
      loops_(std::move(loops)),
      home_(std::move(home)),
      nq_(loops_ ? loops_->nq() : tree_->nq()) {
  const Chart chart = loops_ ? Chart(*loops_) : Chart(*tree_);
  for (int k = 0; k < (loops_ ? loops_->nv() : tree_->nv()); ++k)
    place_.push_back(chart.place_in_q(k));
}

std::string Coordinates::name(int dof) const {
  return loops_ ? loops_->coordinate_name(dof) : tree_->coordinate_name(dof);
}

}  // namespace catena
