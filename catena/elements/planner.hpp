#pragma once
// A controller that plans its efforts with the motion of the whole mechanism, and with all that
// else acts on it.

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catena/cables/cable_forces.hpp"
#include "catena/math/views.hpp"

namespace catena {

// What acts on a mechanism at an instant, besides the springs, dampers and friction of its joints,
// stops and contacts: as it is in the present modes.
struct Acting {
  // On all coordinates of the start: of forces on bodies, springs, cables and motors.
  const Eigen::VectorXd& efforts;
  const CableForces* cables = nullptr;  // those that are neither cut nor off; null: there are none
};

class Planner {
 public:
  virtual ~Planner() = default;

  // One effort per coordinate of its motor. q and v are over all coordinates of the start.
  // `acting`, null: nobody knows, as outside of a simulation. Throws std::runtime_error where there
  // is no plan.
  virtual void efforts(double t, In<double> q, In<double> v, const Acting* acting,
                       Out<double> out) = 0;

  // ---- Of the last efforts().
  // How much of what is asked for the bounds do not allow: below 1e-6 none.
  virtual double shortfall() const = 0;
  // Per input: the part of its bound that its effort is, 0 to 1; 0: it has no bound.
  virtual const std::vector<double>& used() const = 0;
  // The bounds that are in the way, for people.
  virtual std::string obstacles() const = 0;

  // Whether bounds can be in the way at all; always the same.
  virtual bool is_bounded() const { return true; }
  // What a plan at the place of the last efforts() suffers from, for people; empty: nothing.
  virtual std::vector<std::string> remarks() const { return {}; }
};

using PlannerMaker = std::function<std::unique_ptr<Planner>()>;

}  // namespace catena
