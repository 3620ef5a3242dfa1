#pragma once
// Surfaces that move past their bodies by formulas of time and state: belts. Contacts are measured
// against them (contact_geometry.hpp).

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "catena/contact/shape_contact_options.hpp"
#include "catena/elements/switched_element.hpp"
#include "catena/elements/switched_group.hpp"

namespace catena {

class Belts final : public SwitchedGroup {
 public:
  Belts(const Coordinates& coordinates, std::vector<std::shared_ptr<const Belt>> belts);

  // Finds the motions at an instant, in the axes of the bodies.
  void locate(const Look& look);
  std::span<const SurfaceMotion> motions() const { return motions_; }

 private:
  std::vector<std::shared_ptr<const Belt>> belts_;
  std::vector<SurfaceMotion> motions_;
  Eigen::VectorXd numbers_;  // scratch
};

// The belts of a simulation: those of shapes, null where they are off, then those of given
// contacts, which get their numbers.
std::vector<std::shared_ptr<const Belt>> number_belts(const ShapeContactOptions& shapes,
                                                      const OffList& off,
                                                      std::vector<Contact>& contacts);

}  // namespace catena
