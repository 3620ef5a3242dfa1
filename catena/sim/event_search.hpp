#pragma once
// Functions of the motion that stay positive as long as the modes are right, and the search for the
// first one that does not, inside a step.

#include <optional>
#include <vector>

#include "catena/sim/integrator.hpp"
#include "catena/sim/mode_rules.hpp"

namespace catena {

struct Guard {
  enum class Kind {
    LowerStop,      // q - lower
    UpperStop,      // upper - q
    Slip,           // velocity in the direction of sliding
    LimitReaction,  // what a stop may still lose before it would pull
    Friction,       // what sticking friction may still take on
    Gap,            // of an open contact
    ContactForce,   // what a contact may still lose before it would pull, or change sides
    Cone,           // what the friction of a sticking contact may still take on
    Freeze,         // speed of sliding above that at which its direction is kept
    Thaw,           // what is missing to that at which it is free again
    SlipEnd,        // speed in the direction that is kept
    Paradox,        // how far a sliding contact is from Painleve's paradox
    CablePart,      // what a taut cable may lose before it is slack, or a slack one before taut
    CableStrain,    // of a slack cable that is not yet unstrained
    CableGuide,     // what sticks a cable to a stop, or its speed where it slips
    Change,         // the condition of a change of structure
  };
  Kind kind;
  int dof;   // or contact, part or guide of a cable; of Change: the event
  int side;  // of a stop: -1 lower, +1 upper; of Slip: the direction; of Change: the sign so far
  double offset = 0.0;  // of Gap: what it starts with where rounding has left it inside
};

// Whether a guard is about a contact, about a cable, and whether it needs forces.
inline bool is_of_contact(Guard::Kind kind) {
  return kind >= Guard::Kind::Gap && kind <= Guard::Kind::Paradox;
}
inline bool is_of_cable(Guard::Kind kind) {
  return kind >= Guard::Kind::CablePart && kind <= Guard::Kind::CableGuide;
}
inline bool needs_forces(Guard::Kind kind) {
  using Kind = Guard::Kind;
  return kind == Kind::LimitReaction || kind == Kind::Friction || kind == Kind::ContactForce ||
         kind == Kind::Cone || kind == Kind::Paradox;
}

struct FoundEvent {
  Guard guard;
  double theta;  // fraction of the step
  int pushed;    // Friction, LimitReaction: direction in which the coordinate is let go
};

class EventSearch {
 public:
  EventSearch(MotionEquations& equations, const ModeRules& rules,
              const std::vector<StructureEvent>& changes)
      : equations_(equations), rules_(rules), changes_(changes) {}

  // Lists what must be watched in the modes of a state.
  void watch(const State& state);

  // The first event of the step that the integrator has just taken from y0 to y1 over h.
  std::optional<FoundEvent> first(Integrator& integrator, double t, double h,
                                  const Eigen::VectorXd& y0, const Eigen::VectorXd& y1);

  // The value of a guard at (t, y).
  double value(const Guard& guard, double t, const Eigen::VectorXd& y);
  // How fast it changes where value() was last asked for, from positions and velocities; 0 where
  // that is not known.
  double rate(const Guard& guard, const Eigen::VectorXd& y) const;

 private:
  struct Point {
    double theta;
    Eigen::VectorXd values, rates;  // one per guard
  };
  void watch_contact(const State& state, int i);
  void watch_cables(const State& state);
  void values(double t, const Eigen::VectorXd& y, Eigen::VectorXd& out);
  // Needs reactions_ for some.
  double value_of(const Guard& guard, double t, const Eigen::VectorXd& y);
  double contact_value(const Guard& guard) const;
  void look(double t, double theta, const Eigen::VectorXd& y, Point& point);
  bool may_dip(std::size_t g, const Point& from, const Point& to, double h) const;
  double turning_point(Integrator& integrator, const Guard& guard, double t, double from, double to,
                       double h);
  double first_of(Integrator& integrator, std::size_t g, double t, double h);
  double locate(Integrator& integrator, const Guard& guard, double t, double h, double from,
                double to);

  MotionEquations& equations_;
  const ModeRules& rules_;
  const std::vector<StructureEvent>& changes_;
  Eigen::VectorXd q0_;
  std::vector<Guard> guards_;
  bool needs_reactions_ = false, watches_cables_ = false;
  double force_scale_ = 1.0;  // of contacts, over a step
  std::vector<Point> points_;
  Point at_found_;
  Evaluation reactions_;
  Eigen::VectorXd y_;
};

}  // namespace catena
