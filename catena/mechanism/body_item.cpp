#include "catena/mechanism/body_item.hpp"

namespace catena {

BodyInertia BodyItem::inertia() const {
  BodyInertia now;
  now.mass = mass.value_or(0.0);
  now.com = com;
  now.moments = moments;
  now.products = products;
  if (!described) return now;
  const BodyInertia followed = described->with_mass(now.mass);
  const bool same_com = com == described->com, same_moments = moments == described->moments,
             same_products = products == described->products;
  if (same_com && same_moments && same_products) return followed;
  if (same_moments) now.moments = followed.moments;
  if (same_products) now.products = followed.products;
  return now;
}

void BodyItem::describe(const BodyInertia& inertia) {
  mass = inertia.mass;
  com = inertia.com;
  moments = inertia.moments;
  products = inertia.products;
  described = inertia;
}

bool operator==(const BodyItem& a, const BodyItem& b) {
  return static_cast<const Item&>(a) == static_cast<const Item&>(b) &&
         a.mass.has_value() == b.mass.has_value() && a.inertia() == b.inertia() &&
         a.tolerated == b.tolerated && a.shapes == b.shapes && a.drawn == b.drawn &&
         a.lent_mass == b.lent_mass;
}

}  // namespace catena
