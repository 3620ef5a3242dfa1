#pragma once
// Formulas of time that jump although the quantity that they give cannot.

#include <string>

#include "catena/mechanism/where.hpp"

namespace catena {

class Expression;

// Fails where the formula jumps from `begin` to `end`, as `what` it gives cannot. `advice`: what to
// write instead.
void refuse_jumps(const Where& where, const Expression& formula, double begin, double end,
                  const std::string& what, const std::string& advice);

}  // namespace catena
