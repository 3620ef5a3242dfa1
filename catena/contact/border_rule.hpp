#pragma once
// Borders of faces in time steps. A point over a face is a point against the plane of that face
// until the next search. What slides off the border comes to that plane just there, and goes on
// below it beside the face: nothing is struck. Whether shapes would overlap if they went on as they
// move now tells what passes from what arrives.

#include <optional>

#include "catena/contact/shape_contacts.hpp"

namespace catena {

class BorderRule {
 public:
  struct Step {
    double ahead;                 // its size, s
    double typical_acceleration;  // m/s^2
    double tolerance = 0.0;       // by which shapes may overlap, m
  };
  // At an instant; `shapes` and what `look` sees must outlive the rule.
  BorderRule(const ShapeContacts& shapes, const Look& look, const Step& step)
      : shapes_(shapes), look_(look), step_(step) {}

  // When an open point comes to its plane and passes it, s after the instant; infinite: not within
  // the step, or it arrives.
  double passes_after(const ShapePoint& point) const;
  // Whether the shapes of a pair would not overlap if they went on from where a point with this
  // gap, m, comes to its plane after so long. Returns for how long that was tried, s.
  std::optional<double> goes_on(int pair, double gap, double approach, double after) const;

  // Points this near, m, are at their plane.
  static constexpr double at_plane = 1e-9;
  // Those that approach more slowly than this, m/s, are struck as if there were no border.
  static constexpr double passing_speed = 1e-7;

 private:
  const ShapeContacts& shapes_;
  const Look& look_;
  Step step_;
};

}  // namespace catena
