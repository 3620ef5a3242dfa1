#include "catena/formats/xml_reader.hpp"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include "catena/model/model_error.hpp"

namespace catena::xml {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;
       at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    result.push_back(text.substr(at, end - at));
    at = end;
  }
  return result;
}

// Independent of the locale; false unless the whole word is one finite number.
bool parse_number(std::string_view word, double& value) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // Reading from a folder opens but fails on the first byte.
  if (!file || !(text << file.rdbuf()))
    throw ModelError(fmt::format(
        "{}: cannot be read, expected a file with text in it; check the path and its permissions",
        path));
  return text.str();
}

Document::Document(std::string_view text, std::string source)
    : source_(std::make_shared<const std::string>(std::move(source))),
      document_(std::make_shared<tinyxml2::XMLDocument>()) {
  document_->Parse(text.data(), text.size());
  if (document_->Error())
    throw ModelError(
        fmt::format("{}:{}: malformed XML ({}); check that every tag is closed and "
                    "every attribute is in quotes",
                    *source_, document_->ErrorLineNum(), document_->ErrorName()));
  if (document_->RootElement() == nullptr)
    throw ModelError(fmt::format("{}: found no XML element, expected one", *source_));
}

Element Document::root() const {
  return {document_->RootElement(), source_.get()};
}

std::string Element::tag() const {
  return element_->Name();
}

int Element::line() const {
  return element_->GetLineNum();
}

bool Element::has(const char* attribute) const {
  return element_->Attribute(attribute) != nullptr;
}

void Element::fail(std::string_view message) const {
  throw ModelError(fmt::format("{}:{}: <{}>: {}", *source_, line(), tag(), message));
}

std::vector<Element> Element::children() const {
  std::vector<Element> result;
  for (auto* e = element_->FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
    result.emplace_back(e, source_);
  return result;
}

std::vector<Element> Element::children(const char* tag) const {
  std::vector<Element> result;
  for (auto* e = element_->FirstChildElement(tag); e != nullptr; e = e->NextSiblingElement(tag))
    result.emplace_back(e, source_);
  return result;
}

std::vector<Element> Element::at_most_one(const char* tag) const {
  std::vector<Element> found = children(tag);
  if (found.size() > 1)
    found[1].fail(
        fmt::format("found {} <{}> in the <{}> of line {}, expected one; remove the others",
                    found.size(), tag, this->tag(), line()));
  return found;
}

Element Element::exactly_one(const char* tag) const {
  const std::vector<Element> found = at_most_one(tag);
  if (found.empty()) fail(fmt::format("found no <{0}> inside, expected one; add a <{0}>", tag));
  return found.front();
}

std::string Element::text(const char* attribute) const {
  const char* value = element_->Attribute(attribute);
  if (value == nullptr) fail(fmt::format("attribute '{0}' is missing; add {0}=\"...\"", attribute));
  if (*value == '\0') fail(fmt::format("attribute '{}' is empty, expected text in it", attribute));
  return value;
}

std::vector<double> Element::numbers(const char* attribute, std::size_t count) const {
  const std::string value = text(attribute);
  const std::vector<std::string_view> found = words(value);
  if (found.size() != count)
    fail(fmt::format("expected {} number{} in {}, found {} (\"{}\"); separate numbers by spaces",
                     count, count == 1 ? "" : "s", attribute, found.size(), value));
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i)
    if (!parse_number(found[i], result[i]))
      fail(fmt::format("expected a finite number in {}, found '{}'; write it like 0.5 or -1e-3",
                       attribute, found[i]));
  return result;
}

double Element::number(const char* attribute) const {
  return numbers(attribute, 1)[0];
}

double Element::number_or(const char* attribute, double fallback) const {
  return has(attribute) ? number(attribute) : fallback;
}

Vec3<double> Element::vector(const char* attribute) const {
  const std::vector<double> v = numbers(attribute, 3);
  return {v[0], v[1], v[2]};
}

Vec3<double> Element::vector_or(const char* attribute, const Vec3<double>& fallback) const {
  return has(attribute) ? vector(attribute) : fallback;
}

}  // namespace catena::xml
