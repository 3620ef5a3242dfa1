// Contacts that are refused: the exact message, with file, line and column.

#include <gtest/gtest.h>

#include "tests/support/two_bars.hpp"

namespace catena {
namespace {

std::vector<RefusedBars> contact_cases() {
  const auto contact = [](const char* item) {
    return std::string("  contacts:\n    - ") + item + "\n";
  };
  return {
      {"NotAMap", contact("tip"),
       "bad.yaml:11:7: model.contacts[0]: found 'tip', expected a map with the keys name, point, "
       "radius, plane, surface, sphere, restitution, friction, static_friction, slip_speed, "
       "friction_across, friction_axis, spin, rolling, surface_velocity, region, friction_law, "
       "two_sided"},
      {"NoName", contact("{point: tip, plane: ground}"),
       "bad.yaml:11:7: model.contacts[0]: key 'name' is missing (unique among contacts)"},
      {"NoPoint", contact("{name: x, plane: ground}"),
       "bad.yaml:11:7: model.contacts[0]: key 'point' is missing (the contact point on a "
       "body)"},
      {"UnknownKey", contact("{name: x, point: tip, plane: ground, restitutoin: 1}"),
       "bad.yaml:11:44: model.contacts[0]: unknown key 'restitutoin'; did you mean 'restitution'? "
       "(keys: name, point, radius, plane, surface, sphere, restitution, friction, "
       "static_friction, slip_speed, friction_across, friction_axis, spin, rolling, "
       "surface_velocity, region, friction_law, two_sided)"},
      {"NoPartner", contact("{name: x, point: tip}"),
       "bad.yaml:11:7: model.contacts[0]: expected one of the keys plane, surface, sphere"},
      {"TwoPartners",
       contact("{name: x, point: tip, plane: ground, sphere: {body: left, radius: 1}}"),
       "bad.yaml:11:7: model.contacts[0]: found both 'plane' and 'sphere', expected only one of "
       "them"},
      {"UnknownPoint", contact("{name: x, point: tib, plane: ground}"),
       "bad.yaml:11:24: model.contacts[0].point: the model has no frame named 'tib'; did you mean "
       "'tip'?"},
      {"UnknownBody", contact("{name: x, point: {body: rigth}, plane: ground}"),
       "bad.yaml:11:31: model.contacts[0].point.body: the model has no body named 'rigth'; did you "
       "mean 'right'?"},
      {"UnknownPlane", contact("{name: x, point: tip, plane: grund}"),
       "bad.yaml:11:36: model.contacts[0].plane: there is no body or frame 'grund' to take the "
       "plane z = 0 of; did you mean 'ground'?"},
      {"UnknownBodyOfAPlane", contact("{name: x, point: tip, plane: {body: lefd}}"),
       "bad.yaml:11:43: model.contacts[0].plane.body: the model has no body named 'lefd'; did you "
       "mean 'left'?"},
      {"PlaneIsAList", contact("{name: x, point: tip, plane: [0, 0, 1]}"),
       "bad.yaml:11:36: model.contacts[0].plane: found a list of 3, expected ground, the name of a "
       "body or frame, or a map with the keys body, frame, at, normal"},
      {"PlaneOfBodyAndFrame", contact("{name: x, point: left, plane: {body: right, frame: tip}}"),
       "bad.yaml:11:37: model.contacts[0].plane: found both 'body' and 'frame', expected only one "
       "of them"},
      {"ZeroNormal", contact("{name: x, point: tip, plane: {normal: [0, 0, 0]}}"),
       "bad.yaml:11:45: model.contacts[0].plane.normal: the normal is zero, expected the direction "
       "to the allowed side"},
      {"ShortNormal", contact("{name: x, point: tip, plane: {normal: [0, 1]}}"),
       "bad.yaml:11:45: model.contacts[0].plane.normal: found a list of 2, expected a list of 3 "
       "numbers"},
      {"NegativeRadius", contact("{name: x, point: tip, radius: -1 mm, plane: ground}"),
       "bad.yaml:11:37: model.contacts[0].radius: found '-1 mm', expected a length (m or mm), 0 or "
       "greater"},
      {"RadiusInKilograms", contact("{name: x, point: tip, radius: 1 kg, plane: ground}"),
       "bad.yaml:11:37: model.contacts[0].radius: expected a length (m or mm), got 'kg'"},
      {"NoRadius", contact("{name: x, point: tip, sphere: {body: left}}"),
       "bad.yaml:11:37: model.contacts[0].sphere: key 'radius' is missing (of the sphere, m)"},
      {"SphereOfNothing", contact("{name: x, point: tip, sphere: {radius: 1}}"),
       "bad.yaml:11:37: model.contacts[0].sphere: expected one of the keys body, frame"},
      {"ZeroSphere", contact("{name: x, point: tip, sphere: {body: left, radius: 0}}"),
       "bad.yaml:11:58: model.contacts[0].sphere.radius: found '0', expected a length (m or mm), "
       "greater than 0"},
      {"SphereOnASurface", contact("{name: x, point: tip, radius: 1, surface: {formula: z}}"),
       "bad.yaml:11:7: model.contacts[0]: contact 'x': a sphere cannot roll on a general surface; "
       "use a point (radius 0), or a plane"},
      {"UnknownInFormula", contact("{name: x, point: tip, surface: {formula: x^2 + w}}"),
       "bad.yaml:11:54: model.contacts[0].surface.formula: found 'x^2 + w', expected a formula of "
       "x, y and z: unknown name 'w'; there are x, y, z"},
      {"BrokenFormula", contact("{name: x, point: tip, surface: {formula: 'x^2 + * y'}}"),
       "bad.yaml:11:55: model.contacts[0].surface.formula: found 'x^2 + * y', expected a formula "
       "of x, y and z: found '*', expected a number, a name or '('"},
      {"ConstantFormula", contact("{name: x, point: tip, surface: {formula: 1 - 2}}"),
       "bad.yaml:11:48: model.contacts[0].surface.formula: found '1 - 2', which contains none of "
       "x, y and z, expected a formula of x, y and z"},
      {"NoFormula", contact("{name: x, point: tip, surface: {body: left}}"),
       "bad.yaml:11:38: model.contacts[0].surface: key 'formula' is missing (of x, y and z there, "
       "m; zero on the surface, positive outside)"},
      {"Restitution", contact("{name: x, point: tip, plane: ground, restitution: 1.5}"),
       "bad.yaml:11:57: model.contacts[0].restitution: found 1.5, expected a number from 0 to 1"},
      {"NegativeRestitution", contact("{name: x, point: tip, plane: ground, restitution: -1}"),
       "bad.yaml:11:57: model.contacts[0].restitution: found '-1', expected a number, 0 or "
       "greater"},
      {"NegativeFriction", contact("{name: x, point: tip, plane: ground, friction: -0.1}"),
       "bad.yaml:11:54: model.contacts[0].friction: found '-0.1', expected a number, 0 or greater"},
      {"UnknownLaw", contact("{name: x, point: tip, plane: ground, friction_law: coulom}"),
       "bad.yaml:11:58: model.contacts[0].friction_law: unknown law of friction 'coulom'; did you "
       "mean 'coulomb'?"},
      {"TwoSidedIsANumber", contact("{name: x, point: tip, plane: ground, two_sided: 1}"),
       "bad.yaml:11:55: model.contacts[0].two_sided: found '1', expected true or false; write "
       "true"},
      {"WithItself", contact("{name: x, point: tip, plane: right}"),
       "bad.yaml:11:7: model.contacts[0]: contact 'x': 'right' and 'right' do not move relative to "
       "each other"},
      {"NameTaken",
       contact("{name: x, point: tip, plane: ground}\n    - {name: x, point: left, plane: ground}"),
       "bad.yaml:11:7: model.contacts[0]: two contacts have the name 'x'"},
      {"UnknownImpactKey", "impacts: {rule: newton}\n",
       "bad.yaml:10:11: impacts: unknown key 'rule', expected one of law, order, rest_speed"},
      {"UnknownImpactLaw", "impacts: {law: newtom}\n",
       "bad.yaml:10:16: impacts.law: unknown law of impacts 'newtom'; did you mean 'newton'?"},
      {"UnknownImpactOrder", "impacts: {order: random}\n",
       "bad.yaml:10:18: impacts.order: unknown order of impacts 'random', expected one of "
       "simultaneous, sequential"},
      {"NegativeRestSpeed", "impacts: {rest_speed: -1}\n",
       "bad.yaml:10:23: impacts.rest_speed: found '-1', expected a velocity (m/s), greater than 0"},
      {"TopLevel", "contacts: [{name: x, point: tip, plane: ground}]\n",
       "bad.yaml:10:1: unknown key 'contacts'; it belongs in 'model': write 'model: {..., "
       "contacts: ...}'"},
  };
}

class ScenarioContactErrors : public testing::TestWithParam<RefusedBars> {};

TEST_P(ScenarioContactErrors, SayWhereAndWhat) {
  GetParam().expect();
}

INSTANTIATE_TEST_SUITE_P(All, ScenarioContactErrors, testing::ValuesIn(contact_cases()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace catena
