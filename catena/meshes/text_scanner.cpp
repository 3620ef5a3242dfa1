#include "catena/meshes/text_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "catena/geometry/geometry_error.hpp"

namespace catena {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v' || c == '\0';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// For messages: what is no letter of ASCII would spoil a terminal.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string result;
  for (const char c : text.substr(0, most)) result += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > most ? result + "..." : result;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

void TextScanner::skip_space(bool beyond_lines) {
  while (at_ < text_.size() && is_space(text_[at_])) {
    if (text_[at_] == '\n') {
      if (!beyond_lines) return;
      ++line_;
    }
    ++at_;
  }
}

std::string_view TextScanner::take() {
  const std::size_t first = at_;
  while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
  return text_.substr(first, at_ - first);
}

bool TextScanner::at_end() {
  skip_space(true);
  return at_ == text_.size();
}

std::string_view TextScanner::word() {
  skip_space(true);
  return take();
}

std::string_view TextScanner::word_in_line() {
  skip_space(false);
  return take();
}

void TextScanner::expect(std::string_view expected) {
  const std::string_view found = word();
  if (!same_word(found, expected)) fail(found, fmt::format("'{}'", expected));
}

double TextScanner::number(bool finite) {
  return number(word(), finite);
}

double TextScanner::number(std::string_view word, bool finite) const {
  std::string_view digits = word;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // What is too small or too large for a double is zero or refused.
  const bool small = error == std::errc::result_out_of_range && std::abs(value) < 1.0;
  const bool whole = end == digits.data() + digits.size() && !digits.empty();
  if (!whole || (error != std::errc() && !small) || (finite && !std::isfinite(value)))
    fail(word, finite ? "a finite number" : "a number");
  return value;
}

void TextScanner::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  if (at_ < text_.size()) {
    ++at_;
    ++line_;
  }
}

void TextScanner::fail(std::string_view found, std::string_view expected) const {
  throw GeometryError(fmt::format("{}:{}: found {}, expected {}", source_, line_,
                                  found.empty() ? std::string("the end of the line or file")
                                                : fmt::format("'{}'", shown(found)),
                                  expected));
}

void TextScanner::fail(std::string_view message) const {
  throw GeometryError(fmt::format("{}:{}: {}", source_, line_, message));
}

}  // namespace catena
