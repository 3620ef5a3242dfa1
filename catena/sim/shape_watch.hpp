#pragma once
// Contacts between shapes by events: between steps, what may touch is found; after a trial of a
// step, whether shapes overlap in it that no contact holds apart.

#include <string>

#include "catena/contact/shape_way.hpp"
#include "catena/sim/integrator.hpp"

namespace catena {

class ContactGroup;

class ShapeWatch {
 public:
  explicit ShapeWatch(MotionEquations& equations);

  // Whether shapes touch at all.
  bool is_needed() const { return group_ != nullptr; }
  // Finds what may touch within the time `ahead`, s. Returns whether other features touch than
  // before.
  bool refresh(State& state, double ahead);
  // See ContactGroup.
  std::string inexact_name(const State& state) const;

  // Up to which part a step over h that was just taken from a state is good, 1: all of it; and
  // whether features change there. Where it is known that they do at its end, `changes`, that is
  // not looked for.
  struct Part {
    double part = 1.0;
    bool ends_at_change = false;
  };
  Part good_part(Integrator& integrator, const State& state, double h, bool changes);
  // Whether a point that arrives at (t, y) passes the surface beside it.
  bool passes_by(const Guard& guard, double t, const Eigen::VectorXd& y);

 private:
  MotionEquations& equations_;
  ContactGroup* group_ = nullptr;
  std::unique_ptr<ShapeWay> way_;
  Eigen::VectorXd y_;
};

}  // namespace catena
