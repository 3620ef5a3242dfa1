#include "catena/arm/approach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include "catena/arm/positions.hpp"

namespace catena {

using Eigen::VectorXd;

namespace {

struct Branch {
  VectorXd at;  // positions of the coordinates that may move
  int parent;
};

class TwoTrees {
 public:
  TwoTrees(Clearance& clearance, const VectorXd& from, const ApproachOptions& options)
      : clearance_(clearance),
        model_(clearance.model()),
        options_(options),
        base_(from),
        q_(from),
        random_(options.seed) {
    for (int dof = 0; dof < model_.nv(); ++dof) {
      const bool wanted =
          options.dofs.empty() ||
          std::find(options.dofs.begin(), options.dofs.end(), dof) != options.dofs.end();
      if (!wanted || place_in_q(model_, dof) < 0) continue;
      const auto& node =
          model_
              .nodes()[static_cast<std::size_t>(model_.dof_node()[static_cast<std::size_t>(dof)])];
      const JointInfo& joint = model_.joint(JointId{node.joint});
      dofs_.push_back(dof);
      lower_.push_back(std::max(joint.spec.position_lower[dof - joint.v], -2.0 * std::numbers::pi));
      upper_.push_back(std::min(joint.spec.position_upper[dof - joint.v], 2.0 * std::numbers::pi));
    }
    way_ = VectorXd::Zero(model_.nv());
  }

  VectorXd chosen(const VectorXd& q) const {
    VectorXd out(static_cast<Eigen::Index>(dofs_.size()));
    for (std::size_t i = 0; i < dofs_.size(); ++i)
      out[static_cast<Eigen::Index>(i)] = q[place_in_q(model_, dofs_[i])];
    return out;
  }
  VectorXd positions(const VectorXd& chosen_ones) {
    put(chosen_ones);
    return positions_of(model_, q_);
  }
  // What stands in the way at a place, or nothing.
  std::string obstacle(const VectorXd& at) {
    for (std::size_t i = 0; i < dofs_.size(); ++i) {
      const double x = at[static_cast<Eigen::Index>(i)];
      if (x < lower_[i] || x > upper_[i])
        return fmt::format("{} is outside its limits", model_.coordinate_name(dofs_[i]));
    }
    put(at);
    const Clearance::Nearest n = clearance_.at(q_, 1e3);
    if (n.distance >= options_.margin) return "";
    return fmt::format("'{}' and '{}' are {:.3g} m apart, less than the margin of {:g} m",
                       model_.body(BodyId{n.a}).name, model_.body(BodyId{n.b}).name, n.distance,
                       options_.margin);
  }
  bool is_free(const VectorXd& a, const VectorXd& b) {
    put(a);
    for (std::size_t i = 0; i < dofs_.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      way_[dofs_[i]] = b[k] - a[k];
    }
    return clearance_.free_way(q_, way_, options_.margin);
  }

  // The first coordinate that may not move although start and goal differ in it, or nothing.
  std::string unmoved(const VectorXd& to) {
    put(chosen(to));
    for (int dof = 0; dof < model_.nv(); ++dof)
      if (const int place = place_in_q(model_, dof); place >= 0 && q_[place] != to[place])
        return model_.coordinate_name(dof);
    return "";
  }

  // The points of a way, or none.
  std::vector<VectorXd> search(const VectorXd& from, const VectorXd& to, int& nodes) {
    if (is_free(from, to)) return {from, to};
    std::vector<Branch> trees[2] = {{{from, -1}}, {{to, -1}}};
    int growing = 0;
    for (nodes = 2; nodes < options_.nodes;) {
      std::vector<Branch>&here = trees[growing], &there = trees[1 - growing];
      if (grow(here, sample()) != Grown::Not) {
        ++nodes;
        // The other tree comes as near to the new branch as it can.
        const VectorXd goal = here.back().at;
        Grown grown = Grown::Part;
        while (grown == Grown::Part && nodes < options_.nodes) {
          grown = grow(there, goal);
          nodes += grown == Grown::Not ? 0 : 1;
        }
        if (grown == Grown::Whole) {
          std::vector<VectorXd> points = back(trees[0]), rest = back(trees[1]);
          std::reverse(points.begin(), points.end());
          points.insert(points.end(), rest.begin() + 1, rest.end());
          return points;
        }
      }
      ++nodes;  // a sample counts, so that the search ends
      growing = 1 - growing;
    }
    return {};
  }

  // Straight ways between random places of the way, where they are free.
  void shorten(std::vector<VectorXd>& points) {
    std::uniform_real_distribution<double> part(0.0, 1.0);
    for (int i = 0; i < options_.shortcuts && points.size() > 2; ++i) {
      const double last = static_cast<double>(points.size() - 1);
      double a = part(random_) * last, b = part(random_) * last;
      if (a > b) std::swap(a, b);
      const auto ia = static_cast<std::size_t>(a), ib = static_cast<std::size_t>(b);
      if (ia == ib) continue;
      const VectorXd pa = between(points, a), pb = between(points, b);
      if (!is_free(pa, pb)) continue;
      std::vector<VectorXd> shorter(points.begin(), points.begin() + static_cast<long>(ia) + 1);
      shorter.push_back(pa);
      shorter.push_back(pb);
      shorter.insert(shorter.end(), points.begin() + static_cast<long>(ib) + 1, points.end());
      // Equal neighbours are one point.
      shorter.erase(std::unique(shorter.begin(), shorter.end(),
                                [](const VectorXd& x, const VectorXd& y) {
                                  return (x - y).cwiseAbs().maxCoeff() < 1e-9;
                                }),
                    shorter.end());
      points = std::move(shorter);
    }
  }

 private:
  enum class Grown { Not, Part, Whole };

  void put(const VectorXd& at) {
    q_ = base_;
    for (std::size_t i = 0; i < dofs_.size(); ++i)
      q_[place_in_q(model_, dofs_[i])] = at[static_cast<Eigen::Index>(i)];
  }
  VectorXd sample() {
    VectorXd out(static_cast<Eigen::Index>(dofs_.size()));
    for (std::size_t i = 0; i < dofs_.size(); ++i)
      out[static_cast<Eigen::Index>(i)] =
          std::uniform_real_distribution<double>(lower_[i], upper_[i])(random_);
    return out;
  }
  Grown grow(std::vector<Branch>& tree, const VectorXd& goal) {
    std::size_t nearest = 0;
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < tree.size(); ++i)
      if (const double d = (tree[i].at - goal).squaredNorm(); d < least) least = d, nearest = i;
    const double length = std::sqrt(least);
    const bool whole = length <= options_.step;
    const VectorXd to =
        whole ? goal
              : VectorXd(tree[nearest].at + options_.step / length * (goal - tree[nearest].at));
    if (!is_free(tree[nearest].at, to)) return Grown::Not;
    tree.push_back({to, static_cast<int>(nearest)});
    return whole ? Grown::Whole : Grown::Part;
  }
  // From the last branch to the root.
  static std::vector<VectorXd> back(const std::vector<Branch>& tree) {
    std::vector<VectorXd> out;
    for (int i = static_cast<int>(tree.size()) - 1; i >= 0;
         i = tree[static_cast<std::size_t>(i)].parent)
      out.push_back(tree[static_cast<std::size_t>(i)].at);
    return out;
  }
  static VectorXd between(const std::vector<VectorXd>& points, double where) {
    const auto i = static_cast<std::size_t>(where);
    if (i + 1 >= points.size()) return points.back();
    return points[i] + (where - static_cast<double>(i)) * (points[i + 1] - points[i]);
  }

  Clearance& clearance_;
  const Model& model_;
  ApproachOptions options_;
  VectorXd base_, q_, way_;
  std::mt19937_64 random_;
  std::vector<int> dofs_;
  std::vector<double> lower_, upper_;
};

}  // namespace

Approach plan_approach(Clearance& clearance, const VectorXd& from, const VectorXd& to,
                       const ApproachOptions& options) {
  const auto size = static_cast<Eigen::Index>(clearance.model().nq());
  if (from.size() != size || to.size() != size || !from.allFinite() || !to.allFinite())
    throw std::invalid_argument(
        fmt::format("plan_approach: expected a start and a goal of {} finite numbers each", size));
  if (!(options.step > 0.0) || !std::isfinite(options.margin))
    throw std::invalid_argument("plan_approach: expected a positive step and a finite margin");
  TwoTrees trees(clearance, from, options);
  const VectorXd a = trees.chosen(from), b = trees.chosen(to);
  Approach out;
  for (const VectorXd* end : {&a, &b})
    if (const std::string what = trees.obstacle(*end); !what.empty()) {
      out.reason = fmt::format("at the {}, {}", end == &a ? "start" : "goal", what);
      return out;
    }
  if (const std::string name = trees.unmoved(to); !name.empty()) {
    out.reason = fmt::format("start and goal differ in {}, which may not move", name);
    return out;
  }
  std::vector<VectorXd> points = trees.search(a, b, out.nodes);
  if (points.empty()) {
    out.reason = fmt::format("no path was found with {} nodes; there may be one", out.nodes);
    return out;
  }
  trees.shorten(points);
  for (const VectorXd& p : points) out.points.push_back(trees.positions(p));
  out.found = true;
  return out;
}

}  // namespace catena
