#pragma once
// A polytope around the origin that grows inside a convex set: it begins as a small simplex, and
// support points of the set are added where its surface is nearest to the origin (Zheng 2013). Its
// inscribed ball is a lower bound of the set's, the support at any direction an upper one.

#include <array>
#include <cstdint>
#include <queue>
#include <vector>

namespace catena::grasp {

// A convex set that contains a ball around the origin, known by its support function.
class SupportOracle {
 public:
  virtual ~SupportOracle() = default;
  // max u.w over the set for the unit vector u, and a w that reaches it. `tag` may say what the
  // point belongs to.
  virtual double support(const double* u, double* point, int& tag) = 0;
  // The largest s with s u in the set; 0 where the origin is not inside.
  virtual double reach(const double* u) = 0;
  // A unit vector near u with a smaller support; false where none is found.
  virtual bool improve(double* /*u*/, double& /*value*/) { return false; }
};

// Facets are simplices, each seen from the origin on its inner side (the determinant of its
// vertices is positive), and each ridge has two: so rays from the origin all pass one, and the ball
// that no facet's plane cuts is inside the set, whatever rounding did to the order in which points
// came.
class GrownHull {
 public:
  static constexpr int most_dimensions = 6;
  using Point = std::array<double, most_dimensions>;

  struct Facet {
    std::array<int, most_dimensions> vertices{}, neighbours{};  // neighbour k: opposite of vertex k
    Point normal{};                                             // unit, outwards
    double offset = 0.0;                                        // from the origin
    bool alive = false;
  };

  // A simplex: corner i is corner(dimension, i) times its radius, a point of the set.
  GrownHull(int dimension, const std::vector<double>& radii);
  // Unit vectors to the corners of a regular simplex, 0 <= i <= dimension.
  static Point corner(int dimension, int i);

  int dimension() const { return d_; }
  const std::vector<Facet>& facets() const { return facets_; }
  const std::vector<Point>& points() const { return points_; }
  int tag(int point) const { return tags_[static_cast<std::size_t>(point)]; }  // -1: of the start
  int alive() const { return alive_; }

  // The facet that is nearest to the origin.
  int nearest();

  // Adds a point that is above a facet. False, and nothing has changed, where rounding does not
  // allow a surface as above.
  bool add(int facet, const Point& point, int tag);

  double volume() const;

 private:
  struct Made {
    Facet facet;
    int from = 0, slot = 0, outside = 0;
  };
  struct Ridge {
    std::uint64_t key = 0;
    int made = 0, slot = 0, count = 0;
  };

  bool plane(Facet& facet) const;
  double height(const Facet& facet, const Point& point) const;
  bool find_visible(int facet, const Point& point);
  bool make_facets(int vertex);
  bool join_facets(int vertex);
  void commit();
  int new_facet();

  int d_, alive_ = 0;
  std::vector<Point> points_;
  std::vector<int> tags_;
  std::vector<std::uint64_t> keys_;  // of points, for ridges
  std::vector<Facet> facets_;
  std::vector<int> free_, visible_, seen_;
  std::vector<Made> made_;
  std::vector<Ridge> ridges_;  // hashed
  std::vector<int> ids_;
  int stamp_ = 0;
  std::uint64_t random_ = 0x9e3779b97f4a7c15ULL;
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

enum class BoundStatus { Closed, TooManyFacets, Stuck };

struct BallBounds {
  double lower = 0.0, upper = 0.0;
  GrownHull::Point weakest{};  // the direction of the upper bound
  BoundStatus status = BoundStatus::Stuck;
  int points = 0, facets = 0;
};

struct BallLimits {
  double gap = 1e-7;  // upper - lower, at the end
  int most_facets = 200000;
};

// Grows `hull` inside the set until the bounds of the ball meet. `start` holds a known upper bound.
BallBounds grow(GrownHull& hull, SupportOracle& set, const BallLimits& limits, BallBounds start);

// The simplex with corners on the surface of the set. False where the origin is not inside.
bool begin_hull(SupportOracle& set, int dimension, std::vector<double>& radii);

// Grows it until no facet has support above it by more than `gap`: then it is the set, where that
// is a polytope.
BoundStatus grow_whole(GrownHull& hull, SupportOracle& set, const BallLimits& limits);

}  // namespace catena::grasp
