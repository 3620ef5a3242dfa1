#pragma once
// A spring with a damper between two points.

#include "catena/elements/point_spring.hpp"
#include "catena/mechanism/element_item.hpp"

namespace catena {

struct PointSpringItem : ElementOf<PointSpringItem> {
  Place from = {}, to = {};
  double stiffness = 0.0, damping = 0.0;    // N/m, N s/m
  double rest_length = 0.0, preload = 0.0;  // m, N
  std::string law = {};  // instead of these: formula of the length x and its rate v, N
  Callback<double(double length, double rate)> law_function = {};  // instead of it
  PointSpring::Side side = PointSpring::Side::Both;

  std::string_view kind() const override { return "spring"; }
  void add_to(ElementCompiler& compiler) const override;
  friend bool operator==(const PointSpringItem&, const PointSpringItem&) = default;
};

}  // namespace catena
