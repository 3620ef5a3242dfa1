#include "catena/constraints/loop_efforts.hpp"

#include "catena/dynamics/passive.hpp"

namespace catena {

void passive_efforts(const Loops& loops, In<double> q, In<double> v, Out<double> tau,
                     Workspace<double>& of_tree, Workspace<double>& of_links) {
  const Model &tree = loops.tree(), &links = loops.links();
  passive_efforts<double>(tree, In<double>(q.data(), tree.nq()), In<double>(v.data(), tree.nv()),
                          Out<double>(tau.data(), tree.nv()), of_tree);
  passive_efforts<double>(links, In<double>(q.data() + tree.nq(), links.nq()),
                          In<double>(v.data() + tree.nv(), links.nv()),
                          Out<double>(tau.data() + tree.nv(), links.nv()), of_links);
}

}  // namespace catena
