#pragma once
// A group with laws that jump, and that may slide along the surfaces where they do: there a law is
// a mixture of its two branches, which keeps the motion on the surface (Filippov 1988, par. 4).

#include <Eigen/Core>

#include "catena/elements/look.hpp"

namespace catena {

class SlidingOwner {
 public:
  virtual ~SlidingOwner() = default;

  // How many surfaces it slides along in the present modes.
  virtual int sliding_count() const = 0;
  // The part of the upper branch in the mixture.
  virtual double fraction(int i) const = 0;
  // Takes effect with the next compute().
  virtual void set_fraction(int i, double fraction) = 0;
  // Per surface, what must be zero for the motion to stay on it; accelerations `a` are affine in
  // the fractions.
  virtual void find_departures(const Look& look, const Eigen::VectorXd& a, double* out) = 0;
};

}  // namespace catena
