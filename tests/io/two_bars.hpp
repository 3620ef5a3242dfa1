#pragma once
// A mechanism for tests of loops in scenarios.

#include <string>

#include "catena/io/scenario.hpp"

namespace catena {

// Two bars that stand upright a metre apart, on hinges, with `rest` after these nine lines.
inline std::string bars(const std::string& rest) {
  std::string text = R"(model:
  bodies:
    - {name: left, shapes: [{box: {sides: [0.1, 0.1, 1]}, at: [0, 0, 0.5], mass: 1}]}
    - {name: right, shapes: [{box: {sides: [0.1, 0.1, 1]}, at: [0, 0, 0.5], mass: 1}]}
  joints:
    - {name: crank, kind: revolute, parent: world, child: left, axis: [0, 1, 0]}
    - {name: wheel, kind: revolute, parent: world, child: right, axis: [0, 1, 0], at: [1, 0, 0]}
  frames:
    - {name: tip, body: right, at: [0, 0, 1]}
)";
  text += rest;
  return text;
}

inline Scenario read_bars(const std::string& rest) {
  return parse_scenario(bars(rest), "bad.yaml", "");
}

}  // namespace catena
