#pragma once
// The effect of all cables of a mechanism at one state: tensions, the resulting efforts and
// wrenches, and the energy balance.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "catena/cables/cable_part.hpp"
#include "catena/cables/cable_section.hpp"
#include "catena/dynamics/body_forces.hpp"

namespace catena {

// What an event does to a cable: it pulls or does not, it slides over a stop or does not.
enum class CableChange { Taut, Slack, Slip, Stick };

// Large because most are readers of what one instant gives.
class CableForces {
 public:
  // `dof_of_start`: where each velocity coordinate of the start is now, -1: its joint is cut;
  // `place_in_q`: where the position of each present velocity coordinate stands. The model must
  // outlive it.
  CableForces(const Model& model, std::vector<Cable> cables, std::vector<int> dof_of_start,
              std::vector<int> place_in_q);

  int count() const { return static_cast<int>(cables_.size()); }
  const Cable& cable(int i) const { return cables_[static_cast<std::size_t>(i)]; }

  // The modes of a start: natural lengths from Cable::start, taut where strained. Throws ModelError
  // where a route cannot be: a stop inside of the next one's circle.
  std::vector<CableMode> start(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                               const Kinematics<double>* bodies);
  // The modes for what follows; must fit the cables.
  void set_modes(const std::vector<CableMode>& modes) { modes_ = modes; }

  // The branches of a winch with kinks, one per switch of its formula, for what follows; null:
  // those that the time says.
  void set_branches(int cable, const double* branches) {
    routes_[static_cast<std::size_t>(cable)].branches = branches;
  }

  // Finds everything at a state over all coordinates; `bodies` holds poses and velocities there
  // (null where all cables are those of joints). Tensions are not numbers where a route cannot
  // be. Does not allocate.
  void compute(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               const Kinematics<double>* bodies);
  // Whether compute() looks at bodies.
  bool any_on_bodies() const { return any_on_bodies_; }

  // Adds the efforts of cables of joints to those on all coordinates, and the pulls of the others.
  void add_joint_efforts(Eigen::VectorXd& tau) const;
  void add_body_forces(BodyForces& out) const;

  double elastic_energy() const;
  double dissipation(int cable) const;  // W
  double wound_power(int cable) const;  // W, into the cable that is wound on
  double winch_power(int cable) const;  // W, from the winch

  // Sections of a cable, from its first stop on.
  int section_count(int c) const { return cable(c).section_count(); }
  const SectionOutput& section(int cable, int k) const;
  double length(int cable, int k) const;
  double strain(int cable) const;       // of its first section
  double wrap(int cable, int k) const;  // angle at the stop behind section k, rad

  // Events. Parts between stops that grip, and the stops with friction inside of them, over all
  // cables.
  struct Part {
    int cable, first_section, sections, index;  // `index` among those of its cable
  };
  struct Guide {
    int part, inside, stop;  // its place among the guides of the part, and of the cable
  };
  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<Guide>& guides() const { return guides_; }
  bool is_taut(int part) const;
  int slips(int guide) const;
  // Below zero: a taut part goes slack, a slack one gets taut; a stop that sticks slips, one that
  // slips sticks.
  double part_guard(int part) const;
  // Of a slack part: damped cables let go before they are unstrained.
  double strain_left(int part) const {
    return laws_[static_cast<std::size_t>(part)].least_strain();
  }
  double guide_guard(int guide) const;
  // How much longer than the radius of the cable what is left of a part is, m: of a taut one its
  // shortest straight piece, of a slack one all of them, without tension; of a joint also the
  // distance of its ends. Below zero it is reeled in.
  double room_left(int part) const;
  // What such an event does to the modes of a state, at which compute() was called last. Returns
  // what happened.
  CableChange change_part(int part, std::vector<CableMode>& modes) const;
  CableChange change_guide(int guide, std::vector<CableMode>& modes) const;

 private:
  struct Stop {
    StopCircle circle;
    int q = -1;  // place of the coordinate that counts turns
  };
  struct JointPlace {
    int dof = -1, q = -1;
  };
  struct Route {
    std::vector<Stop> stops;
    std::vector<CableSection> sections;
    JointPlace joint;
    double out_rate = 0.0;             // of the winch
    const double* branches = nullptr;  // of its formula
    std::vector<int> part_of_section;  // among all parts
  };
  void add_parts(int cable);
  SectionEnd end_of(int cable, int stop, const Kinematics<double>* bodies) const;
  Cable::LetOut let_out(int cable, double t) const;
  double turned(int cable, int stop, const Eigen::VectorXd& q) const;
  double unwound(double angle, double middle, double turned) const;
  bool place(int cable, double t, const Eigen::VectorXd& q, const Kinematics<double>* bodies);
  void place_joint(int cable, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void set_guides(std::size_t part);
  // The part that section k of a cable is in, its law, and its place there.
  std::size_t part_of(int cable, int k) const;
  const CablePart& law_of(int cable, int k) const { return laws_[part_of(cable, k)]; }
  int place_in_part(int cable, int k) const { return k - parts_[part_of(cable, k)].first_section; }
  SectionInput& input(int cable, int k);
  // The sum of a quantity over the parts of a cable.
  double sum_over(int cable, double (CablePart::*quantity)() const) const;

  const Model& model_;
  std::vector<Cable> cables_;
  std::vector<int> dof_of_start_, place_in_q_;
  bool any_on_bodies_ = false;
  std::vector<Route> routes_;
  std::vector<Part> parts_;
  std::vector<CablePart> laws_;  // per part
  std::vector<Guide> guides_;
  std::vector<CableMode> modes_;
  std::vector<double> joint_stretch_;  // du/dq, two per cable, of a joint
};

}  // namespace catena
