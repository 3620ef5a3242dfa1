#include <cmath>

#include "catena/grasp/grown_hull.hpp"

namespace catena::grasp {

namespace {

// A point of the set that is a little nearer to the origin: also one of the set, and in no plane
// with others.
void shrink(GrownHull::Point& point, double by) {
  for (double& x : point) x *= 1.0 - by;
}

struct Growth {
  GrownHull& hull;
  SupportOracle& set;
  const BallLimits& limits;
  BallBounds bounds;
  std::vector<double> checked_offsets{};  // of facets above which there is nothing

  bool checked(std::size_t i) const {
    return i < checked_offsets.size() && checked_offsets[i] == hull.facets()[i].offset;
  }
  void mark(std::size_t i) {
    if (checked_offsets.size() <= i) checked_offsets.resize(hull.facets().size(), -1.0);
    checked_offsets[i] = hull.facets()[i].offset;
  }

  // The support above a facet; the upper bound follows.
  double look(const GrownHull::Facet& facet, GrownHull::Point& point, int& tag) {
    GrownHull::Point u = facet.normal;
    double value = set.support(u.data(), point.data(), tag);
    if (value < bounds.upper) take(u, value);
    // Near a minimum the rest of the way is short.
    if (value < bounds.upper * 1.02 + 1e-300 && value > bounds.upper &&
        set.improve(u.data(), value))
      take(u, value);
    return set.support(facet.normal.data(), point.data(), tag);
  }

  void take(const GrownHull::Point& u, double value) {
    if (!(value < bounds.upper)) return;
    bounds.upper = value;
    bounds.weakest = u;
    GrownHull::Point better = u;
    double lower = value;
    if (set.improve(better.data(), lower) && lower < bounds.upper) {
      bounds.upper = lower;
      bounds.weakest = better;
    }
  }

  bool add(int facet, const GrownHull::Point& point, int tag, double height) {
    GrownHull::Point p = point;
    for (int attempt = 0; attempt < 4; ++attempt) {
      if (hull.add(facet, p, tag)) return true;
      p = point;
      shrink(p, 1e-3 * height * std::pow(0.3, attempt));
    }
    return false;
  }
};

}  // namespace

BallBounds grow(GrownHull& hull, SupportOracle& set, const BallLimits& limits, BallBounds start) {
  Growth growth{hull, set, limits, start};
  BallBounds& bounds = growth.bounds;
  bounds.status = BoundStatus::Stuck;
  while (true) {
    const int id = hull.nearest();
    if (id < 0) break;
    const GrownHull::Facet facet = hull.facets()[static_cast<std::size_t>(id)];
    bounds.lower = facet.offset;
    if (bounds.upper - bounds.lower <= limits.gap) {
      bounds.status = BoundStatus::Closed;
      break;
    }
    if (hull.alive() > limits.most_facets) {
      bounds.status = BoundStatus::TooManyFacets;
      break;
    }
    GrownHull::Point point{};
    int tag = 0;
    const double value = growth.look(facet, point, tag);
    if (bounds.upper - bounds.lower <= limits.gap) continue;
    if (!growth.add(id, point, tag, value - facet.offset)) break;
  }
  bounds.points = static_cast<int>(hull.points().size());
  bounds.facets = hull.alive();
  return bounds;
}

bool begin_hull(SupportOracle& set, int dimension, std::vector<double>& radii) {
  radii.clear();
  for (int i = 0; i <= dimension; ++i) {
    const GrownHull::Point corner = GrownHull::corner(dimension, i);
    const double radius = set.reach(corner.data());
    if (!(radius > 0.0) || !std::isfinite(radius)) return false;
    radii.push_back(radius * (1.0 - 1e-6));  // more than a solver leaves: inside for certain
  }
  return true;
}

BoundStatus grow_whole(GrownHull& hull, SupportOracle& set, const BallLimits& limits) {
  Growth growth{hull, set, limits, {}};
  // Facets by number; numbers of facets that went are given to new ones, so ends meet in rounds.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < hull.facets().size(); ++i) {
      while (hull.facets()[i].alive && !growth.checked(i)) {
        const GrownHull::Facet facet = hull.facets()[i];
        GrownHull::Point point{};
        int tag = 0;
        const double height = set.support(facet.normal.data(), point.data(), tag) - facet.offset;
        if (!(height > limits.gap)) {
          growth.mark(i);
          break;
        }
        if (hull.alive() > limits.most_facets) return BoundStatus::TooManyFacets;
        if (!growth.add(static_cast<int>(i), point, tag, height)) return BoundStatus::Stuck;
        changed = true;
      }
    }
  }
  return BoundStatus::Closed;
}

}  // namespace catena::grasp
