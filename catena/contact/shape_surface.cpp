#include "catena/contact/shape_surface.hpp"

namespace catena {

bool operator==(const ShapeSurface& a, const ShapeSurface& b) {
  return a.material == b.material && a.friction_across == b.friction_across &&
         a.friction_axis.x == b.friction_axis.x && a.friction_axis.y == b.friction_axis.y &&
         a.friction_axis.z == b.friction_axis.z;
}

namespace {

// How much a shape has to say about the axis of friction.
int claim(const ShapeSurface& surface) {
  return surface.friction_across >= 0.0 ? 2 : surface.has_axis() ? 1 : 0;
}

bool first_carries(const MaterialPair& pair, const ShapeSurface& first,
                   const ShapeSurface& second) {
  if (claim(first) != claim(second)) return claim(first) > claim(second);
  return claim(first) > 0 || pair.a == first.material || pair.a != second.material;
}

}  // namespace

ContactMaterial law_between(const MaterialTable& table, const ShapeSurface& first,
                            const ShapeSurface& second) {
  const MaterialPair& pair = table.pair(first.material, second.material);
  ContactMaterial law = pair.law;
  law.axis_is_of_a = first_carries(pair, first, second);
  const ShapeSurface& carrier = law.axis_is_of_a ? first : second;
  if (carrier.has_axis()) law.axis = carrier.friction_axis;
  if (carrier.friction_across >= 0.0 && law.friction > 0.0)
    law.friction_across = carrier.friction_across;
  return law;
}

}  // namespace catena
