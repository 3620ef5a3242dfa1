#pragma once
// Everything that a Simulation needs: the mechanism, what acts on it, how it starts, how it is
// integrated.

#include <memory>
#include <vector>

#include "catena/cables/cable.hpp"
#include "catena/contact/contacts.hpp"
#include "catena/contact/shape_contact_options.hpp"
#include "catena/elements/drives.hpp"
#include "catena/elements/element_set.hpp"
#include "catena/elements/record_options.hpp"
#include "catena/sim/changes.hpp"
#include "catena/sim/options.hpp"

namespace catena {

struct SimulationSetup {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Loops> loops;  // of that model; null: none
  // At t = start_time, of the tree or of all coordinates; empty: neutral, at rest. Where loops are
  // open they are closed by the shortest way; coordinates in `given` keep their values.
  Eigen::VectorXd q, v;
  std::vector<bool> given;  // per velocity coordinate of the tree; empty: none
  // Likewise for velocities, which keep their values; empty: those of `given` coordinates do.
  std::vector<bool> given_rates;
  // Bodies that start above or inside what they may touch are put onto it (settle_bodies()).
  bool settle = false;
  double start_time = 0.0;
  std::vector<Motor> motors;
  std::vector<PrescribedMotion> prescribed;
  std::vector<double> breaks;  // times at which motors jump, s: no step goes across one
  std::vector<Cable> cables;
  std::vector<Contact> contacts;
  std::vector<std::shared_ptr<const ElementSet>> elements;  // of all other kinds
  ContactOptions contact_options;
  ShapeContactOptions shape_contacts;   // whether shapes of bodies touch, and what they are made of
  bool may_be_pulled = false;           // by Simulation::pull()
  std::vector<StructureEvent> changes;  // what is connected, cut and switched, and when
  OffList off;                          // elements that are switched off at the start
  bool reroot = true;                   // see VaryingStructure
  IntegratorOptions integrator;
  LimitOptions limits;
};

}  // namespace catena
