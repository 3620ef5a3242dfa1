#include "catena/dynamics/workspace.hpp"

#include <algorithm>
#include <limits>

namespace catena {

namespace {

// Levels for the forward sweep of the inverse mass matrix: a dof works in its parent's rows unless
// siblings that come after it still need them.
std::vector<int> branching_levels(const Model& model) {
  std::vector<int> level(static_cast<std::size_t>(model.nv()), 0);
  const auto parent = model.dof_parent();
  const auto end = model.dof_subtree_end();
  for (std::size_t i = 0; i < level.size(); ++i) {
    if (parent[i] < 0) continue;
    const auto p = static_cast<std::size_t>(parent[i]);
    level[i] = level[p] + (end[i] == end[p] ? 0 : 1);
  }
  return level;
}

template <class Element>
void fill_nan(std::vector<Element>& elements) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  auto* numbers = reinterpret_cast<double*>(elements.data());
  std::fill(numbers, numbers + elements.size() * sizeof(Element) / sizeof(double), nan);
}

}  // namespace

template <class T>
Workspace<T>::Workspace(const Model& model)
    : tree_hash(model.tree_hash()),
      levels(static_cast<std::size_t>(model.max_depth()) + 1),
      local(model.nodes().size()),
      axes(static_cast<std::size_t>(model.nv())),
      world(model.nodes().size()),
      moving(model.nodes().size()),
      articulated(static_cast<std::size_t>(model.max_depth()) + 1),
      poses(model.nodes().size()),
      composites(model.nodes().size()),
      external(model.nodes().size()),
      custom(model.custom_joints().size()),
      S(static_cast<std::size_t>(model.nv()) + 1),  // room for world_columns.hpp
      dof_forces(static_cast<std::size_t>(model.nv()) + 1),
      terms(static_cast<std::size_t>(model.nv())),
      F(model.nv()),
      branching_level(branching_levels(model)),
      q_scratch(static_cast<std::size_t>(model.nq())),
      v_scratch(static_cast<std::size_t>(model.nv())),
      sines(static_cast<std::size_t>(model.nq()) + 3),
      cosines(static_cast<std::size_t>(model.nq()) + 3),
      panel(static_cast<std::size_t>(4 * (model.nv() + 3))),
      panel_columns(static_cast<std::size_t>(model.nv() + 3)) {
  int levels_needed = 0;
  for (const int level : branching_level) levels_needed = std::max(levels_needed, level + 1);
  P.assign(static_cast<std::size_t>(levels_needed), SpatialRows<T>(model.nv()));
}

template <class T>
void Workspace<T>::poison() {
  fill_nan(levels);
  fill_nan(local);
  fill_nan(axes);
  fill_nan(world);
  fill_nan(moving);
  fill_nan(articulated);
  fill_nan(poses);
  fill_nan(composites);
  fill_nan(external);
  fill_nan(custom);
  fill_nan(S);
  fill_nan(dof_forces);
  fill_nan(terms);
  fill_nan(F.data());
  for (SpatialRows<T>& rows : P) fill_nan(rows.data());
  fill_nan(q_scratch);
  fill_nan(v_scratch);
  fill_nan(sines);
  fill_nan(cosines);
  fill_nan(panel);
}

template struct Workspace<double>;
template struct Workspace<Pack4>;

}  // namespace catena
