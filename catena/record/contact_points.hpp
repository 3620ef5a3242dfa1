#pragma once
// The points where shapes touch, as recordings in HDF5 keep them: one row per point and sample,
// while it touches.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "catena/elements/touch_point.hpp"

namespace catena {

struct RecordedPoints {
  std::vector<std::string> bodies = {};  // names; `a` and `b` are places in this list
  std::vector<double> t = {};            // s
  std::vector<std::int32_t> a = {}, b = {};
  std::vector<std::int32_t> sticks = {};          // 1: it sticks, 0: it slides
  std::vector<std::uint64_t> feature = {};        // the same from sample to sample for one point
  std::vector<double> x = {}, y = {}, z = {};     // the point in the world, m
  std::vector<double> nx = {}, ny = {}, nz = {};  // normal, towards a
  std::vector<double> fx = {}, fy = {}, fz = {};  // force on a, N
  std::vector<double> gap = {}, friction = {};
  // See TouchPoint; recordings of older versions lack them.
  std::vector<double> friction_across = {}, tx = {}, ty = {}, tz = {}, spin = {}, rolling = {};

  std::size_t count() const { return t.size(); }
  // Adds those that touch.
  void add(double time, std::span<const TouchPoint> points);
  TouchPoint point(std::size_t i) const;
  void clear();

  // All columns but the names, with what they are called: use(name, unit, column).
  template <class Points, class Use>
  static void for_columns(Points& points, Use&& use) {
    use("t", "s", points.t);
    use("a", "", points.a), use("b", "", points.b);
    use("sticks", "", points.sticks), use("feature", "", points.feature);
    use("x", "m", points.x), use("y", "m", points.y), use("z", "m", points.z);
    use("nx", "", points.nx), use("ny", "", points.ny), use("nz", "", points.nz);
    use("fx", "N", points.fx), use("fy", "N", points.fy), use("fz", "N", points.fz);
    use("gap", "m", points.gap), use("friction", "", points.friction);
    use("friction_across", "", points.friction_across);
    use("tx", "", points.tx), use("ty", "", points.ty), use("tz", "", points.tz);
    use("spin", "m", points.spin), use("rolling", "m", points.rolling);
  }
};

// Those of a recording; none where it has no table of them, as files of text. Throws
// RecordingError.
RecordedPoints read_contact_points(const std::string& path);

}  // namespace catena
