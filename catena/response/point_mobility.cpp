#include "catena/response/point_mobility.hpp"

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

double point_mobility(const LoopSolver& solver, int node_a, int node_b, const Vec3<double>& p) {
  const Model& model = solver.loops().tree();
  const ClosureGeometry::TreeState tree = solver.tree_state();
  const Workspace<double>& ws = solver.workspace();
  double sum = 0.0;
  for (int n : {node_a, node_b})
    for (; n > 0; n = at(model.nodes(), n).parent) {
      const Node& node = at(model.nodes(), n);
      const Transform<double> X_PN = {at(tree.poses, n).rotation,
                                      at(tree.poses, n).translation + at(tree.roots, n) - p};
      detail::visit_node(node, ws, [&](const auto& joint) {
        for (int k = 0; k < node.nv; ++k) {
          const Vec3<double> v = (X_PN * joint.template column<double>(k)).linear;
          sum += at(ws.axes, node.v + k).D_inverse * dot(v, v);
        }
      });
    }
  return sum;
}

}  // namespace catena
