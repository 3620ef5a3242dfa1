#include "catena/dynamics/impulse_matrix.hpp"

#include <algorithm>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// Calls f(node, wrench) for what a unit impulse of the row does to nodes, in their axes.
template <class F>
void for_wrenches(const Model& model, const ImpulseRow& row, F&& f) {
  const auto put = [&](BodyId id, const Vec3<double>& p, const Vec3<double>& direction) {
    const BodyInfo& body = model.body(id);
    if (body.node != 0) f(body.node, body.X_NB * Force<double>{cross(p, direction), direction});
  };
  put(row.body, row.p_B, row.direction_B);
  put(row.other, row.p_O, row.direction_O);
}

}  // namespace

ImpulseMatrix::ImpulseMatrix(const Model& model)
    : is_marked_(model.nodes().size(), 0),
      load_(model.nodes().size(), Force<Pack4>::zero()),
      jump_(model.nodes().size(), Motion<Pack4>::zero()),
      efforts_(static_cast<std::size_t>(model.nv()), Pack4(0.0)) {
  nodes_.reserve(model.nodes().size());
}

void ImpulseMatrix::mark(const Model& model, std::span<const ImpulseRow> rows) {
  const auto nodes = model.nodes();
  std::fill(is_marked_.begin(), is_marked_.end(), char{0});
  for (const ImpulseRow& row : rows)
    for (const BodyId id : {row.body, row.other})
      for (int n = model.body(id).node; n != 0 && at(is_marked_, n) == 0; n = at(nodes, n).parent)
        at(is_marked_, n) = 1;
  nodes_.clear();
  for (std::size_t i = 1; i < nodes.size(); ++i)
    if (is_marked_[i] != 0) nodes_.push_back(static_cast<int>(i));
}

// jump_ of the marked nodes for at most four rows, one per lane (Carvalho 2007, eqs. 4.25, 4.15).
void ImpulseMatrix::respond(const ArticulatedTree& tree, std::span<const ImpulseRow> four) {
  const auto nodes = tree.model().nodes();
  for (const int n : nodes_) at(load_, n) = Force<Pack4>::zero();
  for (std::size_t lane = 0; lane < four.size(); ++lane)
    for_wrenches(tree.model(), four[lane], [&](int n, const Force<double>& f) {
      for (int k = 0; k < 6; ++k)
        set_lane(at(load_, n)[k], lane, catena::lane(at(load_, n)[k], lane) + f[k]);
    });
  for (auto n = nodes_.rbegin(); n != nodes_.rend(); ++n) {
    const Force<Pack4> rest = tree.carry(
        *n, at(load_, *n), [&](int dof, const Pack4& u) { return at(efforts_, dof) = u; });
    if (const int parent = at(nodes, *n).parent; parent != 0) at(load_, parent) += rest;
  }
  for (const int n : nodes_)
    at(jump_, n) = tree.follow(
        n, at(jump_, at(nodes, n).parent), [&](int dof) { return at(efforts_, dof); },
        [](int, const Pack4&) {});
}

void ImpulseMatrix::compute(const ArticulatedTree& tree, std::span<const ImpulseRow> rows,
                            OutMatrix<double> G) {
  const auto m = static_cast<Eigen::Index>(rows.size());
  detail::require_shape("ImpulseMatrix::compute", "G", G, m, m);
  mark(tree.model(), rows);
  for (std::size_t first = 0; first < rows.size(); first += Pack4::lanes) {
    const std::size_t count = std::min<std::size_t>(Pack4::lanes, rows.size() - first);
    respond(tree, rows.subspan(first, count));
    for (std::size_t i = first; i < rows.size(); ++i) {
      Pack4 jump(0.0);
      for_wrenches(tree.model(), rows[i], [&](int n, const Force<double>& f) {
        jump = jump + dot(Force<Pack4>::from(f), at(jump_, n));
      });
      for (std::size_t lane = 0; lane < count; ++lane) {
        const auto r = static_cast<Eigen::Index>(i), c = static_cast<Eigen::Index>(first + lane);
        if (r >= c) G(r, c) = G(c, r) = catena::lane(jump, lane);
      }
    }
  }
}

}  // namespace catena
