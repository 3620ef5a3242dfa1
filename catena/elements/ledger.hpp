#pragma once
// Where energy goes: what each source has dissipated, put in or stored. State::spent holds one
// number per source, integrated along with the motion.

#include <string>
#include <string_view>
#include <vector>

namespace catena {

enum class EnergyKind { Dissipated, Work, Stored };

struct EnergySource {
  EnergyKind kind;
  std::string name;  // of a joint, a motor, a contact, a cable ...
  friend bool operator==(const EnergySource&, const EnergySource&) = default;
};

// The sources of a simulation, in the order of State::spent.
class Ledger {
 public:
  // The number of a source, which is added where there is none of that kind and name.
  int open(EnergyKind kind, const std::string& name) {
    const int found = find(kind, name);
    if (found >= 0) return found;
    sources_.push_back({kind, name});
    return count() - 1;
  }
  // Or -1.
  int find(EnergyKind kind, std::string_view name) const {
    for (int s = 0; s < count(); ++s)
      if (source(s).kind == kind && source(s).name == name) return s;
    return -1;
  }
  int count() const { return static_cast<int>(sources_.size()); }
  const EnergySource& source(int s) const { return sources_[static_cast<std::size_t>(s)]; }
  const std::vector<EnergySource>& all() const { return sources_; }

 private:
  std::vector<EnergySource> sources_;
};

// Energies at one instant. balance = kinetic + potential + elastic - initial + dissipated - work +
// impact: what the ledger cannot explain.
struct EnergyBalance {
  double kinetic = 0.0, potential = 0.0, elastic = 0.0;
  double dissipated = 0.0, work = 0.0, impact = 0.0;
  double balance = 0.0;
  double stored() const { return kinetic + potential + elastic; }
};

}  // namespace catena
