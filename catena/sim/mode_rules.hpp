#pragma once
// The laws of stops, dry friction and contacts: what happens to velocities when something is hit,
// and what is held from then on (Carvalho 2007, sec. 3.3 and ch. 4, extended to several at once and
// to friction).
//
// All are complementarity problems in the efforts and forces concerned, with W = J M^-1 J^T of
// touch_rows.hpp.

#include <string>
#include <vector>

#include "catena/contact/impact_laws.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/touch_rows.hpp"
#include "catena/solvers/friction_problem.hpp"

namespace catena {

// Something that happened at one moment.
struct SimulationEvent {
  double t = 0.0;
  std::string kind;  // limit, hold, release, stick, slip, outside, impact, touch, lift, rest, jam
  std::string name;  // of the coordinate or contact
  double v_before = 0.0, v_after = 0.0;
  double energy_lost = 0.0;
  std::string note = {};
};

// What has made modes change; -1: not this.
struct Occasion {
  int leaving = -1;    // the coordinate whose reaction has run out,
  int leaving_to = 0;  // and the direction in which it goes
  int lifting = -1;    // the contact whose force has run out
  int stopped = -1;    // the contact that has stopped sliding
  int jammed = -1;     // the contact that was stopped by force
  int returned = -1;   // the contact that is back in no time: it stays
};

class ModeRules {
 public:
  explicit ModeRules(MotionEquations& equations);

  // Moves coordinates that start outside their limits onto them, contacts that start inside their
  // surface out of it and two-sided ones onto it, and reports it. Throws SimulationError where a
  // contact cannot be moved.
  void start_limits(State& state, std::vector<SimulationEvent>& events) const;
  void start_contacts(State& state, std::vector<SimulationEvent>& events);

  // Puts coordinates onto their stops that closing the loops has moved beyond them, by as little as
  // errors of integration are.
  void return_to_stops(State& state) const;

  // Coordinates at a stop that move against it and contacts that approach get the velocities that
  // restitution and friction demand, all of them at once (impact_laws.hpp). Dry friction in joints
  // is finite and does not take part. Where all stops are reached very slowly (1e-3 per second) and
  // without rebound, all come to rest. `captured`, a coordinate, and `returned`, a contact, do in
  // any case.
  void impact(State& state, std::vector<SimulationEvent>& events, int captured = -1,
              int returned = -1);

  // Decides which coordinates at rest are held, by a stop or by friction, and what touching
  // contacts do, so that none pulls, no friction exceeds what it can, and nothing moves into
  // anything else. May stop a sliding contact that has no other way to go on (Painleve's paradox).
  void decide(State& state, std::vector<SimulationEvent>& events, const Occasion& occasion = {});

  // Whether a contact that separated when decide() was asked last does so no more.
  bool must_ask_again(const State& state);

  // The stops of each velocity coordinate; infinite where there is none.
  const Eigen::VectorXd& lower() const { return lower_; }
  const Eigen::VectorXd& upper() const { return upper_; }

  // Slower rebounds of a coordinate count as none: it comes to rest after finitely many.
  static constexpr double rest_speed = 1e-6;
  // Contacts that slide more slowly than this, m/s, may stick.
  static constexpr double at_rest = 1e-9;
  // Below this speed of sliding, m/s, its direction is kept; from twice that on it is free again.
  static double freezing(FrictionLaw law) { return law == FrictionLaw::Coulomb ? 1e-6 : 1e-3; }
  // How fast a contact must slide back until friction turns round.
  static double reversal(FrictionLaw law) { return law == FrictionLaw::Coulomb ? 0.0 : 1e-3; }
  // Sliding contacts whose ContactForces::pivot() is not above this are in Painleve's paradox.
  static constexpr double paradox = 1e-6;

 private:
  double position(const State& state, int dof) const;
  bool at_lower(const State& state, int dof) const;
  bool at_upper(const State& state, int dof) const;
  void read_limits(const Model& part, int first_v);
  const Contact& contact(int i) const;
  int contact_count() const { return static_cast<int>(equations_.setup().contacts.size()); }
  const ContactPlace& place(int i) const { return equations_.contacts()->geometry().place(i); }
  bool touches(const State& state, int i) const;

  // impact(): who takes part.
  struct Hits;
  Hits find_hits(const State& state, int captured, int returned);
  void add_points(const State& state, Hits& hits);
  ImpactResult resolve(const Hits& hits, const Eigen::VectorXd& sign,
                       const Eigen::VectorXd& u) const;
  void snap_to_targets(const Hits& hits, const Eigen::VectorXd& impulse, State& state) const;
  void book_impact(State& state, const Eigen::VectorXd& before, const Hits& hits,
                   const Eigen::VectorXd& impulse, const Eigen::VectorXd& u,
                   const std::string& note, std::vector<SimulationEvent>& events);
  double kinetic_energy_of(const State& state, const Eigen::VectorXd& v);

  // decide(): who is asked, and the problem that answers.
  struct Candidates;
  void ask_coordinates(State& state, const Occasion& occasion, Candidates& all);
  void ask_contacts(State& state, const Occasion& occasion, Candidates& all);
  Eigen::Vector2d frozen_direction(int i, const ContactMode& mode) const;
  int resolve_paradox(State& state, Candidates& all, std::vector<SimulationEvent>& events);
  void jam(State& state, int contact, std::vector<SimulationEvent>& events);
  void solve(Candidates& all, const std::vector<CoordinateMode>& before) const;
  void solve_coordinates(const TouchRows::Part& part, Candidates& all,
                         const std::vector<CoordinateMode>& before) const;
  void solve_touches(const TouchRows::Part& part, const std::vector<int>& touch_at,
                     Candidates& all) const;
  bool turn_sides(Candidates& all, const Occasion& occasion) const;
  void set_modes(State& state, const Occasion& occasion, const Candidates& all) const;
  void set_contact_modes(State& state, const Occasion& occasion, const Candidates& all) const;
  void set_references(State& state, const Candidates& all);
  void report(const State& state, const std::vector<CoordinateMode>& before,
              std::vector<SimulationEvent>& events) const;
  void report_contacts(State& state, const std::vector<ContactMode>& before,
                       std::vector<SimulationEvent>& events);

  MotionEquations& equations_;
  Eigen::VectorXd lower_, upper_, restitution_;
  TouchRows rows_;
  Workspace<double> ws_;
  std::vector<int> separating_;     // contacts that touched when decide() was asked, but separated
  std::vector<double> suppressed_;  // per contact: speed of the rebound that counted as none
};

}  // namespace catena
