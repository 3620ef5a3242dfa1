#include "catena/mechanism/body_inertia.hpp"

#include "catena/math/views.hpp"

namespace catena {

namespace {

Sym3<double> rotational_of(const Eigen::Vector3d& moments, const Eigen::Vector3d& products) {
  return {moments.x(), products.x(), products.y(), moments.y(), products.z(), moments.z()};
}

}  // namespace

BodyInertia BodyInertia::from_origin(double mass, const AboutOrigin& given) {
  const Inertia<double> inertia{mass, to_vec3(given.first_moment),
                                rotational_of(given.moments, given.products)};
  const Sym3<double> central = rotational_about_com(inertia);
  BodyInertia result;
  result.mass = mass;
  if (mass != 0.0) result.com = given.first_moment / mass;
  result.moments = {central.xx, central.yy, central.zz};
  result.products = {central.xy, central.xz, central.yz};
  result.about_origin = given;
  return result;
}

BodyInertia BodyInertia::from_origin(const Inertia<double>& inertia) {
  const Sym3<double>& I = inertia.rotational;
  BodyInertia result = from_origin(
      inertia.mass, AboutOrigin{to_eigen(inertia.moment), {I.xx, I.yy, I.zz}, {I.xy, I.xz, I.yz}});
  if (result.about_origin->first_moment.isZero(0.0)) result.about_origin.reset();
  return result;
}

Inertia<double> BodyInertia::inertia() const {
  if (about_origin)
    return {mass, to_vec3(about_origin->first_moment),
            rotational_of(about_origin->moments, about_origin->products)};
  return inertia_about_com(mass, to_vec3(com), rotational_of(moments, products));
}

BodyInertia BodyInertia::with_mass(double other) const {
  BodyInertia result = *this;
  if (mass != 0.0) result = scaled(1.0, other / mass);
  result.mass = other;
  return result;
}

BodyInertia BodyInertia::scaled(double length_factor, double mass_factor) const {
  BodyInertia result = *this;
  const double moment_factor = mass_factor * length_factor * length_factor;
  result.mass *= mass_factor;
  result.com *= length_factor;
  result.moments *= moment_factor;
  result.products *= moment_factor;
  if (result.about_origin) {
    result.about_origin->first_moment *= mass_factor * length_factor;
    result.about_origin->moments *= moment_factor;
    result.about_origin->products *= moment_factor;
  }
  return result;
}

}  // namespace catena
