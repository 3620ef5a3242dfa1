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
    Change,         // the condition of a change of structure
  };
  Kind kind;
  int dof;   // of Change: the event
  int side;  // of a stop: -1 lower, +1 upper; of Slip: the direction; of Change: the sign so far
};

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
  // How fast it changes there, from positions and velocities; 0 where that is not known.
  double rate(const Guard& guard, const Eigen::VectorXd& y) const;

 private:
  struct Point {
    double theta;
    Eigen::VectorXd values, rates;  // one per guard
  };
  void values(double t, const Eigen::VectorXd& y, Eigen::VectorXd& out);
  // Needs reactions_ for some.
  double value_of(const Guard& guard, double t, const Eigen::VectorXd& y);
  void look(double t, double theta, const Eigen::VectorXd& y, Point& point);
  bool may_dip(std::size_t g, const Point& from, const Point& to, double h) const;
  double turning_point(Integrator& integrator, const Guard& guard, double from, double to,
                       double h);
  double first_of(Integrator& integrator, std::size_t g, double t, double h);
  double locate(Integrator& integrator, const Guard& guard, double t, double h, double from,
                double to);

  MotionEquations& equations_;
  const ModeRules& rules_;
  const std::vector<StructureEvent>& changes_;
  Eigen::VectorXd q0_;
  std::vector<Guard> guards_;
  bool needs_reactions_ = false;
  std::vector<Point> points_;
  Point at_found_;
  Evaluation reactions_;
  Eigen::VectorXd y_;
};

}  // namespace catena
