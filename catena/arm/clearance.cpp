#include "catena/arm/clearance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "catena/model/configuration.hpp"

namespace catena {

namespace {

// The nearest body inwards that moves against the ground, or the world: rigid parts count as one.
int moving_node(const Model& model, int node) {
  while (node != 0 && model.nodes()[static_cast<std::size_t>(node)].nv == 0)
    node = model.nodes()[static_cast<std::size_t>(node)].parent;
  return node;
}

bool are_neighbours(const Model& model, int a, int b) {
  const auto inwards = [&](int node) {
    return node == 0 ? -1
                     : moving_node(model, model.nodes()[static_cast<std::size_t>(node)].parent);
  };
  return a == b || inwards(a) == b || inwards(b) == a;
}

}  // namespace

Clearance::Clearance(const Model& model,
                     const std::vector<std::pair<std::string, std::string>>& allowed)
    : model_(&model), kinematics_(model) {
  for (int b = 0; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    for (const BodyShape& shape : body.shapes) {
      if (!shape.touches) continue;
      if (!is_bounded(shape.kind) && moving_node(model, body.node) != 0)
        throw std::invalid_argument(
            fmt::format("Clearance: body '{}' moves and has an unbounded shape", body.name));
      solids_.push_back({make_collider(shape), BodyId{b}, body.node, body.X_NB * shape.X_BS});
    }
  }
  places_.resize(solids_.size());
  find_pairs(allowed);
  find_reach();
  q_ = neutral_configuration(model);
  step_ = Eigen::VectorXd::Zero(model.nv());
}

void Clearance::find_pairs(const std::vector<std::pair<std::string, std::string>>& allowed) {
  const auto may_touch = [&](BodyId a, BodyId b) {
    return std::any_of(allowed.begin(), allowed.end(), [&](const auto& names) {
      const BodyId first = model_->find_body(names.first), second = model_->find_body(names.second);
      return (first == a && second == b) || (first == b && second == a);
    });
  };
  for (std::size_t a = 0; a < solids_.size(); ++a)
    for (std::size_t b = a + 1; b < solids_.size(); ++b) {
      const int na = moving_node(*model_, solids_[a].node),
                nb = moving_node(*model_, solids_[b].node);
      if (are_neighbours(*model_, na, nb) || may_touch(solids_[a].body, solids_[b].body)) continue;
      pairs_.push_back({a, b, {}});
    }
}

// From the outermost nodes inwards: how far points are from a node's origin, at most.
void Clearance::find_reach() {
  const auto nodes = model_->nodes();
  std::vector<double> far(nodes.size(), 0.0);
  for (const Solid& s : solids_)
    if (is_bounded(s.collider.shape.kind))
      far[static_cast<std::size_t>(s.node)] = std::max(far[static_cast<std::size_t>(s.node)],
                                                       norm(s.X_NS.translation) + s.collider.size);
  reach_ = Eigen::VectorXd::Zero(model_->nv());
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    double slide = 0.0;
    for (int k = 0; k < node.nv; ++k) {
      const int dof = node.v + k;
      const bool turns = node.kind == NodeKind::Revolute || node.kind == NodeKind::Spherical;
      reach_[dof] = turns ? far[i] : std::max(1.0, far[i]);
      if (turns) continue;
      const JointInfo& joint = model_->joint(JointId{node.joint});
      const double low = place_in_q(*model_, dof) < 0 ? -HUGE_VAL
                                                      : joint.spec.position_lower[dof - joint.v],
                   high = place_in_q(*model_, dof) < 0 ? HUGE_VAL
                                                       : joint.spec.position_upper[dof - joint.v];
      slide += std::max(std::abs(low), std::abs(high));
    }
    const auto parent = static_cast<std::size_t>(node.parent);
    if (far[i] > 0.0)
      far[parent] = std::max(far[parent], norm(node.X_PF.translation) + slide + far[i]);
  }
  for (int dof = 0; dof < model_->nv(); ++dof)
    if (!std::isfinite(reach_[dof]))
      throw std::invalid_argument(
          fmt::format("Clearance: how far '{}' moves its bodies has no bound, because a joint "
                      "beyond it slides without limits",
                      model_->coordinate_name(dof)));
}

Clearance::Nearest Clearance::at(const Eigen::VectorXd& q, double enough) {
  kinematics_.compute(*model_, q);
  for (std::size_t i = 0; i < solids_.size(); ++i)
    places_[i] =
        kinematics_.node_poses()[static_cast<std::size_t>(solids_[i].node)] * solids_[i].X_NS;
  Nearest nearest{enough, 0, 0};
  for (Pair& pair : pairs_) {
    const Solid &a = solids_[pair.a], &b = solids_[pair.b];
    // Spheres around both: most pairs are far apart.
    if (is_bounded(a.collider.shape.kind) && is_bounded(b.collider.shape.kind) &&
        norm(places_[pair.a].translation - places_[pair.b].translation) - a.collider.size -
                b.collider.size >
            nearest.distance)
      continue;
    const Distance d =
        distance(a.collider, places_[pair.a], b.collider, places_[pair.b], pair.cache);
    // The value less its possible error is certain.
    const double certain = d.value - d.duality_gap;
    if (certain < nearest.distance) nearest = {certain, a.body.index, b.body.index};
  }
  return nearest;
}

bool Clearance::free_way(const Eigen::VectorXd& from, const Eigen::VectorXd& way, double margin) {
  // Two bodies come nearer to each other by no more than both move.
  const double whole = 2.0 * reach_.dot(way.cwiseAbs());
  double done = 0.0;
  for (int i = 0; i < 10000; ++i) {
    step_ = done * way;
    integrate<double>(*model_, from, step_, q_);
    const double room = at(q_, margin + whole * (1.0 - done)).distance - margin;
    if (room < 0.0) return false;
    if (whole * (1.0 - done) <= room) return true;
    done = std::min(1.0, done + std::max(room, 1e-5) / whole);
  }
  return false;
}

}  // namespace catena
