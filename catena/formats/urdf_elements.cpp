#include "catena/formats/urdf_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "catena/formats/urdf_shapes.hpp"
#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"

namespace catena::urdf {

namespace {

using xml::Element;

struct JointType {
  const char* name;
  JointKind kind;
};
constexpr std::array<JointType, 6> joint_types{{{"fixed", JointKind::Weld},
                                                {"revolute", JointKind::Revolute},
                                                {"continuous", JointKind::Continuous},
                                                {"prismatic", JointKind::Prismatic},
                                                {"floating", JointKind::Free},
                                                {"planar", JointKind::Planar}}};

class Reader {
 public:
  Reader(const xml::Document& document, const std::filesystem::path& file,
         std::vector<std::string>& notes)
      : source_(document.source()), notes_(notes), shapes_(file, document.source()) {}

  Robot read(const Element& root);

 private:
  Link read_link(const Element& element);
  Joint read_joint(const Element& element);
  void read_one_dof_details(const Element& element, JointSpec& spec);
  void read_position_limits(const Element& limit, JointSpec& spec);
  void note_mimic(const Element& mimic, const std::string& joint);
  void note(const Element& at, std::string_view text) {
    notes_.push_back(fmt::format("{}:{}: {}", source_, at.line(), text));
  }
  // Counts the children of `element` that nobody reads.
  void count_unread(const Element& element, std::initializer_list<std::string_view> read);
  void note_unread();

  struct Unread {
    int count = 0;
    int first_line = 0;
  };
  std::string source_;
  std::vector<std::string>& notes_;
  ShapeReader shapes_;
  std::map<std::pair<std::string, std::string>, Unread> unread_;  // by parent's tag and own tag
};

Transform<double> read_origin(const Element& owner) {
  Transform<double> x = Transform<double>::identity();
  for (const Element& origin : owner.at_most_one("origin")) {
    const Vec3<double> rpy = origin.vector_or("rpy", {0, 0, 0});
    x = {rotation_from_rpy(rpy.x, rpy.y, rpy.z), origin.vector_or("xyz", {0, 0, 0})};
  }
  return x;
}

JointKind read_kind(const Element& element) {
  const std::string type = element.text("type");
  std::vector<std::string> known;
  for (const JointType& t : joint_types) {
    if (type == t.name) return t.kind;
    known.emplace_back(t.name);
  }
  element.fail(fmt::format("joint '{}' has the unknown type '{}', expected one of {}{}",
                           element.text("name"), type, fmt::join(known, ", "),
                           nearest_name_hint(type, known)));
}

Eigen::Vector3d read_axis(const Element& element) {
  Vec3<double> axis = {1, 0, 0};
  for (const Element& e : element.at_most_one("axis")) {
    axis = e.vector("xyz");
    if (dot(axis, axis) == 0.0)
      e.fail(
          fmt::format("the axis of joint '{}' is zero, expected a direction; write for instance "
                      "xyz=\"0 0 1\"",
                      element.text("name")));
  }
  return to_eigen((1.0 / norm(axis)) * axis);
}

double non_negative(const Element& element, const char* attribute) {
  const double value = element.number(attribute);
  if (value < 0.0) element.fail(fmt::format("{} is {}, expected a number >= 0", attribute, value));
  return value;
}

Eigen::VectorXd one(double value) {
  return Eigen::VectorXd::Constant(1, value);
}

Link Reader::read_link(const Element& element) {
  Link link{element, element.text("name"), Inertia<double>::zero(), shapes_.read(element)};
  count_unread(element, {"inertial", "visual", "collision"});
  for (const Element& inertial : element.at_most_one("inertial")) {
    count_unread(inertial, {"origin", "mass", "inertia"});
    const double mass = non_negative(inertial.exactly_one("mass"), "value");
    const Element i = inertial.exactly_one("inertia");
    const Sym3<double> about_com = {i.number("ixx"), i.number_or("ixy", 0), i.number_or("ixz", 0),
                                    i.number("iyy"), i.number_or("iyz", 0), i.number("izz")};
    link.inertia = read_origin(inertial) * Inertia<double>{mass, {0, 0, 0}, about_com};
  }
  return link;
}

void Reader::read_position_limits(const Element& limit, JointSpec& spec) {
  if (spec.kind == JointKind::Continuous) {
    if (limit.has("lower") || limit.has("upper"))
      note(limit,
           fmt::format("position limits of the continuous joint '{}' have no effect", spec.name));
    return;
  }
  if (!limit.has("lower") && !limit.has("upper")) {
    note(limit, fmt::format("joint '{}' has no position limits", spec.name));
    return;
  }
  const double lower = limit.number_or("lower", 0.0), upper = limit.number_or("upper", 0.0);
  if (lower > upper)
    limit.fail(fmt::format("joint '{}': lower limit {} is above the upper limit {}; swap them",
                           spec.name, lower, upper));
  spec.position_lower = one(lower);
  spec.position_upper = one(upper);
}

void Reader::read_one_dof_details(const Element& element, JointSpec& spec) {
  const std::vector<Element> limits = element.at_most_one("limit");
  if (limits.empty() && spec.kind != JointKind::Continuous)
    note(element, fmt::format("joint '{}' has no <limit>: it moves without limits", spec.name));
  for (const Element& limit : limits) {
    read_position_limits(limit, spec);
    if (limit.has("velocity")) spec.velocity_limit = one(non_negative(limit, "velocity"));
    if (limit.has("effort")) spec.effort_limit = one(non_negative(limit, "effort"));
  }
  for (const Element& dynamics : element.at_most_one("dynamics")) {
    if (dynamics.has("damping")) spec.damping = one(non_negative(dynamics, "damping"));
    if (dynamics.has("friction")) spec.coulomb_friction = one(non_negative(dynamics, "friction"));
  }
}

void Reader::note_mimic(const Element& mimic, const std::string& joint) {
  note(mimic,
       fmt::format("joint '{}' mimics joint '{}' (multiplier {}, offset {}): it is kept as an "
                   "independent joint",
                   joint, mimic.text("joint"), mimic.number_or("multiplier", 1.0),
                   mimic.number_or("offset", 0.0)));
}

Joint Reader::read_joint(const Element& element) {
  Joint joint{element, {}, {}, {}, read_origin(element)};
  joint.spec.name = element.text("name");
  joint.spec.kind = read_kind(element);
  joint.parent = element.exactly_one("parent").text("link");
  joint.child = element.exactly_one("child").text("link");
  count_unread(element, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
  for (const Element& mimic : element.at_most_one("mimic")) note_mimic(mimic, joint.spec.name);
  switch (joint.spec.kind) {
    case JointKind::Revolute:
    case JointKind::Continuous:
    case JointKind::Prismatic:
      joint.spec.axis = read_axis(element);
      read_one_dof_details(element, joint.spec);
      break;
    case JointKind::Planar:
      joint.spec.axis = read_axis(element);
      [[fallthrough]];
    case JointKind::Free:
      for (const char* tag : {"limit", "dynamics"})
        for (const Element& e : element.at_most_one(tag))
          note(e, fmt::format("<{}> of joint '{}' is not read: URDF gives it one number, but the "
                              "joint has several coordinates",
                              tag, joint.spec.name));
      break;
    default:
      break;
  }
  return joint;
}

void Reader::count_unread(const Element& element, std::initializer_list<std::string_view> read) {
  for (const Element& child : element.children()) {
    const std::string tag = child.tag();
    if (std::find(read.begin(), read.end(), tag) != read.end()) continue;
    Unread& unread = unread_[{element.tag(), tag}];
    if (unread.count++ == 0) unread.first_line = child.line();
  }
}

void Reader::note_unread() {
  for (std::string& note : shapes_.notes()) notes_.push_back(std::move(note));
  for (const auto& [tags, unread] : unread_)
    notes_.push_back(fmt::format(
        "{}:{}: {} <{}> in <{}> not read{}", source_, unread.first_line, unread.count, tags.second,
        tags.first,
        tags.second.starts_with("xacro:") ? "; expand the file with xacro before reading it" : ""));
}

Robot Reader::read(const Element& root) {
  if (root.tag() != "robot")
    root.fail("found this as the outermost element, expected <robot>; is the file in URDF format?");
  Robot robot;
  for (const Element& element : root.children("link")) robot.links.push_back(read_link(element));
  for (const Element& element : root.children("joint")) robot.joints.push_back(read_joint(element));
  count_unread(root, {"link", "joint"});
  note_unread();
  if (robot.links.empty()) root.fail("found no <link>, expected at least one");
  return robot;
}

}  // namespace

Robot read_robot(const xml::Document& document, const std::filesystem::path& file,
                 std::vector<std::string>& notes) {
  return Reader(document, file, notes).read(document.root());
}

}  // namespace catena::urdf
