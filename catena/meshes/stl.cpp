#include "catena/meshes/stl.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "catena/geometry/geometry_error.hpp"
#include "catena/meshes/text_scanner.hpp"

namespace catena {

namespace {

constexpr std::size_t header_bytes = 84, triangle_bytes = 50;

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;)
    value = (value << 8U) | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

double real(std::string_view bytes, std::size_t at) {
  return static_cast<double>(std::bit_cast<float>(little_endian(bytes, at)));
}

void add_triangle(const std::array<Vec3<double>, 3>& corners, const Vec3<double>& normal,
                  TriangleSoup& soup) {
  const int first = static_cast<int>(soup.vertices.size());
  soup.vertices.insert(soup.vertices.end(), corners.begin(), corners.end());
  soup.triangles.push_back({first, first + 1, first + 2});
  if (dot(cross(corners[1] - corners[0], corners[2] - corners[0]), normal) < 0.0)
    ++soup.against_normals;
}

void check_count(std::size_t count, const std::string& source) {
  if (count > most_triangles)
    throw GeometryError(fmt::format("{}: found {} triangles, expected at most {}; simplify it",
                                    source, count, most_triangles));
}

TriangleSoup read_binary(std::string_view bytes, const std::string& source) {
  const std::size_t count = little_endian(bytes, 80),
                    expected = header_bytes + triangle_bytes * count;
  if (bytes.size() < expected)
    throw GeometryError(
        fmt::format("{}: byte 80 says that {} triangles follow, which take {} bytes, but the file "
                    "has {}; is it "
                    "complete, and an STL file?",
                    source, count, expected, bytes.size()));
  check_count(count, source);
  TriangleSoup soup;
  soup.vertices.reserve(3 * count);
  soup.triangles.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t at = header_bytes + triangle_bytes * t;
    const auto point = [&](std::size_t k) {
      const std::size_t p = at + 12 * k;
      return Vec3<double>{real(bytes, p), real(bytes, p + 4), real(bytes, p + 8)};
    };
    std::array<Vec3<double>, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k] = point(k + 1);
      if (!std::isfinite(corners[k].x + corners[k].y + corners[k].z))
        throw GeometryError(fmt::format(
            "{}: at byte {}: a corner of triangle {} is ({}, {}, {}), expected finite numbers",
            source, at + 12 * (k + 1), t, corners[k].x, corners[k].y, corners[k].z));
    }
    add_triangle(corners, point(0), soup);
  }
  return soup;
}

Vec3<double> read_vector(TextScanner& scanner, bool finite) {
  Vec3<double> v{};
  for (int i = 0; i < 3; ++i) v[i] = scanner.number(finite);
  return v;
}

TriangleSoup read_ascii(std::string_view text, const std::string& source) {
  TextScanner scanner(text, source);
  TriangleSoup soup;
  scanner.expect("solid");
  scanner.skip_line();  // its name
  while (!scanner.at_end()) {
    const std::string_view word = scanner.word();
    if (same_word(word, "endsolid")) {
      scanner.skip_line();
      if (scanner.at_end()) break;
      scanner.expect("solid");
      scanner.skip_line();
      continue;
    }
    if (!same_word(word, "facet")) scanner.fail(word, "'facet' or 'endsolid'");
    scanner.expect("normal");
    const Vec3<double> normal = read_vector(scanner, false);
    scanner.expect("outer");
    scanner.expect("loop");
    std::array<Vec3<double>, 3> corners;
    for (Vec3<double>& corner : corners) {
      scanner.expect("vertex");
      corner = read_vector(scanner, true);
    }
    scanner.expect("endloop");
    scanner.expect("endfacet");
    check_count(soup.triangles.size() + 1, source);
    add_triangle(corners, normal, soup);
  }
  return soup;
}

}  // namespace

TriangleSoup read_stl(std::string_view bytes, const std::string& source) {
  // Some programs write "solid" at the start of binary files too: the size decides.
  const bool long_enough = bytes.size() >= header_bytes;
  const bool fits =
      long_enough &&
      bytes.size() == header_bytes + triangle_bytes * std::size_t{little_endian(bytes, 80)};
  const std::size_t start = bytes.find_first_not_of(" \t\r\n");
  const bool says_solid = start != std::string_view::npos && bytes.size() - start >= 5 &&
                          same_word(bytes.substr(start, 5), "solid");
  const bool binary = fits || !says_solid;
  if (binary && !long_enough)
    throw GeometryError(
        fmt::format("{}: found {} bytes, expected 'solid' or at least the {} bytes at the start of "
                    "a binary STL "
                    "file",
                    source, bytes.size(), header_bytes));
  return binary ? read_binary(bytes, source) : read_ascii(bytes, source);
}

}  // namespace catena
