#pragma once
// The forces of contacts that stay as they are: those that keep the normal accelerations of the
// closed ones at zero, and the tangential ones of those that stick (Carvalho 2007, eqs. 4.40-4.43;
// Li et al. 2014, eq. 21, here for any number of points).
//
// With W = J M^-1 J^T, loops closed, the unknown forces x solve B x = target - J a, where a are the
// accelerations without contacts. A sliding contact has one unknown, its normal force, with
// friction on its back: its column of B is W (n - mu d), which is eq. (20) of Li et al. Contacts
// that do not act on each other through the mechanism are solved apart (response.hpp).

#include <optional>
#include <span>
#include <vector>

#include "catena/contact/contact_geometry.hpp"
#include "catena/contact/contact_mode.hpp"
#include "catena/elements/reactions.hpp"
#include "catena/response/response.hpp"
#include "catena/solvers/least_norm_solver.hpp"

namespace catena {

// What finding forces has taken so far, counted.
struct ContactWork {
  long visited = 0;     // nodes, in responses to unit forces, four at a time
  long eliminated = 0;  // n^3 of each system of n forces
};

// Large because most are readers of what one instant gives.
class ContactForces {
 public:
  ContactForces(std::shared_ptr<const Loops> loops, const std::vector<Contact>& contacts);

  // Other contacts instead, all open. Does not allocate once it has had as many.
  void set_contacts(std::span<const Contact> contacts);
  // Scratch and results belong to the modes that were set last.
  void set_modes(std::span<const ContactMode> modes);
  void open_all();
  // Of redundant forces, those nearest to this one are chosen; axes of body b.
  void set_reference(int i, const Vec3<double>& force) {
    modes_[static_cast<std::size_t>(i)].reference = force;
  }
  // Likewise the moment about its axes of friction, for take_references().
  void set_reference_moment(int i, const Vec3<double>& moment) {
    reference_moments_[static_cast<std::size_t>(i)] = moment;
  }
  // Forces are the references themselves, those of the last time step, instead of what would keep
  // all accelerations: what a crowd of contacts would make a large problem of.
  void take_references(bool taken) { takes_references_ = taken; }
  // These points of both bodies belong together where a contact sticks.
  void set_anchor(int i, const Anchor& anchor) { anchors_[static_cast<std::size_t>(i)] = anchor; }
  // After set_modes() and locate(): remembers how contacts slide whose direction is free. Until
  // this is called again, one that has stopped goes on as if friction had not turned round, so that
  // the moment can be found inside a step.
  void keep_directions();
  std::span<const ContactMode> modes() const { return modes_; }
  bool any_closed() const { return any_closed_; }

  // After solver.accelerations(): finds the forces, and adds to `a` (all coordinates) and to the
  // solver's multipliers what they do. Does not allocate.
  void apply(LoopSolver& solver, Out<double> a);

  // For a state that the solver is prepared for: then oppose() takes from a column of its mobility,
  // the last that it gave, what closed contacts do not let happen.
  void prepare(LoopSolver& solver);
  void oppose(LoopSolver& solver, Out<double> column);

  // After locate(): makes the direction of a contact's sliding fixed, as it is now, or free again.
  void turn_frozen(int i, ContactMode& mode) const;
  void turn_rolling_frozen(int i, ContactMode& mode) const;

  // Where the contacts are, for solver's last state, at a time that surfaces may depend on.
  void set_time(double t) { geometry_.set_time(t); }
  void locate(const LoopSolver& solver) { geometry_.compute(solver.tree_state()); }
  void locate(const ClosureGeometry::TreeState& nodes,
              ContactGeometry::Part part = ContactGeometry::Part::All) {
    geometry_.compute(nodes, part);
  }
  const ContactGeometry& geometry() const { return geometry_; }
  void set_shape(int i, const FrictionShape& shape) { geometry_.set_shape(i, shape); }
  void set_surface_motions(std::span<const SurfaceMotion> motions) {
    geometry_.set_surface_motions(motions);
  }

  // After apply(): the force on body a along the axes of the contact, and the moment about them;
  // zero where it is open.
  const Vec3<double>& force(int i) const { return forces_[static_cast<std::size_t>(i)].force; }
  const Vec3<double>& moment(int i) const { return forces_[static_cast<std::size_t>(i)].moment; }
  // Friction and the moment about the normal, as ContactPlace::sliding() counts them.
  Vec3<double> sliding_force(int i) const { return {force(i).y, force(i).z, moment(i).x}; }
  // The same in world axes.
  Vec3<double> world_force(int i) const;
  Vec3<double> world_moment(int i) const;
  // n.W c / c.W c for the force c = n - mu d of a sliding contact: not positive in Painleve's
  // paradox. 1 for others.
  double pivot(int i) const { return pivots_[static_cast<std::size_t>(i)]; }
  // What friction takes, and what a surface that moves gives, W.
  double dissipation(int i) const;
  double drive_power(int i) const;
  // The largest of all forces.
  double largest_force() const;
  // Adds what contacts do to the bodies, per BodyId, in the body's axes about its origin.
  void add_body_wrenches(std::vector<Force<double>>& external) const;

  // How far the anchor of a is from that of b, along the axes of the contact: nothing along the
  // normal. Where edges cross, the point of contact itself belongs to neither body.
  Vec3<double> from_anchor(int i, const Anchor& anchor) const;
  // Moves q so that closed contacts touch and sticking ones are at their anchors, by the shortest
  // way in the metric of the mass matrix, loops closed. Returns the largest distance left.
  double close_position(LoopSolver& solver, Out<double> q, Held held);
  // Takes from v what would open or press closed contacts, or move sticking ones.
  void close_velocity(LoopSolver& solver, In<double> q, Out<double> v, Held held);

  ContactWork work() const { return {response_.visited(), eliminated_}; }

 private:
  static constexpr double closing_tolerance = 1e-15;  // m
  // Along and about the axes of a contact.
  struct Components {
    Vec3<double> force = Vec3<double>::zero(), moment = Vec3<double>::zero();
  };
  struct Row {
    int contact, axis;
    Components force;  // per unit of its unknown
  };
  // What the rows stand for: forces, with sliding friction on their back; velocities that closed
  // contacts do not have; gaps.
  enum class Purpose { Forces, Velocities, Gaps };
  void make_room();
  void find_matrix(LoopSolver& solver, Purpose purpose);
  // Of a face, one corner holds what its friction holds, and one what rolls.
  struct Holds {
    bool friction = true, rolling = true;
  };
  void add_rows(int contact, Purpose purpose, Holds holds);
  void keep_direction(int i, ContactMode& mode) const;
  void keep_rolling(int i, ContactMode::Rolling& mode) const;
  // In units of the coefficient, against (see ContactMode): sliding with spin, and rolling.
  Vec3<double> sliding_direction(int i) const;
  Vec3<double> rolling_direction(int i) const;
  Force<double> along(const std::array<Force<double>, 6>& rows, const Components& f,
                      int contact) const;
  Vec3<double> tangents_in_b(int i, double first, double second) const;
  void factorize(int island);
  bool start_from_references();
  bool is_anchored(int i) const {
    return modes_[static_cast<std::size_t>(i)].kind == ContactMode::Kind::Stick &&
           anchors_[static_cast<std::size_t>(i)].has_value();
  }
  void put_wrenches(int contact, const Components& force, std::vector<NodeWrench>& out) const;
  // Solves for the rows, and adds the response to rate (all coordinates) and forces_.
  void solve(LoopSolver& solver, double* rate, bool into_multipliers);

  const Model& model_;
  ContactGeometry geometry_;
  std::vector<ContactMode> modes_;
  bool any_closed_ = false, all_open_ = false, takes_references_ = false;
  std::vector<int> closed_;               // contacts, the blocks of the response
  Response response_;                     // of the closed contacts
  std::vector<LeastNormSolver> systems_;  // per island, or more
  std::vector<Components> forces_;
  std::vector<std::optional<Anchor>> anchors_;
  std::vector<Vec3<double>> reference_moments_;
  std::vector<double> pivots_;
  std::vector<double> kept_speeds_, kept_rollings_;  // of keep_directions()
  std::vector<Row> rows_;
  Eigen::VectorXd residual_, scale_, x_, local_, rate_, step_;
  std::vector<NodeWrench> wrenches_;
  std::vector<Motion<double>> node_rate_;
  long eliminated_ = 0;
};

}  // namespace catena
