#pragma once
// What formulas of the state may name: t, q.JOINT and v.JOINT; frames by p.FRAME.x, vel.FRAME.x and
// omega.FRAME.x; and, in conditions, all columns of a recording that forces decide about.

#include <functional>
#include <span>

#include "catena/control/state_formula.hpp"
#include "catena/mechanism/coordinates.hpp"

namespace catena {

// A number of the motion under a name of its own.
struct NamedProbe {
  std::string name;
  Probe probe;
};

// What a formula may name besides coordinates, and where that is noted down.
struct FormulaSurroundings {
  ProbeList* probes;  // what formulas name is added
  std::span<const NamedProbe> local = {};
  // Of a condition: the columns that it names are added. Columns there are; asked for when a
  // formula names one.
  std::vector<std::string>* readings = nullptr;
  std::function<std::vector<std::string>()> columns = nullptr;
};

class StateNames {
 public:
  explicit StateNames(const NamedCoordinates& names);
  // Compiles a formula. It sees positions of probes, then readings behind q, and velocities of
  // probes behind v.
  StateFormula formula(const Where& where, const std::string& text, const Constants& parameters,
                       const FormulaSurroundings& around) const;
  // Whether a formula looks behind the coordinates.
  bool names_probes(const StateFormula& formula) const;

 private:
  struct Further {  // a name that is not of a coordinate
    std::string name;
    std::optional<Probe> probe;  // none: a reading
  };
  std::vector<Further> further_names(const Where& where, const std::string& text,
                                     const Constants& parameters,
                                     const FormulaSurroundings& around) const;
  std::optional<Probe> frame_probe(const Where& where, std::string_view word, int place) const;

  std::shared_ptr<const Loops> loops_;
  std::vector<std::string> names_;  // t, q, v; then those of joints that are connected later
  int nq_, nv_;
};

}  // namespace catena
