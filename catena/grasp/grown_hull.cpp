#include "catena/grasp/grown_hull.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace catena::grasp {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

std::uint64_t next_key(std::uint64_t& state) {  // Steele, Lea & Flood 2014
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

// Along the diagonal, and near each axis.
GrownHull::Point GrownHull::corner(int dimension, int i) {
  const double n = dimension, back = -(std::sqrt(n + 1.0) + 1.0) * std::pow(n, -1.5);
  Point p{};
  for (int k = 0; k < dimension; ++k)
    p[at(k)] = i == 0 ? 1.0 / std::sqrt(n) : back + (k == i - 1 ? std::sqrt(1.0 + 1.0 / n) : 0.0);
  return p;
}

GrownHull::GrownHull(int dimension, const std::vector<double>& radii) : d_(dimension) {
  for (int i = 0; i <= d_; ++i) {
    Point p = corner(dimension, i);
    for (double& x : p) x *= radii[at(i)];
    points_.push_back(p);
    tags_.push_back(-1);
    keys_.push_back(next_key(random_));
  }
  for (int i = 0; i <= d_; ++i) {  // facet i is opposite of vertex i
    Facet facet;
    for (int k = 0; k < d_; ++k) facet.vertices[at(k)] = k < i ? k : k + 1;
    for (int k = 0; k < d_; ++k) facet.neighbours[at(k)] = facet.vertices[at(k)];
    if (!plane(facet)) {
      std::swap(facet.vertices[0], facet.vertices[1]);
      std::swap(facet.neighbours[0], facet.neighbours[1]);
      plane(facet);
    }
    facet.alive = true;
    facets_.push_back(facet);
    seen_.push_back(0);
    queue_.emplace(facet.offset, i);
  }
  alive_ = d_ + 1;
}

// The plane through the vertices, N.v = 1, by elimination. False where the vertices, in this order,
// have no positive determinant.
bool GrownHull::plane(Facet& facet) const {
  double M[most_dimensions][most_dimensions + 1];
  double largest = 0.0;
  for (int i = 0; i < d_; ++i) {
    const Point& p = points_[at(facet.vertices[at(i)])];
    for (int k = 0; k < d_; ++k) {
      M[i][k] = p[at(k)];
      largest = std::max(largest, std::abs(M[i][k]));
    }
    M[i][d_] = 1.0;
  }
  bool positive = true;
  for (int k = 0; k < d_; ++k) {
    int pivot = k;
    for (int i = k + 1; i < d_; ++i)
      if (std::abs(M[i][k]) > std::abs(M[pivot][k])) pivot = i;
    if (!(std::abs(M[pivot][k]) > 1e-14 * largest)) return false;
    if (pivot != k) {
      for (int j = k; j <= d_; ++j) std::swap(M[pivot][j], M[k][j]);
      positive = !positive;
    }
    if (M[k][k] < 0.0) positive = !positive;
    for (int i = k + 1; i < d_; ++i) {
      const double factor = M[i][k] / M[k][k];
      for (int j = k + 1; j <= d_; ++j) M[i][j] -= factor * M[k][j];
    }
  }
  if (!positive) return false;
  double square = 0.0;
  for (int k = d_ - 1; k >= 0; --k) {
    double sum = M[k][d_];
    for (int j = k + 1; j < d_; ++j) sum -= M[k][j] * facet.normal[at(j)];
    facet.normal[at(k)] = sum / M[k][k];
    square += facet.normal[at(k)] * facet.normal[at(k)];
  }
  facet.offset = 1.0 / std::sqrt(square);
  for (int k = 0; k < d_; ++k) facet.normal[at(k)] *= facet.offset;
  // Rounding moves the plane: the bound is what holds for all its vertices.
  for (int i = 0; i < d_; ++i) {
    const Point& p = points_[at(facet.vertices[at(i)])];
    double reach = 0.0;
    for (int k = 0; k < d_; ++k) reach += facet.normal[at(k)] * p[at(k)];
    facet.offset = std::min(facet.offset, reach);
  }
  return facet.offset > 0.0;
}

double GrownHull::height(const Facet& facet, const Point& point) const {
  double sum = -facet.offset;
  for (int k = 0; k < d_; ++k) sum += facet.normal[at(k)] * point[at(k)];
  return sum;
}

int GrownHull::nearest() {
  while (!queue_.empty()) {
    const auto [offset, id] = queue_.top();
    const Facet& facet = facets_[at(id)];
    if (facet.alive && facet.offset == offset) return id;
    queue_.pop();
  }
  return -1;
}

// Facets below the point, from one that is; those that `seen_` marks with stamp_.
bool GrownHull::find_visible(int facet, const Point& point) {
  double size = 0.0;
  for (int k = 0; k < d_; ++k) size = std::max(size, std::abs(point[at(k)]));
  ++stamp_;
  visible_.assign(1, facet);
  seen_[at(facet)] = stamp_;
  for (std::size_t i = 0; i < visible_.size(); ++i)
    for (int k = 0; k < d_; ++k) {
      const int next = facets_[at(visible_[i])].neighbours[at(k)];
      if (seen_[at(next)] == stamp_ || !(height(facets_[at(next)], point) > 1e-12 * size)) continue;
      seen_[at(next)] = stamp_;
      visible_.push_back(next);
    }
  return visible_.size() < static_cast<std::size_t>(alive_);
}

// A facet from each ridge of the horizon to the point. Where one is degenerate, the facet behind
// the ridge is replaced as well.
bool GrownHull::make_facets(int vertex) {
  for (int round = 0; round < 100; ++round) {
    made_.clear();
    int degenerate = -1;
    for (const int id : visible_) {
      const Facet& old = facets_[at(id)];
      for (int k = 0; k < d_ && degenerate < 0; ++k) {
        const int outside = old.neighbours[at(k)];
        if (seen_[at(outside)] == stamp_) continue;
        Made made;
        made.facet.vertices = old.vertices;
        made.facet.vertices[at(k)] = vertex;
        made.from = id, made.slot = k, made.outside = outside;
        if (!plane(made.facet)) degenerate = outside;
        made_.push_back(made);
      }
      if (degenerate >= 0) break;
    }
    if (degenerate < 0) return !made_.empty();
    seen_[at(degenerate)] = stamp_;
    visible_.push_back(degenerate);
    if (visible_.size() >= static_cast<std::size_t>(alive_)) return false;
  }
  return false;
}

// New facets become neighbours of each other over ridges that contain the new vertex.
bool GrownHull::join_facets(int vertex) {
  std::size_t places = 64;
  while (places < 2 * made_.size() * at(d_)) places *= 2;
  ridges_.assign(places, {});
  std::size_t open = 0;
  for (std::size_t i = 0; i < made_.size(); ++i) {
    Facet& facet = made_[i].facet;
    std::uint64_t all = 0;
    for (int k = 0; k < d_; ++k) all ^= keys_[at(facet.vertices[at(k)])];
    for (int k = 0; k < d_; ++k) {
      if (facet.vertices[at(k)] == vertex) continue;
      const std::uint64_t key = all ^ keys_[at(facet.vertices[at(k)])];
      std::size_t place = key & (places - 1);
      while (ridges_[place].count > 0 && ridges_[place].key != key)
        place = (place + 1) & (places - 1);
      Ridge& ridge = ridges_[place];
      if (++ridge.count > 2) return false;
      if (ridge.count == 1) {
        ridge.key = key, ridge.made = static_cast<int>(i), ridge.slot = k;
        ++open;
      } else {  // numbers of made facets for now
        --open;
        facet.neighbours[at(k)] = ridge.made;
        made_[at(ridge.made)].facet.neighbours[at(ridge.slot)] = static_cast<int>(i);
      }
    }
  }
  return open == 0;
}

int GrownHull::new_facet() {
  if (!free_.empty()) {
    const int id = free_.back();
    free_.pop_back();
    return id;
  }
  facets_.emplace_back();
  seen_.push_back(0);
  return static_cast<int>(facets_.size()) - 1;
}

void GrownHull::commit() {
  ids_.clear();
  for (std::size_t i = 0; i < made_.size(); ++i) ids_.push_back(new_facet());
  for (std::size_t i = 0; i < made_.size(); ++i) {
    Made& made = made_[i];
    for (int k = 0; k < d_; ++k) {
      int& next = made.facet.neighbours[at(k)];
      next = k == made.slot ? made.outside : ids_[at(next)];
    }
    made.facet.alive = true;
    facets_[at(ids_[i])] = made.facet;
    seen_[at(ids_[i])] = 0;
    // The neighbour outside has a ridge to what is replaced; several may lead to one facet.
    Facet& outside = facets_[at(made.outside)];
    for (int k = 0; k < d_; ++k) {
      if (outside.neighbours[at(k)] != made.from) continue;
      const int opposite = outside.vertices[at(k)];
      const auto& mine = made.facet.vertices;
      bool same = true;  // all vertices but the opposite one are in the new facet
      for (int j = 0; j < d_; ++j) {
        const int v = outside.vertices[at(j)];
        same = same && (v == opposite ||
                        std::find(mine.begin(), mine.begin() + d_, v) != mine.begin() + d_);
      }
      if (same) outside.neighbours[at(k)] = ids_[i];
    }
    queue_.emplace(made.facet.offset, ids_[i]);
  }
  for (const int id : visible_) {
    facets_[at(id)].alive = false;
    free_.push_back(id);
  }
  alive_ += static_cast<int>(made_.size()) - static_cast<int>(visible_.size());
}

bool GrownHull::add(int facet, const Point& point, int tag) {
  if (!find_visible(facet, point)) return false;
  points_.push_back(point);
  tags_.push_back(tag);
  keys_.push_back(next_key(random_));
  const int vertex = static_cast<int>(points_.size()) - 1;
  if (!make_facets(vertex) || !join_facets(vertex)) {
    points_.pop_back(), tags_.pop_back(), keys_.pop_back();
    return false;
  }
  commit();
  return true;
}

// Of the simplices between the origin and the facets.
double GrownHull::volume() const {
  double sum = 0.0, factorial = 1.0;
  for (int k = 2; k <= d_; ++k) factorial *= k;
  for (const Facet& facet : facets_) {
    if (!facet.alive) continue;
    double M[most_dimensions][most_dimensions], det = 1.0;
    for (int i = 0; i < d_; ++i)
      for (int k = 0; k < d_; ++k) M[i][k] = points_[at(facet.vertices[at(i)])][at(k)];
    for (int k = 0; k < d_ && det != 0.0; ++k) {
      int pivot = k;
      for (int i = k + 1; i < d_; ++i)
        if (std::abs(M[i][k]) > std::abs(M[pivot][k])) pivot = i;
      for (int j = 0; j < d_; ++j) std::swap(M[pivot][j], M[k][j]);
      det *= M[k][k];
      if (det == 0.0) break;
      for (int i = k + 1; i < d_; ++i)
        for (int j = d_ - 1; j >= k; --j) M[i][j] -= M[i][k] / M[k][k] * M[k][j];
    }
    sum += std::abs(det);
  }
  return sum / factorial;
}

}  // namespace catena::grasp
