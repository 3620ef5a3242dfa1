#pragma once
// A mechanism for tests of loops and contacts in scenarios, and what is refused of them.

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "catena/scenario/scenario.hpp"

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

// What follows the bars, and the message that it must be refused with.
struct RefusedBars {
  const char* name;
  std::string rest;
  const char* message;

  void expect() const {
    try {
      read_bars(rest);
      FAIL() << "nothing was thrown";
    } catch (const ScenarioError& error) {
      EXPECT_STREQ(error.what(), message);
    }
  }
};
inline void PrintTo(const RefusedBars& c, std::ostream* out) {
  *out << c.name;
}

}  // namespace catena
