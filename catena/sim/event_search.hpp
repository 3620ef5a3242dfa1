#pragma once
// The search for the first guard that runs out inside a step.

#include <optional>
#include <vector>

#include "catena/elements/guard.hpp"
#include "catena/elements/kinks.hpp"
#include "catena/sim/integrator.hpp"

namespace catena {

struct FoundEvent {
  Guard guard;
  double theta;  // fraction of the step
  int pushed;    // the direction in which what is let go will move, or 0
  // Other guards whose forces run out at the same instant, with their directions.
  std::vector<std::pair<Guard, int>> together = {};
};

struct GuardValue {
  double value;
  double rate;  // from positions and velocities alone; 0: not known
};

class EventSearch {
 public:
  // Owners of guards are known by their places among the owners.
  EventSearch(MotionEquations& equations, std::vector<GuardOwner*> owners);

  GuardOwner& owner_of(const Guard& guard) const {
    return *owners_[static_cast<std::size_t>(guard.owner)];
  }

  // Lists what must be watched in the modes of a state.
  void watch(const State& state);
  // Likewise for the time stepper: rows decide all that closed elements do, so of row owners only
  // arrivals are watched.
  void watch_arrivals(const State& state);

  // Corners of paths: no step goes past one, among ever so many events.
  bool ends_every_step(const Guard& guard) const {
    const Kinks* const kinks = kinks_[static_cast<std::size_t>(guard.owner)];
    return kinks != nullptr && kinks->is_of_time(guard);
  }

  // How long a step may be for none of these to change its sign twice unseen.
  double longest_step() const { return longest_step_; }

  // The first event of the step that the integrator has just taken from y0 to y1 over h.
  enum class Among { All, EndsOfSteps };  // the second: ends_every_step()
  std::optional<FoundEvent> first(Integrator& integrator, double t, double h,
                                  const Eigen::VectorXd& y0, const Eigen::VectorXd& y1,
                                  Among among = Among::All);
  // Of what arrives, that which came first of all that is past its limit after a step to y over h.
  std::optional<FoundEvent> passed(double t, double h, const Eigen::VectorXd& y);

  // Conditions of changes wait until all else at an instant has happened. To be called where an
  // event is, and once more after it: finds those that are met there, though another event is first
  // or jumps over zero. Then tells their owner. Without an event: at the end of a step in which
  // nothing was found, or looked for. Closing gaps and loops may have carried a condition on.
  void find_met(const std::optional<FoundEvent>& event, const State& state);
  void apply_met(World& world, State& state, std::vector<SimulationEvent>& events);

  // A guard at (t, y).
  GuardValue evaluate(const Guard& guard, double t, const Eigen::VectorXd& y);

 private:
  // Guards count as violated below this; it is far under what a user would notice, and above the
  // rounding of a coordinate that rests exactly on its stop.
  static constexpr double violated = -1e-13;

  struct Point {
    double theta;
    Eigen::VectorXd values, rates;  // one per guard
  };
  void put_values(const Look& look, Point& point) const;
  void look(double t, double theta, const Eigen::VectorXd& y, Point& point);
  void look_first(double t, const Eigen::VectorXd& y, Point& point);
  void add_simultaneous(FoundEvent& found) const;
  void let_others_go_first(FoundEvent& found) const;
  bool waits(const Guard& guard) const {
    return waits_[static_cast<std::size_t>(guard.owner)] != 0;
  }
  static double falls_between(std::size_t g, const Point& from, const Point& to, double h);
  bool may_dip(std::size_t g, const Point& from, const Point& to, double h) const;
  double turning_point(Integrator& integrator, const Guard& guard, double t, double from, double to,
                       double h);
  double through_points(std::size_t g, double theta) const;
  double least_force(Integrator& integrator, const Guard& guard, double t, double from, double to,
                     double h);
  double dip_of(Integrator& integrator, std::size_t g, double t, double h);
  double first_of(Integrator& integrator, std::size_t g, double t, double h);
  double locate(Integrator& integrator, const Guard& guard, double t, double h, double from,
                double to);

  MotionEquations& equations_;
  std::vector<GuardOwner*> owners_, watching_;  // all, and those with guards at present
  std::vector<char> has_rows_, waits_;          // per owner
  std::vector<const Kinks*> kinks_;             // likewise; null: it is something else
  std::size_t most_guards_ = 0;
  std::vector<Guard> guards_;
  bool needs_forces_ = false;
  double longest_step_ = 0.0;
  std::vector<Guard> met_;
  std::vector<Point> points_;
  Point at_found_;
  Evaluation forces_;
  Eigen::VectorXd y_;
};

}  // namespace catena
