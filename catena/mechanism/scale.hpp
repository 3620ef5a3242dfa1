#pragma once
// A mechanism of another size.

#include "catena/mechanism/mechanism.hpp"

namespace catena {

struct ScaleFactors {
  double length = 1.0, mass = 1.0;
  bool keep_stiffness = false;  // springs and dampers of joints stay as they are
};

// Makes all lengths `length` times and all masses `mass` times as large. Springs, dampers, friction
// and limits of effort go with them so that it moves alike under the same gravity, `length`^(1/2)
// times as slowly: weights grow like masses, moments like masses times lengths. Throws Error with
// the item where something has no rule: contacts, cables, couplings, rolling wheels, elements,
// custom and involute joints.
void scale(Mechanism& mechanism, const ScaleFactors& by);
inline void scale(Mechanism& mechanism, double length, double mass) {
  scale(mechanism, ScaleFactors{length, mass});
}

}  // namespace catena
