#include "catena/meshes/qhull_triangles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "catena/geometry/geometry_error.hpp"

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace catena {

namespace {

// What qhull prints goes into memory.
class QhullMessages {
 public:
  QhullMessages() : file_(open_memstream(&text_, &size_)) {
    if (file_ == nullptr) throw GeometryError("no memory for the messages of qhull");
  }
  ~QhullMessages() {
    std::fclose(file_);
    std::free(text_);
  }
  QhullMessages(const QhullMessages&) = delete;
  QhullMessages& operator=(const QhullMessages&) = delete;

  FILE* file() { return file_; }
  std::string first_line() {
    std::fflush(file_);
    const std::string all(text_ == nullptr ? "" : text_);
    return all.substr(0, all.find('\n'));
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  FILE* file_;
};

class Qhull {
 public:
  Qhull() { qh_zero(&qh_, messages_.file()); }
  ~Qhull() {
    qh_.NOerrexit = True;
    qh_freeqhull(&qh_, !qh_ALL);
    int current = 0, total = 0;
    qh_memfreeshort(&qh_, &current, &total);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  // Coordinates outlive it.
  void run(std::vector<double>& coordinates, bool joggled) {
    // Qt: triangles only. QJ: joggled. Pp: no advice about precision.
    char triangulated[] = "qhull Qt Pp", moved[] = "qhull QJ Pp";
    char* options = joggled ? moved : triangulated;
    const int count = static_cast<int>(coordinates.size() / 3);
    const int code =
        qh_new_qhull(&qh_, 3, count, coordinates.data(), False, options, nullptr, messages_.file());
    if (code == qh_ERRsingular)
      throw GeometryError(
          "the points lie in one plane, expected four that do not: a hull needs a volume");
    if (code != qh_ERRnone)
      throw GeometryError(fmt::format("the convex hull of {} points was not found; qhull says: {}",
                                      count, messages_.first_line()));
  }

  // Each as qhull has it: three vertices, of which an odd permutation is counter-clockwise where
  // the facet is not `toporient`.
  std::vector<std::array<int, 3>> triangles() {
    std::vector<std::array<int, 3>> result;
    qhT* qh = &qh_;  // the macros want this name
    facetT* facet = nullptr;
    FORALLfacets {
      if (!facet->simplicial) throw GeometryError("qhull returned a face that is not a triangle");
      std::array<int, 3> corners{};
      std::size_t i = 0;
      vertexT *vertex = nullptr, **vertexp = nullptr;
      FOREACHvertex_(facet->vertices) {
        if (i < 3) corners[i] = static_cast<int>((vertex->point - qh_.first_point) / qh_.hull_dim);
        ++i;
      }
      if (i != 3) throw GeometryError("qhull returned a face that is not a triangle");
      if (facet->toporient != 0U) std::swap(corners[0], corners[1]);
      result.push_back(corners);
    }
    return result;
  }

 private:
  QhullMessages messages_;
  qhT qh_ = {};
};

}  // namespace

std::vector<std::array<int, 3>> qhull_triangles(std::span<const Vec3<double>> points,
                                                bool joggled) {
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3<double>& p : points)
    for (int i = 0; i < 3; ++i) coordinates.push_back(p[i]);
  const auto qhull = std::make_unique<Qhull>();
  qhull->run(coordinates, joggled);
  return qhull->triangles();
}

}  // namespace catena
