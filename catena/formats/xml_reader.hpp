#pragma once
// XML elements with their positions in the file, so that every error names file and line.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catena/math/vec3.hpp"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace catena::xml {

// All of a file as text. Throws ModelError when it cannot be read.
std::string read_file(const std::string& path);

// An element of an open Document; valid as long as the document lives.
class Element {
 public:
  Element(const tinyxml2::XMLElement* element, const std::string* source)
      : element_(element), source_(source) {}

  std::string tag() const;
  int line() const;

  // Throws ModelError("FILE:LINE: <tag>: message").
  [[noreturn]] void fail(std::string_view message) const;

  std::vector<Element> children() const;
  std::vector<Element> children(const char* tag) const;
  // The only child with this tag: an empty vector or one element; two of them are an error.
  std::vector<Element> at_most_one(const char* tag) const;
  // The same where it must exist.
  Element exactly_one(const char* tag) const;

  bool has(const char* attribute) const;
  std::string text(const char* attribute) const;  // missing or empty is an error
  double number(const char* attribute) const;     // missing is an error
  double number_or(const char* attribute, double fallback) const;
  Vec3<double> vector(const char* attribute) const;  // three numbers
  Vec3<double> vector_or(const char* attribute, const Vec3<double>& fallback) const;

 private:
  std::vector<double> numbers(const char* attribute, std::size_t count) const;

  const tinyxml2::XMLElement* element_;
  const std::string* source_;
};

class Document {
 public:
  // `source` is what errors call the text: usually the path of its file.
  Document(std::string_view text, std::string source);
  Element root() const;
  const std::string& source() const { return *source_; }

 private:
  std::shared_ptr<const std::string> source_;
  std::shared_ptr<tinyxml2::XMLDocument> document_;
};

}  // namespace catena::xml
