#include "catena/contact/contact_region.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace catena {

using std::numbers::pi;

namespace {

using Point = ContactRegion::Point;

// Where the pole of the motion is further away than this many radii, the velocities of all points
// are so much alike that a rule of Gauss is exact; nearer, integrals along the edges are.
constexpr double far_away = 20.0;

double cross_of(const Point& a, const Point& b) {
  return a[0] * b[1] - a[1] * b[0];
}

template <class Use>
void for_edges(const std::vector<std::vector<Point>>& loops, Use&& use) {
  for (const std::vector<Point>& loop : loops)
    for (std::size_t i = 0; i < loop.size(); ++i) use(loop[i], loop[(i + 1) % loop.size()]);
}

std::vector<Point> regular(double area, int corners, bool clockwise) {
  const double turn = 2.0 * pi / corners;
  const double radius = std::sqrt(2.0 * area / (corners * std::sin(turn)));
  std::vector<Point> out;
  for (int i = 0; i < corners; ++i) {
    const double angle = (clockwise ? -1 : 1) * turn * (i + 0.5);
    out.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return out;
}

}  // namespace

// Symmetric in the second derivatives: xx, xy, yy, and with the spin.
struct ContactRegion::Sums {
  double taken = 0.0;
  Vec3<double> force = Vec3<double>::zero();
  Mat3<double> second = Mat3<double>::zero();
};

ContactRegion::ContactRegion(std::vector<std::vector<Point>> loops) : loops_(std::move(loops)) {
  for_edges(loops_, [&](const Point& a, const Point& b) {
    const double twice = cross_of(a, b);
    area_ += 0.5 * twice;
    for (std::size_t k = 0; k < 2; ++k) centroid_[k] += twice * (a[k] + b[k]) / 6.0;
  });
  if (!(area_ > 0.0) || !std::isfinite(area_))
    throw std::invalid_argument(
        "a contact region has no area; its corners must be counter-clockwise");
  for (double& x : centroid_) x /= area_;
  for (std::vector<Point>& loop : loops_)
    for (Point& p : loop) {
      p = {p[0] - centroid_[0], p[1] - centroid_[1]};
      radius_ = std::max(radius_, std::hypot(p[0], p[1]));
    }
  // Triangles to the centroid, four by four points each (Gauss, collapsed).
  constexpr std::array<double, 2> x = {0.3399810435848563, 0.8611363115940526};
  constexpr std::array<double, 2> w = {0.6521451548625461, 0.3478548451374538};
  for_edges(loops_, [&](const Point& a, const Point& b) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        const auto at = [&](int k) {
          const auto n = static_cast<std::size_t>(k / 2);
          return 0.5 + (k % 2 == 0 ? 0.5 : -0.5) * x[n];
        };
        const double s = at(i), t = at(j);
        const double weight = 0.25 * w[static_cast<std::size_t>(i / 2)] *
                              w[static_cast<std::size_t>(j / 2)] * s * cross_of(a, b) / area_;
        samples_.push_back(
            {{s * (a[0] + t * (b[0] - a[0])), s * (a[1] + t * (b[1] - a[1]))}, weight});
      }
  });
  inner_ = find_inner_ellipsoid();
}

// D is the support of the limit surface, and hypot(u, k w) that of the ellipsoid through its
// largest forces and its largest moment k: the least ratio of both shrinks the ellipsoid.
ContactRegion::InnerEllipsoid ContactRegion::find_inner_ellipsoid() const {
  constexpr int directions = 8,
                latitudes = 8;  // half of all motions: the others are their negatives
  const double most = friction({0.0, 0.0, 1.0}).taken;
  double least = 1.0;
  for (int i = 0; i < directions; ++i)
    for (int j = 1; j < latitudes; ++j) {
      const double direction = 2.0 * pi * i / directions, latitude = 0.5 * pi * j / latitudes;
      const double u = std::cos(latitude), w = std::sin(latitude) / most;
      least =
          std::min(least, friction({u * std::cos(direction), u * std::sin(direction), w}).taken);
    }
  return {least, least * most};
}

ContactRegion ContactRegion::disc(double radius, double inner_radius, int corners) {
  std::vector<std::vector<Point>> loops = {regular(pi * radius * radius, corners, false)};
  if (inner_radius > 0.0) loops.push_back(regular(pi * inner_radius * inner_radius, corners, true));
  ContactRegion out(std::move(loops));
  out.rim_ = radius;
  return out;
}

std::vector<ContactRegion::Point> ContactRegion::support(int on_rim) const {
  if (rim_ == 0.0) return loops_.front();
  std::vector<Point> out;
  for (int i = 0; i < on_rim; ++i) {
    const double angle = 2.0 * pi * i / on_rim;
    out.push_back({rim_ * std::cos(angle), rim_ * std::sin(angle)});
  }
  return out;
}

ContactRegion ContactRegion::rectangle(double length, double width) {
  const double x = 0.5 * length, y = 0.5 * width;
  return ContactRegion({{{-x, -y}, {x, -y}, {x, y}, {-x, y}}});
}

// Exactly, by integrals over angles about the pole: rho^3/3, rho^2/2 and rho along each edge, which
// lies at the distance c from the pole with the foot of the perpendicular at s = 0.
ContactRegion::Sums ContactRegion::sums_about_pole(const Point& pole, double spin) const {
  double rho_sum = 0.0;                 // of rho
  Point direction = {0.0, 0.0};         // of rho / |rho|
  double xx = 0.0, xy = 0.0, yy = 0.0;  // of its square, by rho
  for_edges(loops_, [&](Point a, Point b) {
    for (std::size_t k = 0; k < 2; ++k) a[k] -= pole[k], b[k] -= pole[k];
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    if (!(length > 0.0)) return;
    const Point e = {(b[0] - a[0]) / length, (b[1] - a[1]) / length}, n = {e[1], -e[0]};
    const double c = a[0] * n[0] + a[1] * n[1];
    if (std::abs(c) <= 1e-14 * length) return;
    const double s_a = a[0] * e[0] + a[1] * e[1], s_b = s_a + length;
    const double r_a = std::hypot(c, s_a), r_b = std::hypot(c, s_b);
    const double angle = std::asinh(s_b / std::abs(c)) - std::asinh(s_a / std::abs(c));
    rho_sum += c / 6.0 * (s_b * r_b - s_a * r_a + c * c * angle);
    const double along_n = 0.5 * c * c * angle, along_e = 0.5 * c * (r_b - r_a);
    for (std::size_t k = 0; k < 2; ++k) direction[k] += along_n * n[k] + along_e * e[k];
    const double nn = c * (s_b / r_b - s_a / r_a), ne = -c * c * (1.0 / r_b - 1.0 / r_a);
    const double ee = c * angle - nn;
    xx += nn * n[0] * n[0] + 2.0 * ne * n[0] * e[0] + ee * e[0] * e[0];
    xy += nn * n[0] * n[1] + ne * (n[0] * e[1] + n[1] * e[0]) + ee * e[0] * e[1];
    yy += nn * n[1] * n[1] + 2.0 * ne * n[1] * e[1] + ee * e[1] * e[1];
  });
  Sums out;
  const double sign = spin < 0.0 ? -1.0 : 1.0, w = std::abs(spin);
  out.taken = w * rho_sum / area_;
  out.force = {-sign * direction[1] / area_, sign * direction[0] / area_, 0.0};
  const Point u = {spin * pole[1], -spin * pole[0]};  // of the centroid
  out.force.z = (out.taken - out.force.x * u[0] - out.force.y * u[1]) / spin;
  const double scale = 1.0 / (area_ * w);
  const Point k = {-pole[1], pole[0]};
  const double xk = xx * k[0] + xy * k[1], yk = xy * k[0] + yy * k[1];
  out.second = {{scale * xx, scale * xy, scale * xk},
                {scale * xy, scale * yy, scale * yk},
                {scale * xk, scale * yk, scale * (xk * k[0] + yk * k[1])}};
  return out;
}

ContactRegion::Sums ContactRegion::sums_of_points(const Vec3<double>& motion) const {
  Sums out;
  for (const Sample& sample : samples_) {
    const auto [x, y] = sample.r;
    const double vx = motion.x - motion.z * y, vy = motion.y + motion.z * x;
    const double v = std::hypot(vx, vy);
    const double px = vx / v, py = vy / v;
    out.taken += sample.part * v;
    out.force += sample.part * Vec3<double>{px, py, x * py - y * px};
    // Across the velocity: what turns it.
    const Vec3<double> b = {-py, px, x * px + y * py};
    const double by = sample.part / v;
    out.second += {(by * b.x) * b, (by * b.y) * b, (by * b.z) * b};
  }
  return out;
}

ContactRegion::Sums ContactRegion::sums(const Vec3<double>& motion) const {
  const double u = std::hypot(motion.x, motion.y), w = std::abs(motion.z);
  if (u > far_away * radius_ * w) return sums_of_points(motion);
  return sums_about_pole({-motion.y / motion.z, motion.x / motion.z}, motion.z);
}

ContactRegion::Friction ContactRegion::friction(const Vec3<double>& motion) const {
  if (dot(motion, motion) == 0.0) return {};
  const Sums all = sums(motion);
  return {all.taken, all.force};
}

// (D^2 / 2)'' = D' D'^T + D D''. It does not depend on how fast the motion is.
FrictionShape ContactRegion::shape(const Vec3<double>& motion) const {
  const double size = std::hypot(motion.x, motion.y) + radius_ * std::abs(motion.z);
  if (!(size > 0.0)) return shape({1.0, 0.0, 1.0 / radius_});
  const Sums all = sums((1.0 / size) * motion);
  const Vec3<double>& g = all.force;
  const auto H = [&](int i, int k) { return g[i] * g[k] + all.taken * all.second(i, k); };
  FrictionShape out{.L = Mat3<double>::zero(), .round = false};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k <= i; ++k) {
      double rest = H(i, k);
      for (int j = 0; j < k; ++j) rest -= out.L(i, j) * out.L(k, j);
      out.L(i, k) = i == k ? std::sqrt(std::max(rest, 1e-12 * H(i, i))) : rest / out.L(k, k);
    }
  return out;
}

// The motion that has its friction along the force is that of the osculating ellipsoid, H^-1 f,
// found again until it stays.
FrictionShape ContactRegion::shape_towards(const Vec3<double>& force) const {
  const Vec3<double> even = {force.x, force.y, force.z / (radius_ * radius_)};
  if (dot(even, even) == 0.0) return shape(even);
  FrictionShape out = shape(even);
  for (int pass = 0; pass < 8; ++pass) {
    // L^T m = y with L y = f
    const Vec3<double> y = out.force_in_ball(force);
    Vec3<double> m = Vec3<double>::zero();
    for (int i = 2; i >= 0; --i) {
      double rest = y[i];
      for (int k = i + 1; k < 3; ++k) rest -= out.L(k, i) * m[k];
      m[i] = rest / out.L(i, i);
    }
    out = shape(m);
  }
  return out;
}

}  // namespace catena
