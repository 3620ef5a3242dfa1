#pragma once
// The law of a cable between two stops that grip it: tensions of its sections from their lengths.
//
// Sections k with length l_k and natural length n_k (without tension) have the strain
// eps_k = l_k / n_k - 1 and the tension T_k = A (E eps_k + damping deps_k/dt), or none where they
// are slack (tensegrity thesis, (3.1.13)-(3.1.17)). Stops that stick keep n_k. Over one that slips
// the tension grows by exp(friction x wrap) in the direction in which the cable moves, and material
// passes until that holds; the sections that it joins have their sum of n_k in common. Cable that
// lies on a circle is not strained, as in the document.
//
// Energy: what the bodies give, T_k (dl_k/dt - dw_k/dt), goes into strain, into friction and
// damping, and with the material that leaves or enters the straight sections: 1/2 A E eps^2 per
// metre, which is counted as stored in the cable that is wound on.

#include <vector>

#include "catena/cables/cable.hpp"

namespace catena {

// What the bodies say about a section.
struct SectionInput {
  double length = 0.0, length_rate = 0.0;
  double wound_off = 0.0, wound_off_rate = 0.0;  // of circles and winch; n_k = material + this
};
// About the stop between two sections.
struct GuideInput {
  double friction = 0.0, wrap = 0.0, wrap_rate = 0.0;
};
struct SectionOutput {
  double strain = 0.0, tension = 0.0;
  double natural = 0.0;  // length without tension
};

class CablePart {
 public:
  CablePart(const CableMaterial& material, int sections);

  std::vector<SectionInput> sections;
  std::vector<GuideInput> guides;  // one less

  // Finds tensions and energies in the modes given: taut or not, slips per guide, material per
  // section. Does not allocate.
  void compute(bool taut, const int* slips, const double* material);

  const SectionOutput& section(int k) const { return out_[static_cast<std::size_t>(k)]; }
  double elastic_energy() const { return elastic_; }  // J
  double wound_power() const { return wound_; }       // W, into the cable that is wound on
  double dissipation() const { return dissipated_; }  // W, by damping and friction
  // Natural length per second that passes guide j forward, and what friction there may still take
  // on before it slips, as a strain: what damping adds does not count, so that slipping ends where
  // sticking can begin.
  double flow(int j) const { return flow_[static_cast<std::size_t>(j)]; }
  double grip(int j) const;
  // Whether friction there can hold anything: not where the cable runs straight past the stop.
  bool can_hold(int j) const;
  double least_strain() const { return least_strain_; }
  // Positive while a taut part stays so; positive once a slack one has become taut. Per tension of
  // strain 1.
  double tightness() const;

 private:
  struct Law {
    double tension, energy, slope;  // per area and E: T, Psi and what damping is multiplied by
  };
  Law law(double strain, bool taut) const;
  // Sections that share their material, and sums over them.
  struct Group {
    int first = 0, last = 0;
    double length = 0.0, natural = 0.0, natural_rate = 0.0;
  };
  void find_growth(const Group& group, const int* slips);
  double find_strain(const Group& group) const;
  double find_strain_rate(const Group& group, double strain) const;
  double tension(double strain, double strain_rate) const;
  void solve_group(const Group& group, const int* slips);

  CableMaterial material_;
  std::vector<SectionOutput> out_;
  std::vector<double> growth_, growth_rate_, flow_;
  double elastic_ = 0.0, wound_ = 0.0, dissipated_ = 0.0;
  double least_raw_ = 0.0, least_strain_ = 0.0;
  bool is_taut_ = false;
};

}  // namespace catena
