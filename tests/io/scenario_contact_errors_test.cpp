// Contacts that are refused: the exact message, with file, line and column.

#include <gtest/gtest.h>

#include <ostream>

#include "tests/io/two_bars.hpp"

namespace catena {
namespace {

struct Case {
  const char* name;
  std::string rest;
  const char* message;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

std::vector<Case> cases() {
  const auto contact = [](const char* item) {
    return std::string("  contacts:\n    - ") + item + "\n";
  };
  return {
      {"NotAMap", contact("tip"), ""},
      {"NoName", contact("{point: tip, plane: ground}"), ""},
      {"NoPoint", contact("{name: x, plane: ground}"), ""},
      {"UnknownKey", contact("{name: x, point: tip, plane: ground, restitutoin: 1}"), ""},
      {"NoPartner", contact("{name: x, point: tip}"), ""},
      {"TwoPartners",
       contact("{name: x, point: tip, plane: ground, sphere: {body: left, radius: 1}}"), ""},
      {"UnknownPoint", contact("{name: x, point: tib, plane: ground}"), ""},
      {"UnknownBody", contact("{name: x, point: {body: rigth}, plane: ground}"), ""},
      {"UnknownPlane", contact("{name: x, point: tip, plane: grund}"), ""},
      {"UnknownBodyOfAPlane", contact("{name: x, point: tip, plane: {body: lefd}}"), ""},
      {"PlaneIsAList", contact("{name: x, point: tip, plane: [0, 0, 1]}"), ""},
      {"PlaneOfBodyAndFrame", contact("{name: x, point: left, plane: {body: right, frame: tip}}"),
       ""},
      {"ZeroNormal", contact("{name: x, point: tip, plane: {normal: [0, 0, 0]}}"), ""},
      {"ShortNormal", contact("{name: x, point: tip, plane: {normal: [0, 1]}}"), ""},
      {"NegativeRadius", contact("{name: x, point: tip, radius: -1 mm, plane: ground}"), ""},
      {"RadiusInKilograms", contact("{name: x, point: tip, radius: 1 kg, plane: ground}"), ""},
      {"NoRadius", contact("{name: x, point: tip, sphere: {body: left}}"), ""},
      {"SphereOfNothing", contact("{name: x, point: tip, sphere: {radius: 1}}"), ""},
      {"ZeroSphere", contact("{name: x, point: tip, sphere: {body: left, radius: 0}}"), ""},
      {"SphereOnASurface", contact("{name: x, point: tip, radius: 1, surface: {formula: z}}"), ""},
      {"UnknownInFormula", contact("{name: x, point: tip, surface: {formula: x^2 + w}}"), ""},
      {"BrokenFormula", contact("{name: x, point: tip, surface: {formula: 'x^2 + * y'}}"), ""},
      {"ConstantFormula", contact("{name: x, point: tip, surface: {formula: 1 - 2}}"), ""},
      {"NoFormula", contact("{name: x, point: tip, surface: {body: left}}"), ""},
      {"Restitution", contact("{name: x, point: tip, plane: ground, restitution: 1.5}"), ""},
      {"NegativeRestitution", contact("{name: x, point: tip, plane: ground, restitution: -1}"), ""},
      {"NegativeFriction", contact("{name: x, point: tip, plane: ground, friction: -0.1}"), ""},
      {"UnknownLaw", contact("{name: x, point: tip, plane: ground, friction_law: coulom}"), ""},
      {"TwoSidedIsANumber", contact("{name: x, point: tip, plane: ground, two_sided: 1}"), ""},
      {"WithItself", contact("{name: x, point: tip, plane: right}"), ""},
      {"NameTaken",
       contact("{name: x, point: tip, plane: ground}\n    - {name: x, point: left, plane: ground}"),
       ""},
      {"UnknownImpactKey", "impacts: {rule: newton}\n", ""},
      {"UnknownImpactLaw", "impacts: {law: newtom}\n", ""},
      {"UnknownImpactOrder", "impacts: {order: random}\n", ""},
      {"NegativeRestSpeed", "impacts: {rest_speed: -1}\n", ""},
      {"TopLevel", "contacts: [{name: x, point: tip, plane: ground}]\n", ""},
  };
}

class ScenarioContactErrors : public testing::TestWithParam<Case> {};

TEST_P(ScenarioContactErrors, SayWhereAndWhat) {
  try {
    read_bars(GetParam().rest);
    FAIL() << "nothing was thrown";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScenarioContactErrors, testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace catena
