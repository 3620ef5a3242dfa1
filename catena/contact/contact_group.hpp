#pragma once
// The contacts of a simulation: those of given geometry and those that are found between shapes;
// modes open, sliding and sticking, and the events between them.

#include <algorithm>
#include <cmath>

#include "catena/contact/belts.hpp"
#include "catena/contact/contact_forces.hpp"
#include "catena/contact/contact_modes.hpp"
#include "catena/contact/shape_contacts.hpp"
#include "catena/elements/row_owner.hpp"

namespace catena {

// Large because it overrides the functions of its interfaces; it has few of its own.
class ContactGroup final : public Group, public RowOwner {
 public:
  // `shapes`: what finds contacts between the shapes of bodies; null: they do not touch. `belts`:
  // how surfaces move by formulas; it must live as long as this, null: none does.
  ContactGroup(const Coordinates& coordinates, const std::vector<Contact>& contacts,
               const ContactOptions& options, std::unique_ptr<ShapeContacts> shapes = nullptr,
               Belts* belts = nullptr);

  // Of the nearest shapes of two bodies, m; infinite where one has none that touches.
  double distance(const Look& look, BodyId a, BodyId b) const;
  // Calls found(a, b) with the trees of each closed contact between shapes; -1: the world.
  template <class Found>
  void for_closed_pairs(const State& state, Found found) const {
    for (const ContactModes::Entry& entry : state.modes_of<ContactModes>(index()).entries()) {
      if (!entry.mode.closed() || !shapes_ || entry.key.pair < shapes_->first_pair()) continue;
      const auto [a, b] = shapes_->trees_of(entry.key.pair);
      found(a, b);
    }
  }
  // After refresh() for a step: marks the trees that sleep and that something which is awake could
  // touch within the time h.
  void mark_reached_sleepers(const Look& look, const State& state, double h, std::span<char> trees);
  // Whether no contacts are given: all are found between shapes; who finds them, and the account of
  // their friction.
  bool is_of_shapes_alone() const { return given_ == 0 && shapes_ != nullptr; }
  ShapeContacts* shapes() const { return shapes_.get(); }
  int account_of_shapes() const { return found_account_; }
  // Until they are looked for again, there are none between shapes.
  void forget_found();

  // ---- Contacts of shapes by events (contact_features.cpp). After refresh() at a state:
  // Whether modes must be decided again, because points that touch have come or gone.
  bool has_other_features() const { return has_other_features_; }
  // The keys of those that are closed.
  std::vector<ContactKey> closed_found(const State& state) const;
  // One that touches and whose geometry is not exact; empty: there is none.
  std::string inexact_name(const State& state) const;
  // The pair of a gap that is watched; -1: it is none of shapes.
  int pair_of_gap(const Guard& guard) const {
    const bool found = guard.kind == Gap && static_cast<std::size_t>(guard.item) >= given_;
    return found ? key(guard.item).pair : -1;
  }
  // The least gap of the contacts of a pair, m, at an instant.
  double least_gap(const Look& look, int pair);

  // Forces and places of the last instant.
  const ContactForces& forces() const { return forces_; }

  // Group.
  void place_start(State& state, std::vector<SimulationEvent>& events) override;
  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;
  void refresh(const Look& look, const State& state, double ahead) override;
  void keep_found(State& state) const override;
  void begin_at(const Look& look) override;
  bool is_foreseen() const override { return false; }
  bool has_rows_between_bodies() const override { return true; }
  void compute(const Look& look) override { see(look); }
  Slopes slopes() const override { return forces_.any_closed() ? Slopes::Exact : Slopes::None; }
  void add_slopes(const Look& look, MotionSlopes& out) const override;
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;
  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override { return 7 * (contacts_.size() + (shapes_ ? 1 : 0)); }
  void prepare_guards(const Look& look) override { locate(look, watched_part_); }
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  double rate(const Guard& guard, const Look& look) const override;
  void set_scale(double typical_force) override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override { return name_at(guard.item); }
  RowOwner* rows() override { return this; }
  bool is_recorded(const RecordOptions& options) const override { return options.contacts; }
  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;
  void add_touch_points(const Look& look, const State& state,
                        std::vector<TouchPoint>& out) override;
  std::string_view mode_key() const override { return "contacts"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

  // RowOwner.
  double rest_speed() const override { return options_.rest_speed; }
  bool any_closed() const override { return forces_.any_closed(); }
  void add_reactions(LoopSolver& solver, Out<double> a) override { forces_.apply(solver, a); }
  void add_body_wrenches(std::vector<Force<double>>& external) const override {
    forces_.add_body_wrenches(external);
  }
  void prepare(LoopSolver& solver) override { forces_.prepare(solver); }
  void oppose(LoopSolver& solver, Out<double> column) override { forces_.oppose(solver, column); }
  double close_position(LoopSolver& solver, Out<double> q, Held held) override {
    return forces_.close_position(solver, q, held);
  }
  void close_velocity(LoopSolver& solver, In<double> q, Out<double> v, Held held) override {
    forces_.close_velocity(solver, q, v, held);
  }
  void offer(const World& world, const Look& look, const Triggers& triggers, State& state,
             RowList& out) override;
  void answer(const World& world, const Look& look, const Triggers& triggers, const RowList& list,
              const DecisionResult& result, State& state) override;
  bool adapt(const RowList& list, const DecisionResult& result) override;
  void choose_forces(World& world, const RowList& list, const DecisionResult& result,
                     State& state) override;
  void report(const State& before, State& after, std::vector<SimulationEvent>& events) override;
  bool must_decide_again(const Look& look) override;
  void offer_impact(const World& world, const Look& look, const Triggers& triggers,
                    const State& state, RowList& out, ImpactSpeed& speed) override;
  void set_restitution(const State& state, const ImpactSpeed& speed, RowList& list) override;
  void add_drive_work(const RowList& list, const Eigen::VectorXd& impulse,
                      double* spent) const override;
  void report_impact(const RowList& list, const ImpactReport& impact, const Look& look,
                     State& state, std::vector<SimulationEvent>& events) override;

  bool needs_steps() const override { return shapes_ != nullptr; }
  void begin_step() override {}
  void offer_step(const Look& middle, const StepRequest& request, const State& state,
                  RowList& out) override;
  bool may_strike(const Look& start, const StepRequest& request, const State& state,
                  double slow) override;
  bool answer_step(const RowList& list, const StepAnswer& answer, State& state,
                   std::vector<SimulationEvent>& events) override;
  std::optional<int> closed_without_rebound(const Look& look, const StepRequest& request,
                                            const State& state) override;
  bool may_arrive(const State& state) const override;
  void close_touching(const Look& look, State& state) override;
  void close_inside(const Look& look, State& state) override;
  void offer_gaps(const Look& look, const State& state, RowList& out) override;
  bool must_be_placed() const override { return lacks_anchors_; }
  bool is_off() const override { return is_off_; }
  double overlap(const Look& look) override;
  bool passes(const Look& end, double h, const std::function<Look(double)>& inside) override;
  void add_misplaced(double limit, std::vector<std::string>& names) const override {
    for (int i = 0; i < count(); ++i)
      if (forces_.modes()[static_cast<std::size_t>(i)].closed() && std::abs(place(i).gap) > limit)
        names.push_back(name_at(i));
  }

 private:
  // Whether contacts of shapes go by events in this state.
  bool is_by_events(const State& state) const {
    return shapes_ != nullptr && options_.method == ContactMethod::Events && !state.is_stepping();
  }
  struct SlopeScratch;
  void add_turning(const Look& look, int i, const Mat3<double>& turning, bool rolls,
                   MotionSlopes& out) const;
  void drop_passing(const Look& look, const State& state);
  void find_passing(const Look& look, const State& state);
  std::optional<double> passes_now(int i, const Look& look);
  void find_other_features(const State& state);
  void hand_modes_on(State& state) const;
  int find_again(const Look& look, State& state, int i);
  // What is off its surface at the start, m: a contact, or the deepest of a pair of shapes.
  struct StartGap {
    int pair, contact;
    double gap;
    bool two_sided;
    std::string name;
  };
  std::vector<StartGap> start_gaps(std::vector<ContactMode>& modes) const;
  double gap_now(const StartGap& at) const;
  [[noreturn]] void refuse_start(const StartGap& at, const std::string& stops) const;
  void move_outside(World& world, std::vector<ContactMode>& modes, State& state);
  static void keep_velocities(World& world, const State& given, State& state);
  void open_moving(const Look& look, State& state);
  enum Watched {
    Gap,      // of an open contact
    Force,    // what a contact may still lose before it would pull, or change sides
    Cone,     // what the friction of a sticking contact may still take on
    Freeze,   // speed of sliding above that at which its direction is kept
    Thaw,     // what is missing to that at which it is free again
    SlipEnd,  // speed in the direction that is kept
    Paradox,  // how far a sliding contact is from Painleve's paradox
    Creep,    // how far a sticking contact is from moving
    Speed,    // how far a sliding one is from the speed at which its friction changes
    // Likewise of rolling, where it is rubbed.
    RollCone,
    RollCreep,
    RollFreeze,
    RollThaw,
    RollEnd,
  };
  struct Corners {
    int begin, end;
  };
  // Of the face that contact i is a corner of; of others itself.
  Corners corners_of(int i) const;
  // Of all these, at the last instant.
  struct FrictionSums {
    double normal = 0.0;
    Vec3<double> sliding = Vec3<double>::zero(), rolling = Vec3<double>::zero();
  };
  FrictionSums friction_of(int i) const;
  // Which part such a friction is of what a coefficient of one can give.
  double friction_part(int i, const Vec3<double>& sliding) const;
  int count() const { return static_cast<int>(contacts_.size()); }
  const Contact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }
  std::string name_at(int i) const {
    return static_cast<std::size_t>(i) < given_ ? contact(i).name : shapes_->name(key(i).pair);
  }
  const ContactPlace& place(int i) const { return forces_.geometry().place(i); }
  bool touches(const ContactMode& mode, int i) const;
  void watch_contact(const ContactMode& mode, int i, int owner, bool leads,
                     std::vector<Guard>& out) const;
  void change_speed(const Guard& guard, State& state) const;
  void count_turns(int i, State& state, std::vector<SimulationEvent>& events) const;
  void keep_last_direction(int i, State& state) const;
  void watch_gap(int i, int owner, std::vector<Guard>& out) const;
  void watch_arrivals(const State& state, int owner, std::vector<Guard>& out) const;
  bool only_turns(const ContactMode& mode, int i) const;
  void locate(const Look& look, ContactGeometry::Part part = ContactGeometry::Part::All) {
    see(look);
    forces_.locate(look.nodes(), part);
  }
  // What surfaces do at an instant.
  void see(const Look& look) {
    forces_.set_time(look.t);
    if (belts_ != nullptr) belts_->locate(look);
  }
  bool has_moving_surface(const Contact& contact) const;
  void add_drive_work(int i, double work, const Vec3<double>& impulse, double* spent) const;
  // The direction that a mode keeps, against sliding and spin, in units of the coefficient.
  Vec3<double> kept_direction(int i, const ContactMode& mode) const;
  Vec3<double> kept_rolling(int i, const ContactMode& mode) const;
  // A face at rest during a decision: the friction that was asked of it, and the ellipsoid that
  // osculates its limit surface there.
  struct RestingFace {
    int pair;
    Vec3<double> asked;
    FrictionShape shape;
    int count;  // how often it was asked
  };
  FrictionShape shape_at(int i) const;
  bool find_slipping(const RowList& list, const DecisionResult& result);
  void shape_for_decision(const Triggers& triggers);
  bool has_stopped(const Triggers& triggers, int i, Trigger::What what) const;
  void offer_block(int i, const Triggers& triggers, const ContactMode& mode, RowList& out) const;
  struct BlockSums;
  ContactMode mode_for(const Block& block, const BlockSums& sums, const Triggers& triggers,
                       const DecisionResult& result, const ContactMode& before) const;
  ContactMode::Rolling rolling_for(const Block& block, const BlockSums& sums,
                                   const DecisionResult& result) const;
  BlockSums sums_of(const RowList& list, const Block& block, const DecisionResult& result) const;
  bool is_lawful(const RowList& list, const std::vector<ContactMode>& modes) const;
  bool others_slip(const RowList& list, const DecisionResult& result,
                   const std::vector<ContactMode>& modes) const;
  // Adds the normal and the rows of friction in whose units the limit is a ball; and where
  // `moments`, those of rolling.
  Eigen::Index add_rows(int i, bool moments, RowList& out) const;
  void shape_resting_faces(const State& state);
  // What sleeps is not among the contacts; its modes and reactions stay in the state.
  bool sleeps(int pair) const {
    return !asleep_.empty() && pair >= given_pairs_ && shapes_->sleeps(pair);
  }
  void keep_sleeping_reactions(const State& state);
  bool is_off(int i, const StepReaction* reaction) const;
  bool may_rebound(const Look& look, const StepRequest& request, const State& state);
  bool takes_anchor(int i, const ContactMode& mode) const;
  bool is_at(int i, const Anchor& anchor) const;
  int closed_count(const State& state) const;
  void put_anchors(State& state);
  // Of a rough contact, over a time step.
  struct StepSliding {
    bool begins_at_rest = false, ends_at_rest = false;
    bool reverses = false;  // passes through zero
  };
  StepSliding sliding_over(const Block& block, const RowList& list, const StepAnswer& answer) const;
  bool turns_round(const ContactMode& before, const ContactMode& now, int i) const;
  void tell_change(int i, ContactMode::Kind old, ContactMode::Kind now, double rebound,
                   const BounceSeries& bounces, double t,
                   std::vector<SimulationEvent>& events) const;
  bool mode_after(const RowList& list, const Block& block, const StepAnswer& answer,
                  ContactMode& mode) const;
  ContactMode::Rolling rolling_after(const RowList& list, const Block& block,
                                     const StepAnswer& answer, ContactMode::Rolling mode) const;
  void save_found(const State& state, ModeTable& out) const;
  RegionHints load_found(const ModeTable& in, State& state,
                         std::vector<ContactModes::Entry>& entries) const;
  void start_from(const StepReaction& reaction, int i, RowList& out) const;
  // The modes of all contacts that there are now, by their place in the list, and back.
  std::vector<ContactMode> modes_in(const State& state) const;
  void put_modes(std::span<const ContactMode> modes, State& state) const;
  ContactModes::Cursor mode_cursor(const State& state) const {
    return ContactModes::Cursor(state.modes_of<ContactModes>(index()));
  }
  static Vec3<double> force_of(const StepReaction& reaction) {
    return {reaction.force[0], reaction.force[1], reaction.force[2]};
  }
  const ContactKey& key(int i) const { return keys_[static_cast<std::size_t>(i)]; }
  // In world axes, on body a, of a force or impulse along the axes of a contact.
  static Vec3<double> in_world(const RowList& list, const Block& block, const Eigen::Vector3d& p);

  std::vector<Contact> contacts_;  // given ones, then those that were found
  std::vector<ContactKey> keys_;   // per contact, in increasing order
  std::size_t given_ = 0;          // how many are given
  bool any_rebounds_ = false;      // of those, or any pair of materials of shapes
  std::unique_ptr<ShapeContacts> shapes_;
  int found_account_ = -1;  // of friction between shapes
  Belts* belts_;            // null: there are none
  std::vector<int> belt_accounts_;
  ContactOptions options_;
  ContactForces forces_;
  std::vector<int> accounts_;          // of friction, or -1
  std::vector<int> drives_;            // of surfaces that move, or -1
  double force_scale_ = 1.0;           // of guards, over a step
  std::vector<RestingFace> resting_;   // of the decision that is being made
  std::vector<int> slipping_;          // likewise: what static friction does not hold
  std::vector<int> separating_;        // touched when offer() was called, but separated
  bool is_off_ = false;                // closed contacts, at the last offer_step()
  bool lacks_anchors_ = false;         // contacts that have begun to stick
  double ahead_ = 0.0;                 // s, how long the step will be that was announced last
  double typical_acceleration_ = 1.0;  // m/s^2
  ContactGeometry::Part watched_part_ = ContactGeometry::Part::All;  // what guards need
  std::vector<double> suppressed_;    // per contact: speed of the rebound that counted as none
  std::vector<StepSliding> sliding_;  // per contact, of the last time step
  int given_pairs_ = 0;
  bool has_other_features_ = false;
  std::vector<char> exact_;  // per contact of shapes: its geometry
  // Per contact: when it passes beyond the border of its face, s after the beginning of the time
  // step, and is none any more. Infinite: it does not.
  std::vector<double> passing_;
  bool strikes_all_ = false;  // in this step nothing passes
  std::vector<int> left_;     // pairs that have touched where nothing of them does any more
  std::vector<char> asleep_;  // per tree, at the last refresh() for a step; empty: none sleeps
  std::vector<ContactMode> modes_;       // scratch
  std::vector<StepReaction> reactions_;  // scratch
  mutable std::shared_ptr<SlopeScratch> slope_scratch_;
};

}  // namespace catena
