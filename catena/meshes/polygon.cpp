#include "catena/meshes/polygon.hpp"

#include <cmath>

#include "catena/math/index.hpp"

namespace catena {

namespace {

class EarCutter {
 public:
  EarCutter(std::span<const Vec3<double>> vertices, std::span<const int> corners)
      : vertices_(vertices), left_(corners.begin(), corners.end()) {
    for (std::size_t i = 1; i + 1 < left_.size(); ++i)
      normal_ += cross(at(i) - at(0), at(i + 1) - at(0));
  }

  void cut(std::vector<std::array<int, 3>>& triangles) {
    // A polygon in one piece has an ear among few corners; the limit is for those that cross
    // themselves.
    std::size_t i = 0, failed = 0, tries = 20 * left_.size();
    while (left_.size() > 3) {
      const std::size_t n = left_.size(), before = (i + n - 1) % n, after = (i + 1) % n;
      // Where no corner is an ear any will do.
      if (failed < n && tries > 0 && !is_ear(before, i, after)) {
        i = after;
        ++failed;
        --tries;
        continue;
      }
      failed = 0;
      triangles.push_back({left_[before], left_[i], left_[after]});
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
      i = i == left_.size() ? 0 : i;
    }
    triangles.push_back({left_[0], left_[1], left_[2]});
  }

 private:
  const Vec3<double>& at(std::size_t i) const { return vertices_[to_index(left_[i])]; }
  // Twice the area of a triangle as seen against the normal.
  double turn(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) const {
    return dot(cross(b - a, c - a), normal_);
  }
  bool is_ear(std::size_t i, std::size_t j, std::size_t k) const {
    const Vec3<double>&a = at(i), &b = at(j), &c = at(k);
    if (!(turn(a, b, c) > 0.0)) return false;
    for (std::size_t other = 0; other < left_.size(); ++other) {
      const int v = left_[other];
      if (v == left_[i] || v == left_[j] || v == left_[k]) continue;
      const Vec3<double>& p = at(other);
      if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) return false;
    }
    return true;
  }

  std::span<const Vec3<double>> vertices_;
  std::vector<int> left_;
  Vec3<double> normal_ = Vec3<double>::zero();
};

}  // namespace

void add_polygon(std::span<const Vec3<double>> vertices, std::span<const int> corners,
                 std::vector<std::array<int, 3>>& triangles) {
  if (corners.size() < 3) return;
  if (corners.size() == 3) {
    triangles.push_back({corners[0], corners[1], corners[2]});
    return;
  }
  EarCutter(vertices, corners).cut(triangles);
}

}  // namespace catena
