#pragma once
// How accurately forces or impulses satisfy the contact laws, and which link found them.

#include <algorithm>

#include "catena/solvers/contact_chain.hpp"

namespace catena {

struct AnswerQuality {
  // What is worse than this is reported, wherever it comes from.
  static constexpr double tolerated = 1e-8;

  double residual = 0.0;              // the worst of all islands (contact_chain.hpp)
  ChainLink link = ChainLink::Start;  // the last one that was needed
  bool solved = true;

  void take_worse(const AnswerQuality& other) {
    residual = std::max(residual, other.residual);
    link = std::max(link, other.link);
    solved &= other.solved;
  }
};

}  // namespace catena
