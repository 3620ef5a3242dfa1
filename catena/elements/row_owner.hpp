#pragma once
// A group whose elements are one-sided or bounded. It supplies rows with their law and reads the
// solution; the common decision and the common impact use the rows and do not depend on their
// owners.

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include "catena/dynamics/workspace.hpp"
#include "catena/elements/group.hpp"
#include "catena/elements/rows.hpp"

namespace catena {

// What a decision has found.
struct DecisionResult {
  Eigen::VectorXd x, w;  // forces, and accelerations along them, per unknown
  bool solved = false;
  // Forces and accelerations below these count as none.
  double small_force = 0.0, small_acceleration = 0.0;
};

// How fast the elements of all groups arrive that take part in an impact.
struct ImpactSpeed {
  double fastest = 0.0;
  bool any = false;  // at least one arrives
};

// What an impact has done.
struct ImpactReport {
  const Eigen::VectorXd& impulse;   // per row
  const Eigen::VectorXd& u_before;  // likewise; velocities away from stops count as positive
  const Eigen::VectorXd& v_before;  // of all coordinates
  double restitution_factor;        // < 1: so that friction creates no energy
  bool solved;
  double& energy_lost;  // J, of the whole mechanism; it stands with the first event
};

// What a time step asks for.
struct StepRequest {
  double h = 0.0;  // s
  // Of the instant at which rows are asked for: how long after the beginning of the step, and for
  // how long bounded efforts act; both 0 in an impact at its beginning.
  double since_start = 0.0, acting = 0.0;
  // Elements that are open and could arrive within the step are offered, too, with what is missing
  // until then.
  bool with_arrivals = false;
  double typical_acceleration = 1.0;
  // Elements, by group and item, that have no effect in this step.
  struct Element {
    int group, item;
  };
  std::span<const Element> left_out = {};
  bool leaves_out(int group, int item) const {
    return std::any_of(left_out.begin(), left_out.end(), [&](const Element& element) {
      return element.group == group && element.item == item;
    });
  }
  // The part of a penetration that velocities take out per second. It does not grow in steps that
  // are cut short: over any number of them, a penetration falls as in whole steps.
  double correction_rate = 0.0;
  // The velocity that the step begins with, and the articulated inertias of the tree at the
  // instant.
  std::span<const double> v_begin = {};
  std::span<const Workspace<double>::Axis> axes = {};
  // How far something that moves like this may come within the step, generously: forces of the step
  // itself may throw it.
  double reach(double speed) const {
    return h * (5.0 * std::abs(speed) + 500.0 * h * typical_acceleration);
  }
};

// What a time step has found.
struct StepAnswer {
  double h;                     // s
  const Eigen::VectorXd& x;     // impulses per row
  const Eigen::VectorXd& u;     // velocities per row at the end of the step
  const Eigen::VectorXd& mean;  // likewise, over the step: x.mean is the work on the mechanism
  double fastest;               // the largest speed that the step has to do with
};

// Large because it is all that decisions, impacts and time steps know of an element with a law.
class RowOwner {
 public:
  virtual ~RowOwner() = default;

  // ---- Between events: forces that keep closed elements as they are.
  virtual bool any_closed() const { return false; }
  // After the solver's accelerations: finds the forces, and adds what they do to `a` and to the
  // solver's multipliers.
  virtual void add_reactions(LoopSolver&, Out<double> /*a*/) {}
  // What these forces do to bodies, in their axes about their origins.
  virtual void add_body_wrenches(std::vector<Force<double>>&) const {}
  // For a state that the solver is prepared for: then oppose() takes from a column of its mobility,
  // the last that it gave, what closed elements do not let happen.
  virtual void prepare(LoopSolver&) {}
  virtual void oppose(LoopSolver&, Out<double> /*column*/) {}
  // Takes errors of integration out of closed elements; held coordinates stay. Returns the largest
  // gap left.
  virtual double close_position(LoopSolver&, Out<double> /*q*/, Held) { return 0.0; }
  virtual void close_velocity(LoopSolver&, In<double> /*q*/, Out<double> /*v*/, Held) {}

  // ---- The decision: which modes follow from the accelerations that they would allow.
  // Sets the modes that velocities decide, and adds blocks for the others.
  virtual void offer(const World& world, const Look& look, const Triggers& triggers, State& state,
                     RowList& out) = 0;
  // Sets the modes of the blocks of this group.
  virtual void answer(const World& world, const Look& look, const Triggers& triggers,
                      const RowList& list, const DecisionResult& result, State& state) = 0;
  // Whether a law of this group depends on the forces that were found, and must be asked again:
  // then the group offers other rows.
  virtual bool adapt(const RowList&, const DecisionResult&) { return false; }
  // Once all modes are set: chooses among forces that are not unique.
  virtual void choose_forces(World&, const RowList&, const DecisionResult&, State&) {}
  // Reports what has changed.
  virtual void report(const State& before, State& after, std::vector<SimulationEvent>& events) = 0;
  // Whether an element that separated when offer() was called last does so no more.
  virtual bool must_decide_again(const Look&) { return false; }

  // ---- The impact: velocities after something was hit.
  // Adds blocks for all that touch, with what arrives.
  virtual void offer_impact(const World& world, const Look& look, const Triggers& triggers,
                            const State& state, RowList& out, ImpactSpeed& speed) = 0;
  // Sets restitution in the blocks of this group, now that the speed of all is known.
  virtual void set_restitution(const State& state, const ImpactSpeed& speed, RowList& list) = 0;
  // What arrives more slowly does not rebound, m/s; 0: that is not asked. It is raised where events
  // come too thick (State::rest_factor).
  virtual double rest_speed() const { return 0.0; }
  // Puts velocities of the state exactly where rounding has left them almost.
  virtual void settle_velocities(const RowList&, const Eigen::VectorXd& /*impulse*/,
                                 const ImpactSpeed&, State&) const {}
  // Adds to the work of each source, J, what surfaces that move give with these impulses per row.
  virtual void add_drive_work(const RowList&, const Eigen::VectorXd& /*impulse*/,
                              double* /*spent*/) const {}
  // Reports what was hit; `look` is at the velocities after.
  virtual void report_impact(const RowList& list, const ImpactReport& impact, const Look& look,
                             State& state, std::vector<SimulationEvent>& events) = 0;

  // ---- The time step: impulses over a step that keep to the laws.
  virtual bool has_elements() const { return true; }
  // Whether an element has a law that nothing but time steps keeps.
  virtual bool needs_steps() const { return false; }
  // Forces of the group that rows stand for leave its efforts.
  virtual void begin_step() = 0;
  // Adds blocks for all that touch. `middle` is in the middle of the step.
  virtual void offer_step(const Look& middle, const StepRequest& request, const State& state,
                          RowList& out) = 0;
  // Before that, at the beginning of the step: whether something that is open could arrive within
  // it, and anything comes faster than `slow`, m/s, so that it must be struck there.
  virtual bool may_strike(const Look&, const StepRequest&, const State&, double /*slow*/) {
    return true;
  }
  // Sets modes, reactions and energies at the end of the step. Returns whether it has moved
  // something back that the step has carried too far.
  virtual bool answer_step(const RowList& list, const StepAnswer& answer, State& state,
                           std::vector<SimulationEvent>& events) = 0;
  // How many elements are closed; none where one that may arrive in the step bounces for longer
  // than it lasts. Where many are closed, arrivals are not worth a step of their own each: they
  // come to rest within the step.
  virtual std::optional<int> closed_without_rebound(const Look&, const StepRequest&, const State&) {
    return 0;
  }
  // Whether something that is open could be reached, so that arrivals must be watched.
  virtual bool may_arrive(const State& state) const = 0;
  // After an impact: what touches and does not separate is closed.
  virtual void close_touching(const Look& look, State& state) = 0;
  // At the end of a step: closes what is inside of something all the same, and notes where things
  // stick from now on.
  virtual void close_inside(const Look&, State&) {}
  // Whether close_inside() must be called even if nothing has moved.
  virtual bool must_be_placed() const { return false; }
  // Rows along which closed elements may be off where they belong, with Row::velocity by how much,
  // m: first of a block the normal, positive apart, then tangents.
  virtual void offer_gaps(const Look&, const State&, RowList&) {}
  // Whether closed elements are further from where they belong, at the last offer_step() or
  // close_inside(), than they may be.
  virtual bool is_off() const { return false; }
  // How far things overlap at the end of a step, m, that were found at its beginning and have moved
  // since: what they were taken for within the step is not what they are.
  virtual double overlap(const Look&) { return 0.0; }
  // Whether things go through each other within a step of h seconds to `end`; `inside`: at a
  // fraction of it.
  virtual bool passes(const Look& /*end*/, double /*h*/,
                      const std::function<Look(double)>& /*inside*/) {
    return false;
  }
  // Adds the names of closed elements that were further than `limit` from where they belong when
  // they were located last.
  virtual void add_misplaced(double /*limit*/, std::vector<std::string>& /*names*/) const {}
};

// A group that has laws in time steps alone: forces of finite size, which rows treat implicitly.
class StepRowOwner : public RowOwner {
 public:
  void offer(const World&, const Look&, const Triggers&, State&, RowList&) final {}
  void answer(const World&, const Look&, const Triggers&, const RowList&, const DecisionResult&,
              State&) final {}
  void report(const State&, State&, std::vector<SimulationEvent>&) final {}
  void offer_impact(const World&, const Look&, const Triggers&, const State&, RowList&,
                    ImpactSpeed&) final {}
  void set_restitution(const State&, const ImpactSpeed&, RowList&) final {}
  void report_impact(const RowList&, const ImpactReport&, const Look&, State&,
                     std::vector<SimulationEvent>&) final {}
  bool has_elements() const final { return false; }
  bool may_arrive(const State&) const final { return false; }
  void close_touching(const Look&, State&) final {}
};

}  // namespace catena
