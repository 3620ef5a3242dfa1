#include "catena/record/joint_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace catena {

namespace {

using Vector = Eigen::VectorXd;

// Properties that are one number per coordinate.
struct VectorProperty {
  const char* name;
  JointSpec::Vector JointSpec::*member;
};
constexpr VectorProperty vectors[] = {{"armature", &JointSpec::armature},
                                      {"damping", &JointSpec::damping},
                                      {"coulomb_friction", &JointSpec::coulomb_friction},
                                      {"static_friction", &JointSpec::static_friction},
                                      {"spring_rest", &JointSpec::spring_rest},
                                      {"position_lower", &JointSpec::position_lower},
                                      {"position_upper", &JointSpec::position_upper},
                                      {"velocity_limit", &JointSpec::velocity_limit},
                                      {"effort_limit", &JointSpec::effort_limit}};

// Before version 4: what joints by hand were called that are plain.
struct PlainJoint {
  const char* word;
  JointSpec spec;
};
const std::vector<PlainJoint>& plain_joints() {
  static const std::vector<PlainJoint> all = {
      {"connect_weld", weld("")},
      {"connect_spherical", spherical("")},
      {"connect_revolute", revolute("", Eigen::Vector3d::UnitZ())}};
  return all;
}

constexpr int last_kind = static_cast<int>(JointKind::Custom);

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what);
}

// Reads a number as strtod does, which knows hexadecimal ones.
double read_number(std::istream& in) {
  std::string word;
  if (!(in >> word)) fail("a number is missing");
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);
  if (*end != '\0') fail(fmt::format("'{}' is not a number", word));
  return number;
}

std::vector<double> read_numbers(std::istream& in) {
  std::vector<double> numbers;
  while (in >> std::ws && in.peek() != std::istream::traits_type::eof())
    numbers.push_back(read_number(in));
  return numbers;
}

template <class Numbers>
std::string numbers_text(const Numbers& numbers) {
  std::string text;
  for (Eigen::Index i = 0; i < numbers.size(); ++i) text += fmt::format(" {:a}", numbers(i));
  return text;
}

JointKind kind_of(const std::string& word) {
  for (int k = 0; k < last_kind; ++k)
    if (word == to_string(static_cast<JointKind>(k))) return static_cast<JointKind>(k);
  fail(fmt::format("'{}' is not a kind of joint", word));
}

}  // namespace

std::string joint_text(const LoopJoint& joint) {
  std::string text = fmt::format("connect {} {}", joint.a.index, joint.b.index);
  for (const Transform<double>* X : {&joint.X_AF, &joint.X_BM})
    for (int c = 0; c < 4; ++c) {
      const Vec3<double> column = c < 3 ? X->rotation.column(c) : X->translation;
      text += fmt::format(" {:a} {:a} {:a}", column.x, column.y, column.z);
    }
  const JointSpec& spec = joint.spec;
  text += fmt::format(" {}\n", spec.name);
  if (spec.kind == JointKind::Custom) return text;  // the event that makes it has its functions
  text += fmt::format("joint kind {}\n", to_string(spec.kind));
  text += fmt::format("joint axis{}\n", numbers_text(spec.axis));
  text += fmt::format("joint axis2{}\n", numbers_text(spec.axis2));
  text += fmt::format("joint pitch {:a}\njoint radius {:a}\n", spec.pitch, spec.radius);
  for (const VectorProperty& property : vectors)
    if ((spec.*property.member).size() > 0)
      text += fmt::format("joint {}{}\n", property.name, numbers_text(spec.*property.member));
  if (spec.stiffness.size() > 0)
    text += fmt::format("joint stiffness{}\n", numbers_text(spec.stiffness.reshaped()));
  for (const std::string& name : spec.coordinate_names)
    text += fmt::format("joint coordinate {}\n", name);
  return text;
}

AppliedChange read_connection(const std::string& word, std::istream& rest) {
  AppliedChange change;
  change.has_spec = false;
  LoopJoint& joint = change.connected;
  for (const PlainJoint& plain : plain_joints())
    if (word == plain.word) joint.spec = plain.spec, change.has_spec = true;
  if (!(rest >> joint.a.index >> joint.b.index)) fail("expected the numbers of two bodies");
  for (Transform<double>* X : {&joint.X_AF, &joint.X_BM})
    for (Vec3<double>* column :
         {&X->rotation.c0, &X->rotation.c1, &X->rotation.c2, &X->translation})
      for (double* x : {&column->x, &column->y, &column->z}) *x = read_number(rest);
  std::getline(rest >> std::ws, joint.spec.name);
  if (joint.spec.name.empty()) fail("expected two bodies, 24 numbers and a name");
  return change;
}

void read_joint_property(std::istream& rest, JointSpec& spec) {
  std::string word;
  rest >> word;
  if (word == "kind") {
    rest >> word;
    spec.kind = kind_of(word);
    return;
  }
  if (word == "coordinate") {
    std::getline(rest >> std::ws, spec.coordinate_names.emplace_back());
    return;
  }
  const std::vector<double> numbers = read_numbers(rest);
  const Eigen::Map<const Vector> all(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  const auto only = [&](Eigen::Index count) {
    if (all.size() != count)
      fail(fmt::format("'{}' has {} numbers, expected {}", word, all.size(), count));
  };
  if (word == "axis" || word == "axis2") {
    only(3);
    (word == "axis" ? spec.axis : spec.axis2) = all;
  } else if (word == "pitch" || word == "radius") {
    only(1);
    (word == "pitch" ? spec.pitch : spec.radius) = all[0];
  } else if (word == "stiffness") {
    const auto n =
        static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(all.size()))));
    only(n * n);
    spec.stiffness = all.reshaped(n, n);
  } else {
    for (const VectorProperty& property : vectors)
      if (word == property.name) {
        spec.*property.member = all;
        return;
      }
    fail(fmt::format("'{}' is not a property of a joint", word));
  }
}

}  // namespace catena
