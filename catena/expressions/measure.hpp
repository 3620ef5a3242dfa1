#pragma once
// What the parts of a formula measure, as far as units say so. Used by Parser only.

#include <span>
#include <string_view>

#include "catena/expressions/program.hpp"
#include "catena/expressions/units.hpp"

namespace catena {

struct Measure {
  enum class Kind {
    Number,   // written without a unit
    Known,    // written with units
    Unknown,  // it depends on names, whose units are not known
  };
  Kind kind = Kind::Number;
  Dimension dimension = {};
  std::string_view unit = {};  // the text of a unit in it
  bool zero = false;           // of Number
  // Of Known: a name has this unit. Numbers without units next to it may have units that were not
  // written, as 9.81 in m*9.81.
  bool of_name = false;

  bool is_known() const { return kind == Kind::Known; }
};

// What an operation on such operands measures. No value where they do not fit together, such as a
// length and a force in a sum.
std::optional<Measure> measure_of(Op op, std::span<const Measure> operands,
                                  std::span<const double> exponent);

}  // namespace catena
