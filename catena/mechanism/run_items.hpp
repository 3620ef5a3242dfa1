#pragma once
// How a mechanism starts, how it is integrated, recorded and plotted.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "catena/mechanism/items.hpp"
#include "catena/sim/options.hpp"

namespace catena {

// Where a joint, or one coordinate of it, starts.
struct InitialItem : Item {
  static constexpr const char* kind = "initial";
  Configuration q = {};
  Numbers v = {};
  bool guess = false;  // may move where loops are closed

  friend bool operator==(const InitialItem&, const InitialItem&) = default;
};

// What is not given is what the method finds best.
struct IntegratorItem {
  IntegratorKind kind = IntegratorOptions().kind;
  std::optional<double> step = {}, tolerance = {}, absolute_tolerance = {}, max_step = {};
  Said said = {};

  friend bool operator==(const IntegratorItem&, const IntegratorItem&) = default;
};

struct RecordItem {
  double interval = 0.01;                                // s
  std::optional<std::vector<std::string>> columns = {};  // q, v ...; the usual ones if not given
  std::vector<std::string> frames = {};                  // and bodies
  std::vector<std::array<std::string, 2>> pairs = {};    // of bodies whose contacts are recorded
  std::vector<std::string> touched = {};                 // bodies: the sum of all their contacts
  Said said = {};

  friend bool operator==(const RecordItem&, const RecordItem&) = default;
};

// A panel of the plot that a scenario asks for.
struct PlotPanel {
  std::string title;
  std::vector<std::string> columns;  // of the recording; * stands for anything
  std::string x = {};                // the column over which they are drawn; t if empty

  friend bool operator==(const PlotPanel&, const PlotPanel&) = default;
};

}  // namespace catena
