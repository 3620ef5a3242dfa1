#include "catena/grasp/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "catena/grasp/grasp_map.hpp"
#include "catena/grasp/wrench_oracle.hpp"
#include "catena/math/index.hpp"
#include "catena/solvers/cone_program.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

namespace {

void check_side(const Side& side) {
  if (!side.start.allFinite() || !side.end.allFinite() || !side.normal.allFinite() ||
      !((side.end - side.start).norm() > 0.0))
    throw GraspError("a side of an object needs two different, finite ends");
  if (!(std::abs(side.normal.norm() - 1.0) <= 1e-6))
    throw GraspError(
        fmt::format("the normal of a side has the length {:.6g}, expected 1", side.normal.norm()));
  if (!(side.friction >= 0.0 && std::isfinite(side.friction)))
    throw GraspError(
        fmt::format("the friction of a side is {}, expected 0 or more", side.friction));
}

// Columns: centres c1, c2, half widths h1, h2, their minimum t, slack. Rows a.s <= b hold in all
// corners of the box.
struct SideProgram {
  ConeProblem problem;
  Index rows = 0;

  SideProgram() {
    problem.A.setZero(10, 15);
    problem.b.setZero(10);
    problem.c.setZero(15);
    problem.cones.assign(15, 1);
  }
  void add(double a1, double a2, double b) {
    problem.A.row(rows).head<4>() << a1, a2, std::abs(a1), std::abs(a2);
    finish(b);
  }
  void finish(double b) {
    problem.A(rows, 5 + rows) = 1.0;
    problem.b[rows++] = b;
  }
};

// The line from p1 to p2 is inside the cone at p1: (p2 - p1).(mu n +- t) >= 0, turned by `sign`.
void add_cone(SideProgram& program, const Side& at, const Side& first, const Side& second,
              double sign) {
  const Vector2d d1 = (first.end - first.start).normalized();
  const Vector2d d2 = (second.end - second.start).normalized();
  const Vector2d t(-at.normal.y(), at.normal.x());
  for (const double side : {1.0, -1.0}) {
    const Vector2d edge = sign * (at.friction * at.normal + side * t);
    program.add(edge.dot(d1), -edge.dot(d2), edge.dot(second.start - first.start));
  }
}

}  // namespace

std::optional<TwoFingerRegions> two_finger_regions(const Side& first, const Side& second) {
  check_side(first);
  check_side(second);
  const double l1 = (first.end - first.start).norm(), l2 = (second.end - second.start).norm();
  SideProgram program;
  add_cone(program, first, first, second, 1.0);
  add_cone(program, second, first, second, -1.0);
  program.add(1.0, 0.0, l1);
  program.add(0.0, 1.0, l2);
  ConeProblem& p = program.problem;
  const auto row = [&](int column, double value) { p.A(program.rows, column) = value; };
  row(0, -1.0), row(2, 1.0), program.finish(0.0);  // c1 - h1 >= 0
  row(1, -1.0), row(3, 1.0), program.finish(0.0);
  row(4, 1.0), row(2, -1.0), program.finish(0.0);  // t <= h1
  row(4, 1.0), row(3, -1.0), program.finish(0.0);
  p.c[4] = -1.0;
  ConeSolver solver;
  const ConeResult& widest = solver.solve(p);
  const double size = std::max(l1, l2), t = widest.x[4];
  if (widest.status != ConeStatus::Solved || !(t > 1e-9 * size)) return std::nullopt;
  const VectorXd shorter = widest.x;
  // Then the longer one, with t fixed.
  p.b[8] = p.b[9] = -t * (1.0 - 1e-6);  // room for an interior point
  p.A.col(4).setZero();
  p.c.setZero();
  p.c[2] = p.c[3] = -1.0;
  solver.forget();
  const ConeResult& both = solver.solve(p);
  // Where that does not arrive, the regions of the first program will do.
  const VectorXd& x = both.status == ConeStatus::Solved ? both.x : shorter;
  const auto interval = [](double center, double half, double length) {
    return Interval{std::max(0.0, center - half), std::min(length, center + half)};
  };
  return TwoFingerRegions{interval(x[0], x[2], l1), interval(x[1], x[3], l2)};
}

namespace {

// The normals of the facets at each vertex of the hull, by the contact that gives the vertex.
std::map<int, std::vector<MatrixXd>> facets_by_contact(const GrownHull& hull) {
  std::map<int, std::vector<int>> around;
  const auto& facets = hull.facets();
  for (std::size_t f = 0; f < facets.size(); ++f)
    for (int k = 0; facets[f].alive && k < hull.dimension(); ++k)
      around[facets[f].vertices[to_index(k)]].push_back(static_cast<int>(f));
  std::map<int, std::vector<MatrixXd>> normals;
  for (const auto& [vertex, list] : around) {
    MatrixXd N(hull.dimension(), static_cast<Index>(list.size()));
    for (std::size_t j = 0; j < list.size(); ++j)
      for (int r = 0; r < hull.dimension(); ++r)
        N(r, static_cast<Index>(j)) = facets[to_index(list[j])].normal[to_index(r)];
    normals[hull.tag(vertex)].push_back(std::move(N));
  }
  return normals;
}

// Whether one of the wrenches is beyond all planes at this distance.
bool replaces(const MatrixXd& wrenches, const MatrixXd& normals, double distance) {
  for (Index j = 0; j < wrenches.cols(); ++j)
    if ((normals.transpose() * wrenches.col(j)).minCoeff() >= distance) return true;
  return false;
}

}  // namespace

ContactRegions contact_regions(const ContactSet& set, const std::vector<GraspContact>& candidates,
                               const RegionOptions& options) {
  if (!(options.quality >= 0.0 && options.quality <= 1.0) || options.edges < 3)
    throw GraspError("regions need a part of the quality from 0 to 1 and cones of 3 edges or more");
  ContactRegions regions;
  regions.candidates.resize(set.contacts.size());
  const WrenchCones cones = wrench_cones(set);
  if (set.contacts.empty() || wrench_rank(set, cones) < set.wrench_size()) return regions;
  WrenchOracle oracle;
  WrenchSetOptions polygon;
  polygon.edges = options.edges;
  oracle.set.set(cones, polygon);
  std::vector<double> radii;
  if (!begin_hull(oracle, oracle.set.dimension(), radii)) return regions;
  for (double& radius : radii) radius *= 0.5;  // corners of the start end up inside
  GrownHull hull(oracle.set.dimension(), radii);
  if (grow_whole(hull, oracle, {1e-11, options.most_facets}) != BoundStatus::Closed) return regions;
  regions.eps = hull.facets()[to_index(hull.nearest())].offset;
  regions.promised = options.quality * regions.eps;
  regions.found = true;
  const auto normals = facets_by_contact(hull);
  ContactSet others = set;
  others.contacts = candidates;
  const WrenchCones offered = wrench_cones(others);
  for (int c = 0; c < offered.contacts(); ++c) {
    const MatrixXd wrenches = primitives(offered, c, options.edges);
    for (int i = 0; i < set.size(); ++i) {
      const auto own = normals.find(i);
      // A contact that gives no vertex may be anywhere.
      const bool fits = own == normals.end() ||
                        std::all_of(own->second.begin(), own->second.end(), [&](const MatrixXd& N) {
                          return replaces(wrenches, N, regions.promised);
                        });
      if (fits) regions.candidates[to_index(i)].push_back(c);
    }
  }
  return regions;
}

}  // namespace catena::grasp
