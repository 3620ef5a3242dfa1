#pragma once
// Words and numbers of a text file, with the line for messages.

#include <string>
#include <string_view>

namespace catena {

// Whether two words are the same, whatever their case.
bool same_word(std::string_view a, std::string_view b);

class TextScanner {
 public:
  // `source` names the file in messages. The text outlives it.
  TextScanner(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  bool at_end();  // nothing but white space follows
  int line() const { return line_; }
  // The next word; empty at the end.
  std::string_view word();
  // The next word if it stands in the same line; empty where the line ends.
  std::string_view word_in_line();
  void expect(std::string_view word);
  // A finite number, or any number.
  double number(bool finite = true);
  double number(std::string_view word, bool finite = true) const;
  void skip_line();

  // Throws GeometryError("FILE:LINE: found 'x', expected y").
  [[noreturn]] void fail(std::string_view found, std::string_view expected) const;
  [[noreturn]] void fail(std::string_view message) const;

 private:
  void skip_space(bool beyond_lines);
  std::string_view take();

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace catena
