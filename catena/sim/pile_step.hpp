#pragma once
// A time step of many free bodies whose shapes touch, for piles. It follows the same laws as
// ImpulseStep, without its lists of rows: one record per contact (solvers/body_sweeps.hpp), one
// geometry in the middle of the step, one problem for what touches and what arrives.
//
// Bodies move with the mean of the velocities at both ends of the step. Where something arrives
// faster than the tolerance allows, all that hangs together with it moves with the velocity at the
// end instead: a contact with a gap may then come as far as to touch, and no further. What is
// pressed and hardly moves is not moved and has no velocity: so a pile comes to rest, and what
// rests is not looked for again. What both do to energies is booked with the losses at events.

#include <memory>
#include <span>
#include <vector>

#include "catena/contact/contact_group.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/pile_bodies.hpp"
#include "catena/sim/pile_gaps.hpp"
#include "catena/solvers/body_sweeps.hpp"

namespace catena {

// What steps have done, for tests and reports.
struct PileWork {
  long steps = 0, points = 0, contacts = 0, sweeps = 0, visits = 0, put_back = 0;
};

class PileStep {
 public:
  // Whether nothing but weight and contacts between shapes, without restitution, acts on bodies
  // that are free, and contacts have a tolerance.
  static bool knows(const MotionEquations& equations);
  explicit PileStep(MotionEquations& equations);

  // The longest step in which nothing turns too far, of `whole` and its halves.
  double size(const State& state, double whole) const;
  // Advances a state to t, with modes, reactions and energies. Returns false where sweeps do not
  // get near an answer, or it is not finite: then nothing of the state is right.
  bool advance(double t, State& state, std::vector<SimulationEvent>& events);
  // The state at a part of the step that was made last from `before` to `after`.
  void inside(double part, const State& before, const State& after, State& out) const;

  const PileWork& work() const { return work_; }

 private:
  struct Touch {  // of a point that takes part
    int point = 0;
    bool was_closed = false, arrives = false;
    double speed = 0.0;  // of a from b, at the beginning
    ContactMode::Kind kind = ContactMode::Kind::Open;
    Vec3<double> drift = Vec3<double>::zero();  // half a step of J' v
    const StepReaction* last = nullptr;
  };
  struct Pair;

  void add_touches(const State& state);
  bool place(const ShapePoint& point, const Pair& pair, bool closed, Touch& touch,
             SweptContact& out) const;
  Vec3<double> first_impulse(const Touch& touch, const SweptContact& contact,
                             const Mat3<double>& R_WB) const;
  void find_islands();
  int root(int body);
  bool solve(State& state, std::vector<SimulationEvent>& events);
  void find_resting();
  void book_works(State& state) const;
  void set_kinds();
  void put_velocities(State& state);
  void put_reactions(State& state);
  void put_modes(State& state, std::vector<SimulationEvent>& events);
  void report(int first, int last, ContactModes::Cursor& before, double t,
              std::vector<SimulationEvent>& events) const;
  bool add_gap(const ShapePoint& point, const ContactNormal& at, bool closed,
               const StepReaction* reaction, const Transform<double>& X_WA,
               const Transform<double>& X_WB);
  bool has_moved(const ShapePoint& point) const;
  bool find_known_gaps(const State& state, bool all);
  bool find_new_gaps(const State& state, bool all);
  void close_gaps(State& state, std::vector<SimulationEvent>& events);
  double potential(const State& state) const;

  MotionEquations& equations_;
  ContactGroup& group_;
  ShapeContacts& shapes_;
  double tolerance_, h_ = 0.0;
  double still_ = 0.0, strike_ = 0.0;  // m/s: what is slower hardly moves; how fast things arrive
  Vec3<double> gravity_;
  PileBodies bodies_;
  PileGaps gaps_;
  BodySweeps sweeps_;
  std::span<const ShapePoint> points_;  // of the last search
  std::vector<Touch> touches_;
  std::vector<SweptContact> contacts_;
  std::vector<Vec3<double>> impulses_;
  std::vector<int> roots_;                // per body, of its island
  std::vector<ContactMode::Kind> kinds_;  // per point
  std::vector<char> passing_;             // per point: it passes beside the border of its face
  std::vector<StepReaction> reactions_;
  std::vector<Vec3<double>> turnings_;  // per body, at the end
  std::vector<int> pressed_;            // per body: how many contacts press it
  std::vector<ContactModes::Entry> entries_;
  std::vector<std::shared_ptr<ModesOf<ContactModes>>> modes_;  // those that nobody has are free
  double deepest_ = 0.0;                                       // overlap that was found, m
  Eigen::VectorXd v_before_;
  PileWork work_;
};

}  // namespace catena
