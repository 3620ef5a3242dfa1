#pragma once
// Where energy goes: what each source has dissipated or put in. State::spent holds one number per
// source, integrated along with the motion.

#include <string>
#include <vector>

#include "catena/sim/setup.hpp"
#include "catena/sim/state.hpp"

namespace catena {

enum class EnergyKind { Dissipated, Work, Stored };

struct EnergySource {
  EnergyKind kind;
  // Of a joint, a contact or a cable (dissipated), of a motor, a path, a spring or a winch, or
  // "pull" (work), or of a cable that is wound on (stored).
  std::string name;
};

// Sources of a simulation, in the order of State::spent: joints with damping or friction, motors,
// prescribed motions, springs whose matrix is not symmetric, contacts with friction, a pull by
// hand, cables.
struct EnergySources {
  std::vector<EnergySource> all;
  std::vector<int> of_dof;      // place of a velocity coordinate's joint, or -1
  std::vector<int> of_contact;  // likewise
  int first_motor = 0, first_path = 0, first_spring = 0;
  int pull = -1;  // place of the pull, or -1 where nothing may be pulled
  // Of a cable: what is wound on; -1: it has no damping or friction; -1: no winch.
  struct OfCable {
    int wound, dissipated = -1, winch = -1;
  };
  std::vector<OfCable> of_cable;
};
EnergySources energy_sources(const SimulationSetup& setup);

// Energies at one moment. balance = kinetic + potential + elastic - initial + dissipated - work +
// impact: what the ledger cannot explain.
struct EnergyBalance {
  double kinetic = 0.0, potential = 0.0, elastic = 0.0;
  double dissipated = 0.0, work = 0.0, impact = 0.0;
  double balance = 0.0;
  double stored() const { return kinetic + potential + elastic; }
};

}  // namespace catena
