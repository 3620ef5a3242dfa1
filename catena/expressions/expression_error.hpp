#pragma once
// Errors of formulas: what was found, where, what was expected.

#include <stdexcept>
#include <string>

namespace catena {

class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(const std::string& message, std::size_t position)
      : std::runtime_error(message), position_(position) {}
  // Where in the text, counted in bytes from 0. what() does not repeat it.
  std::size_t position() const { return position_; }

 private:
  std::size_t position_;
};

}  // namespace catena
