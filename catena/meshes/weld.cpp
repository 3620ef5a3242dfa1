#include "catena/meshes/weld.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "catena/math/index.hpp"

namespace catena {

namespace {

struct Cell {
  std::int64_t x, y, z;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct CellHash {
  std::size_t operator()(const Cell& c) const {
    std::uint64_t h = static_cast<std::uint64_t>(c.x) * 0x9E3779B97F4A7C15ULL;
    h = (h ^ (h >> 29U)) + static_cast<std::uint64_t>(c.y) * 0xBF58476D1CE4E5B9ULL;
    h = (h ^ (h >> 32U)) + static_cast<std::uint64_t>(c.z) * 0x94D049BB133111EBULL;
    return static_cast<std::size_t>(h ^ (h >> 31U));
  }
};

// Vertices by the cell of a grid that they are in. One cell is as wide as the distance, so that
// what is near stands in one of the 27 cells around.
class WeldGrid {
 public:
  WeldGrid(const Vec3<double>& low, double distance)
      : low_(low), distance_(distance), cell_(std::max(distance, 1e-300)) {}

  // The first of the kept vertices that is near; or -1.
  int find(const Vec3<double>& p, const std::vector<Vec3<double>>& kept) const {
    int best = -1;
    const Cell c = cell(p);
    for (std::int64_t x = -1; x <= 1; ++x)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t z = -1; z <= 1; ++z) {
          const auto [first, last] = cells_.equal_range({c.x + x, c.y + y, c.z + z});
          for (auto i = first; i != last; ++i)
            if (norm(kept[to_index(i->second)] - p) <= distance_ && (best < 0 || i->second < best))
              best = i->second;
        }
    return best;
  }
  void add(const Vec3<double>& p, int index) { cells_.emplace(cell(p), index); }

 private:
  Cell cell(const Vec3<double>& p) const {
    const auto part = [&](double x, double low) {
      return static_cast<std::int64_t>(std::floor(std::min((x - low) / cell_, 1e18)));
    };
    return {part(p.x, low_.x), part(p.y, low_.y), part(p.z, low_.z)};
  }

  Vec3<double> low_;
  double distance_, cell_;
  std::unordered_multimap<Cell, int, CellHash> cells_;
};

// Equal numbers; -0 is 0.
class ExactTable {
 public:
  int find(const Vec3<double>& p) const {
    const auto found = places_.find(key(p));
    return found == places_.end() ? -1 : found->second;
  }
  void add(const Vec3<double>& p, int index) { places_.emplace(key(p), index); }

 private:
  static Cell key(const Vec3<double>& p) {
    const auto bits = [](double x) { return std::bit_cast<std::int64_t>(x == 0.0 ? 0.0 : x); };
    return {bits(p.x), bits(p.y), bits(p.z)};
  }
  std::unordered_map<Cell, int, CellHash> places_;
};

Vec3<double> lowest(const std::vector<Vec3<double>>& points) {
  Vec3<double> low = points.empty() ? Vec3<double>::zero() : points[0];
  for (const Vec3<double>& p : points)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]);
  return low;
}

// For each vertex, the one that it becomes; `kept` are those that stay.
std::vector<int> merged_vertices(const std::vector<Vec3<double>>& vertices, double distance,
                                 std::vector<Vec3<double>>& kept) {
  std::vector<int> now(vertices.size());
  WeldGrid grid(lowest(vertices), distance);
  ExactTable exact;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const Vec3<double>& p = vertices[v];
    // Most are equal to one that has been seen: that needs one look.
    int same = exact.find(p);
    if (same < 0) {
      if (distance > 0.0) same = grid.find(p, kept);
      if (same < 0) {
        same = static_cast<int>(kept.size());
        kept.push_back(p);
        if (distance > 0.0) grid.add(p, same);
      }
      exact.add(p, same);
    }
    now[v] = same;
  }
  return now;
}

struct SortedTriangle {
  std::array<int, 3> corners;  // by number
  int triangle;
  bool even;  // the triangle has them in this cyclic order
};

SortedTriangle sorted(const std::array<int, 3>& t, int index) {
  std::array<int, 3> c = t;
  std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
  const bool even = c[1] < c[2];
  if (!even) std::swap(c[1], c[2]);
  return {c, index, even};
}

// Marks triangles that are there more than once. One of each sense is an inner wall, which goes
// unless `walls_stay`.
std::vector<bool> repeated_triangles(const std::vector<std::array<int, 3>>& triangles,
                                     bool walls_stay) {
  std::vector<SortedTriangle> order;
  order.reserve(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    order.push_back(sorted(triangles[t], static_cast<int>(t)));
  std::sort(order.begin(), order.end(), [](const SortedTriangle& a, const SortedTriangle& b) {
    return a.corners != b.corners ? a.corners < b.corners : a.triangle < b.triangle;
  });
  std::vector<bool> repeated(triangles.size(), false);
  for (std::size_t i = 0; i < order.size();) {
    std::size_t j = i;
    int even = 0, odd = 0;
    for (; j < order.size() && order[j].corners == order[i].corners; ++j)
      ++(order[j].even ? even : odd);
    // Of what is left over without the walls, one stays.
    bool even_stays = walls_stay ? even > 0 : even > odd;
    bool odd_stays = walls_stay ? odd > 0 : odd > even;
    for (std::size_t k = i; k < j; ++k) {
      bool& stays = order[k].even ? even_stays : odd_stays;
      repeated[to_index(order[k].triangle)] = !stays;
      stays = false;
    }
    i = j;
  }
  return repeated;
}

}  // namespace

double diagonal_of(const std::vector<Vec3<double>>& points) {
  if (points.empty()) return 0.0;
  const Vec3<double> low = lowest(points);
  Vec3<double> high = low;
  for (const Vec3<double>& p : points)
    for (int i = 0; i < 3; ++i) high[i] = std::max(high[i], p[i]);
  return norm(high - low);
}

TriangleSoup weld(const TriangleSoup& soup, double distance, WeldReport* report) {
  WeldReport done;
  std::vector<Vec3<double>> kept;
  const std::vector<int> now = merged_vertices(soup.vertices, distance, kept);
  done.merged = static_cast<int>(soup.vertices.size() - kept.size());
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> numbers;
  triangles.reserve(soup.triangles.size());
  for (std::size_t i = 0; i < soup.triangles.size(); ++i) {
    const std::array<int, 3>& t = soup.triangles[i];
    const std::array<int, 3> c{now[to_index(t[0])], now[to_index(t[1])], now[to_index(t[2])]};
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0])
      ++done.collapsed;
    else
      triangles.push_back(c), numbers.push_back(static_cast<int>(i));
  }
  std::vector<bool> repeated = repeated_triangles(triangles, false);
  if (std::find(repeated.begin(), repeated.end(), false) == repeated.end())
    repeated = repeated_triangles(triangles, true);
  TriangleSoup result;
  result.against_normals = soup.against_normals;
  std::vector<int> number(kept.size(), -1);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (repeated[t]) {
      ++done.repeated;
      continue;
    }
    for (int& corner : triangles[t]) {
      int& n = number[to_index(corner)];
      if (n < 0) {
        n = static_cast<int>(result.vertices.size());
        result.vertices.push_back(kept[to_index(corner)]);
      }
      corner = n;
    }
    result.triangles.push_back(triangles[t]);
    done.numbers.push_back(numbers[t]);
  }
  done.unused = static_cast<int>(kept.size() - result.vertices.size());
  if (report != nullptr) *report = std::move(done);
  return result;
}

}  // namespace catena
