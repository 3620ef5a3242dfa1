// The volume of the hull of primitives.

#include <algorithm>
#include <cmath>

#include "catena/grasp/grasp_map.hpp"
#include "catena/grasp/quality.hpp"
#include "catena/grasp/wrench_oracle.hpp"

namespace catena::grasp {

using Eigen::VectorXd;

namespace {

// A point well inside the hull.
VectorXd middle(const WrenchCones& cones, const WrenchSetOptions& options) {
  VectorXd sum = VectorXd::Zero(cones.G.rows());
  for (const int first : cones.first) sum += cones.G.col(first);
  return options.measure == Measure::L1 ? VectorXd(sum / cones.contacts()) : VectorXd(0.5 * sum);
}

}  // namespace

std::optional<double> hull_volume(const ContactSet& set, const WrenchSetOptions& options,
                                  int most_facets) {
  if (options.edges < 3 && !set.planar)
    throw GraspError("the volume of a hull needs cones with edges, 3 or more", {},
                     "8 edges are usual");
  const WrenchCones cones = wrench_cones(set);
  if (set.contacts.empty() || grasp_map(set, cones).rank < set.wrench_size()) return 0.0;
  WrenchOracle oracle;
  WrenchSetOptions moved = options;
  moved.edges = std::max(options.edges, 3);
  moved.shift = -middle(cones, options);
  oracle.set.set(cones, moved);
  const int d = oracle.set.dimension();
  std::vector<double> radii;
  // Flat although forces span all dimensions: their sum is 1, which takes one away.
  if (!begin_hull(oracle, d, radii)) return 0.0;
  const auto [least, size] = std::minmax_element(radii.begin(), radii.end());
  if (*least < 1e-10 * *size) return 0.0;
  GrownHull hull(d, radii);
  if (grow_whole(hull, oracle, {1e-11 * *size, most_facets}) != BoundStatus::Closed)
    return std::nullopt;
  return hull.volume();
}

}  // namespace catena::grasp
