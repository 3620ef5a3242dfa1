#pragma once
// What a hand resists at one instant of a run, before the object slips in it: motors go on as they
// stand, and what is locked stays locked.
//
// A servo inside its limit holds its coordinates as a lock does; one at its limit, and an effort by
// formula, stay as they are. Paths, and joints at their stops, are locks, too. Each motion that
// locks, loops and couplings leave to the hand while the object rests is one balance of efforts.
// Whatever acts on it besides the contacts is known from the contact forces of the run: it
// is what balances them now. So nothing is asked of motors, springs, cables and weights of links.
//
// Other bodies that touch the object hold it, too: they and their contacts count like those of the
// hand. Contacts that bodies have with each other, apart from the object, count as locks, and so
// does dry friction that holds a joint.

#include <array>
#include <optional>
#include <span>

#include "catena/elements/look.hpp"
#include "catena/elements/touch_point.hpp"
#include "catena/grasp/resist.hpp"

namespace catena {

class Simulation;
struct State;

// What is resisted on top of the weight.
struct ResistedLoads {
  grasp::WeakestLoad least;
  // The largest force at the centre of mass along x, -x, y, -y, z and -z of the world, N.
  std::array<grasp::ResistedLoad, 6> pulls;
};

struct HandResistance : ResistedLoads {  // with the friction of contacts that stick
  int motions = 0;                       // of the hand while the object rests, with what is locked
  int locked = 0;                        // coordinates that are
  grasp::TorqueRows hand;                // their balances, in the forces of the contacts
  Eigen::VectorXd weight;                // of the object, a wrench of the set
  // Internal forces of the contacts, and how many of them neither motors nor balances decide. Where
  // there are such, loads below are upper bounds: forces inside all cones could balance them, but
  // friction may have to turn first to press harder, and gives way meanwhile.
  int internal = 0, undecided = 0;
  // The same with the friction of contacts that slide; nothing where that is not less. A contact
  // that gives way alone has this friction from then on, and closing may have used it up: where the
  // object slips lies between the two.
  std::optional<ResistedLoads> sliding;
};

// What can be done at the contacts `set`, which hold the object, at a state in which it rests;
// `touch`: where bodies touch.
struct HandBalances {
  int motions = 0, locked = 0;
  grasp::TorqueRows rows;
  Eigen::VectorXd forces;  // of the dynamics, in contact frames
};
HandBalances hand_balances(Simulation& simulation, const State& state, BodyId object,
                           const grasp::ContactSet& set, std::span<const TouchPoint> touch);

// `weight` of the object, in its axes; `held_by`: the wrench of what else acts on it, of the set;
// R_OW from the world's axes to those of the object.
HandResistance hand_resistance(const grasp::ContactSet& set, const HandBalances& hand,
                               const Eigen::Vector3d& weight, const grasp::Wrench6& held_by,
                               const Eigen::Matrix3d& R_OW);

}  // namespace catena
