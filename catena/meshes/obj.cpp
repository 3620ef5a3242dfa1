#include "catena/meshes/obj.hpp"

#include <fmt/format.h>

#include <charconv>

#include "catena/geometry/geometry_error.hpp"
#include "catena/math/index.hpp"
#include "catena/meshes/polygon.hpp"
#include "catena/meshes/text_scanner.hpp"

namespace catena {

namespace {

constexpr std::size_t most_corners = 5000;

// "7", "7/2", "7/2/5" or "7//5": the number of a vertex, from 1, or from the last one backwards.
int corner_index(std::string_view word, int vertices, const TextScanner& scanner) {
  const std::string_view digits = word.substr(0, word.find('/'));
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size())
    scanner.fail(word, "the number of a vertex, such as 7 or 7/2/5");
  const int index = value < 0 ? vertices + value : value - 1;
  if (index < 0 || index >= vertices)
    scanner.fail(word, fmt::format("a vertex from 1 to {} that is defined above", vertices));
  return index;
}

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& source) : scanner_(text, source) {}

  TriangleSoup read() {
    while (!scanner_.at_end()) {
      const std::string_view word = scanner_.word();
      if (word == "v") read_vertex();
      if (word == "f") read_face();
      scanner_.skip_line();
    }
    return std::move(soup_);
  }

 private:
  void read_vertex() {
    Vec3<double> p{};
    for (int i = 0; i < 3; ++i) p[i] = scanner_.number(scanner_.word_in_line());
    if (soup_.vertices.size() >= 3 * most_triangles)
      scanner_.fail(
          fmt::format("found more than {} vertices; simplify the mesh", 3 * most_triangles));
    soup_.vertices.push_back(p);
  }

  // A line that ends with a backslash goes on in the next one.
  std::string_view next_corner() {
    std::string_view word = scanner_.word_in_line();
    while (word == "\\") {
      scanner_.skip_line();
      word = scanner_.word_in_line();
    }
    return word;
  }

  void read_face() {
    corners_.clear();
    for (std::string_view word = next_corner(); !word.empty() && word[0] != '#';
         word = next_corner()) {
      if (corners_.size() == most_corners)
        scanner_.fail(fmt::format("found a face of more than {} corners", most_corners));
      corners_.push_back(corner_index(word, static_cast<int>(soup_.vertices.size()), scanner_));
    }
    if (corners_.size() < 3)
      scanner_.fail(
          fmt::format("found a face of {} corners, expected at least 3", corners_.size()));
    if (soup_.triangles.size() + corners_.size() > most_triangles)
      scanner_.fail(fmt::format("found more than {} triangles; simplify the mesh", most_triangles));
    add_polygon(soup_.vertices, corners_, soup_.triangles);
  }

  TextScanner scanner_;
  TriangleSoup soup_;
  std::vector<int> corners_;
};

}  // namespace

TriangleSoup read_obj(std::string_view text, const std::string& source) {
  return ObjReader(text, source).read();
}

}  // namespace catena
