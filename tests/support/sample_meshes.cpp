#include "tests/support/sample_meshes.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "catena/math/index.hpp"
#include "catena/meshes/polygon.hpp"

namespace catena::test {

TriangleSoup prism_soup(const std::vector<std::array<double, 2>>& polygon, double height) {
  TriangleSoup soup;
  const int n = static_cast<int>(polygon.size());
  std::vector<int> top, bottom;
  for (int level = 0; level < 2; ++level)
    for (const auto& [x, y] : polygon) soup.vertices.push_back({x, y, level * height});
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    soup.triangles.push_back({i, j, n + j});
    soup.triangles.push_back({i, n + j, n + i});
    top.push_back(n + i);
    bottom.push_back(n - 1 - i);
  }
  add_polygon(soup.vertices, top, soup.triangles);
  add_polygon(soup.vertices, bottom, soup.triangles);
  return soup;
}

TriangleSoup box_soup(const Vec3<double>& low, const Vec3<double>& high) {
  TriangleSoup soup = prism_soup(
      {{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}}, high.z - low.z);
  for (Vec3<double>& p : soup.vertices) p.z = p.z == 0.0 ? low.z : high.z;
  return soup;
}

TriangleSoup torus_soup(double ring, double tube, int around, int across) {
  TriangleSoup soup;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double a = 2 * std::numbers::pi * i / around, b = 2 * std::numbers::pi * j / across;
      const double r = ring + tube * std::cos(b);
      soup.vertices.push_back({r * std::cos(a), r * std::sin(a), tube * std::sin(b)});
    }
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const int k = (i + 1) % around, l = (j + 1) % across;
      const int p = i * across + j, q = k * across + j, r = k * across + l, s = i * across + l;
      soup.triangles.push_back({p, q, r});
      soup.triangles.push_back({p, r, s});
    }
  return soup;
}

TriangleSoup turned_soup(const std::vector<std::array<double, 2>>& profile, int around) {
  TriangleSoup soup;
  std::vector<int> first;
  for (const auto& [r, z] : profile) {
    first.push_back(static_cast<int>(soup.vertices.size()));
    const int count = r == 0.0 ? 1 : around;
    for (int i = 0; i < count; ++i) {
      const double a = 2 * std::numbers::pi * i / around;
      soup.vertices.push_back({r * std::cos(a), r * std::sin(a), z});
    }
  }
  for (std::size_t k = 0; k + 1 < profile.size(); ++k)
    for (int i = 0; i < around; ++i) {
      const int j = (i + 1) % around;
      const bool low_pole = profile[k][0] == 0.0, high_pole = profile[k + 1][0] == 0.0;
      const int a = first[k] + (low_pole ? 0 : i), b = first[k] + (low_pole ? 0 : j);
      const int c = first[k + 1] + (high_pole ? 0 : i), d = first[k + 1] + (high_pole ? 0 : j);
      if (!low_pole) soup.triangles.push_back({a, b, d});
      if (!high_pole) soup.triangles.push_back({a, d, c});
    }
  return soup;
}

TriangleSoup sphere_soup(double radius, int rings, int around) {
  std::vector<std::array<double, 2>> profile;
  for (int i = 0; i <= rings; ++i) {
    const double a = std::numbers::pi * i / rings;
    const bool pole = i == 0 || i == rings;
    profile.push_back({pole ? 0.0 : radius * std::sin(a), -radius * std::cos(a)});
  }
  return turned_soup(profile, around);
}

TriangleSoup joined(const TriangleSoup& a, const TriangleSoup& b) {
  TriangleSoup result = a;
  const int shift = static_cast<int>(a.vertices.size());
  result.vertices.insert(result.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles)
    result.triangles.push_back({i + shift, j + shift, k + shift});
  return result;
}

TriangleSoup turned_inside_out(TriangleSoup soup) {
  for (std::array<int, 3>& t : soup.triangles) std::swap(t[1], t[2]);
  return soup;
}

std::string stl_bytes(const TriangleSoup& soup) {
  std::string bytes(80, ' ');
  const auto add = [&](std::uint32_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8)
      bytes += static_cast<char>(static_cast<std::uint8_t>(value >> shift));
  };
  const auto add_vector = [&](const Vec3<double>& v) {
    for (int i = 0; i < 3; ++i) add(std::bit_cast<std::uint32_t>(static_cast<float>(v[i])));
  };
  add(static_cast<std::uint32_t>(soup.triangles.size()));
  for (const std::array<int, 3>& t : soup.triangles) {
    const Vec3<double>& a = soup.vertices[to_index(t[0])];
    add_vector(cross(soup.vertices[to_index(t[1])] - a, soup.vertices[to_index(t[2])] - a));
    for (const int v : t) add_vector(soup.vertices[to_index(v)]);
    bytes += std::string(2, '\0');
  }
  return bytes;
}

}  // namespace catena::test
