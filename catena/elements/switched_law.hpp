#pragma once
// Numbers as functions of time and state that jump or have kinks where arguments cross thresholds
// (catena/expressions/switches.hpp). On given branches they are smooth.

#include <string>
#include <vector>

#include "catena/expressions/switches.hpp"
#include "catena/math/views.hpp"

namespace catena {

struct LawSwitch {
  bool is_kink = false, counts = false;  // see FormulaSwitch
  bool of_time_alone = false, of_velocities = false;
  // Switches with equal keys have the same argument, also those of different laws.
  std::string key = {};
  const Table* table = nullptr;  // see FormulaSwitch

  FormulaSwitch thresholds() const { return {is_kink, counts, {}, table}; }
};

// Time and state over all coordinates of the start.
struct LawPoint {
  double t;
  In<double> q, v;
};
// How they change.
struct LawRate {
  double t;
  In<double> q, v;
};

class SwitchedLaw {
 public:
  virtual ~SwitchedLaw() = default;

  virtual Eigen::Index value_count() const = 0;
  virtual const std::vector<LawSwitch>& switches() const = 0;
  // Nothing of what follows allocates. Branches and arguments: one number per switch.
  virtual void find_branches(const LawPoint& at, double* branches) const = 0;
  virtual void values(const LawPoint& at, const double* branches, Out<double> out) const = 0;
  // How fast the values change along a rate. Laws whose users never ask have none.
  virtual void rates(const LawPoint&, const LawRate&, const double* /*branches*/,
                     Out<double> out) const {
    for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = 0.0;
  }
  virtual void arguments(const LawPoint& at, const double* branches, double* out) const = 0;
  // With first and second derivatives along a rate that does not change.
  virtual void arguments(const LawPoint& at, const LawRate& along, const double* branches,
                         Jet* out) const = 0;
  // What arguments are measured by: the sum over their variables x of |slope| max(1, |x|).
  virtual void scales(const LawPoint& at, const double* branches, double* out) const = 0;
  // How fast the angle of any sine in an argument changes, rad/s.
  virtual double fastest_angle(const LawPoint& at, const LawRate& along) const = 0;
};

}  // namespace catena
