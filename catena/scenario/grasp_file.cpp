#include "catena/scenario/grasp_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/grasp/wrench_cone.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario_keys {

namespace {

extern const Section saved_grasp_section, saved_joint, saved_point, saved_contact, saved_balances;

constexpr Key grasp_file_list[] = {
    {"catena_grasp", Type::Integer, "version of this format: 1", required},
    nested<saved_grasp_section>("grasps", Type::MapList, "one for each object", required),
};
constexpr Key saved_grasp_list[] = {
    {"name", Type::Text, "of the grasp", required},
    {"object", Type::Text, "the grasped body", required},
    {"hand", Type::Text, "body that the pose is measured in", required},
    {"t", Type::Number, "when, s", required},
    {"position", Type::Vector3, "of the object in the hand, m", required},
    {"orientation", Type::Vector4, "of the object in the hand: w, x, y, z", required},
    {"world", Type::Vector4, "of the object in the world: w, x, y, z", required},
    nested<saved_joint>("joints", Type::MapList, "of the whole mechanism", required),
    nested<saved_point>("points", Type::MapList, "where links touch, with forces", required),
    nested<saved_contact>("contacts", Type::MapList, "those that differ", required),
    nested<saved_contact>("others", Type::MapList, "with bodies outside of the hand; default none"),
    {"holders", Type::TextList, "joints, springs, ... that hold the object; default none"},
    {"held_by", Type::NumberOrList, "their wrench now, in units of the set; default zero"},
    {"reference", Type::Vector3, "that torques are about, m", required},
    {"rho", Type::Number, "length that torques are divided by, m", required},
    {"slip", Type::Number, "friction still available, N", required},
    {"weight", Type::Vector3, "of the object, in its axes, N", required},
    {"motions", Type::Integer, "of the hand while the object rests", required},
    {"locked", Type::Integer, "coordinates that servos, paths and stops hold", required},
    nested<saved_balances>("balances", Type::Map, "of efforts, in contact forces", required),
};
constexpr Key saved_joint_list[] = {
    {"name", Type::Text, "of the joint", required},
    {"q", Type::NumberOrList, "its position", required},
};
constexpr Key saved_point_list[] = {
    {"link", Type::Text, "that touches", required},
    {"point", Type::Vector3, "of the object, m", required},
    {"normal", Type::Vector3, "into the object", required},
    {"friction", Type::Number, "coefficient", required},
    {"friction_across", Type::Number, "coefficient across its axis; default: the same"},
    {"spin", Type::Number, "greatest moment about the normal per normal force, m; default 0"},
    {"rolling", Type::Number, "greatest rolling moment per normal force, m; default 0"},
    {"normal_force", Type::Number, "N", required},
    {"tangential_force", Type::Number, "N", required},
    {"slides", Type::Boolean, "whether it does", required},
};
constexpr Key saved_contact_list[] = {
    {"link", Type::Text, "that touches", required},
    {"point", Type::Vector3, "of the object, m", required},
    {"normal", Type::Vector3, "into the object", required},
    {"friction", Type::Number, "coefficient", required},
    {"torsion", Type::Number, "of a soft finger, m; default 0"},
    {"rolling", Type::Number, "greatest rolling moment per normal force, m; default 0"},
    {"friction_at", Type::Vector3, "where friction acts, m; default: at the point"},
    {"friction_2", Type::Number, "along t2; default: the same"},
    {"tangent", Type::Vector3, "direction of t1, if friction has two coefficients"},
    {"sliding_friction", Type::Number, "coefficient once it slides; default: the same"},
};
constexpr Key saved_balances_list[] = {
    {"T", Type::NumberOrMatrix, "a row for each, in contact forces", required},
    {"lower", Type::NumberOrList, "effort, one for each row", required},
    {"upper", Type::NumberOrList, "effort, one for each row", required},
};
constexpr Section grasp_file{"grasp_file", grasp_file_list};
constexpr Section saved_grasp_section{"saved_grasp", saved_grasp_list};
constexpr Section saved_joint{"saved_joint", saved_joint_list};
constexpr Section saved_point{"saved_point", saved_point_list};
constexpr Section saved_contact{"saved_contact", saved_contact_list};
constexpr Section saved_balances{"saved_balances", saved_balances_list};

}  // namespace

}  // namespace catena::scenario_keys

namespace catena {

namespace {

namespace keys = scenario_keys;
using yaml::Fields;
using yaml::Range;
using yaml::Value;

double number_of(const Value& value, Range range = Range::Any) {
  return value.number(quantity::number, range);
}

std::vector<double> list_of_numbers(const Value& value) {
  std::vector<double> out;
  for (const Value& item : value.items()) out.push_back(number_of(item));
  return out;
}

Eigen::Vector3d three(const Value& value) {
  const Vec3<double> v = value.vector3(quantity::number);
  return {v.x, v.y, v.z};
}

Eigen::Quaterniond turn(const Value& value) {
  const std::vector<Value> items = value.items(4, "numbers w, x, y, z");
  const Eigen::Quaterniond q(number_of(items[0]), number_of(items[1]), number_of(items[2]),
                             number_of(items[3]));
  if (!(std::abs(q.norm() - 1.0) < 1e-6)) value.fail_expected("a quaternion of length 1");
  return q;
}

GraspPoint read_point(const Fields& fields) {
  GraspPoint point;
  point.link = fields.at("link").text();
  point.point = three(fields.at("point")), point.normal = three(fields.at("normal"));
  point.friction = number_of(fields.at("friction"), Range::NonNegative);
  if (const auto across = fields.find("friction_across"))
    point.friction_across = number_of(*across, Range::NonNegative);
  if (const auto spin = fields.find("spin")) point.spin = number_of(*spin, Range::NonNegative);
  if (const auto rolling = fields.find("rolling"))
    point.rolling = number_of(*rolling, Range::NonNegative);
  point.normal_force = number_of(fields.at("normal_force"));
  point.tangential_force = number_of(fields.at("tangential_force"));
  point.slides = fields.at("slides").boolean();
  return point;
}

grasp::GraspContact read_contact(const Fields& fields) {
  grasp::GraspContact contact;
  contact.link = fields.at("link").text();
  contact.point = three(fields.at("point")), contact.normal = three(fields.at("normal"));
  contact.friction = number_of(fields.at("friction"), Range::NonNegative);
  if (const auto torsion = fields.find("torsion"))
    contact.torsion = number_of(*torsion, Range::NonNegative);
  if (const auto rolling = fields.find("rolling"))
    contact.rolling = number_of(*rolling, Range::NonNegative);
  if (const auto at = fields.find("friction_at")) contact.friction_at = three(*at);
  if (const auto second = fields.find("friction_2"))
    contact.friction_2 = number_of(*second, Range::NonNegative);
  if (const auto tangent = fields.find("tangent")) contact.tangent = three(*tangent);
  if (const auto sliding = fields.find("sliding_friction"))
    contact.sliding_friction = number_of(*sliding, Range::NonNegative);
  return contact;
}

// As many columns as the contacts have forces.
grasp::TorqueRows read_balances(const Value& value, Eigen::Index columns) {
  const Fields fields = value.fields(keys::saved_balances);
  const std::vector<Value> rows = fields.at("T").items();
  grasp::TorqueRows out;
  out.T.resize(static_cast<Eigen::Index>(rows.size()), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> row = list_of_numbers(rows[i]);
    if (static_cast<Eigen::Index>(row.size()) != columns)
      rows[i].fail_expected(fmt::format("{} numbers, one for each force of a contact", columns));
    out.T.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXd>(row.data(), columns);
    out.motors.push_back(static_cast<int>(i));
  }
  const auto limits = [&](const char* key) -> Eigen::VectorXd {
    const std::vector<double> list = list_of_numbers(fields.at(key));
    if (list.size() != rows.size())
      fields.at(key).fail_expected(fmt::format("{} numbers, one for each row", rows.size()));
    return Eigen::Map<const Eigen::VectorXd>(list.data(), static_cast<Eigen::Index>(list.size()));
  };
  out.lower = limits("lower"), out.upper = limits("upper");
  for (Eigen::Index i = 0; i < out.lower.size(); ++i)
    if (out.lower[i] > out.upper[i])
      fields.at("lower").fail("a lower limit is above its upper one");
  return out;
}

void read_contacts_of(const Value& value, const Fields& fields, grasp::ContactSet& set) {
  for (const Value& item : fields.at("contacts").items())
    set.contacts.push_back(read_contact(item.fields(keys::saved_contact)));
  set.reference = three(fields.at("reference"));
  set.rho = number_of(fields.at("rho"), Range::Positive);
  try {
    grasp::check(set);
  } catch (const grasp::GraspError& error) {
    value.fail(error.what());
  }
}

Eigen::Index count_of_forces(const Value& value, const SavedGrasp& grasp) {
  try {
    return grasp::wrench_cones(grasp.all_contacts()).scale.size();
  } catch (const grasp::GraspError& error) {
    value.fail(error.what());
  }
}

SavedGrasp read_one(const Value& value) {
  const Fields fields = value.fields(keys::saved_grasp_section);
  SavedGrasp out;
  out.name = fields.at("name").text(), out.object = fields.at("object").text();
  out.hand = fields.at("hand").text();
  out.t = number_of(fields.at("t"));
  out.position = three(fields.at("position"));
  out.orientation = turn(fields.at("orientation")), out.world = turn(fields.at("world"));
  for (const Value& item : fields.at("joints").items()) {
    const Fields joint = item.fields(keys::saved_joint);
    out.joints.push_back({joint.at("name").text(), list_of_numbers(joint.at("q"))});
  }
  for (const Value& item : fields.at("points").items())
    out.points.push_back(read_point(item.fields(keys::saved_point)));
  read_contacts_of(value, fields, out.set);
  if (const auto others = fields.find("others"))
    for (const Value& item : others->items())
      out.others.push_back(read_contact(item.fields(keys::saved_contact)));
  if (const auto holders = fields.find("holders")) out.holders = holders->texts();
  if (const auto held_by = fields.find("held_by")) {
    const std::vector<double> six = list_of_numbers(*held_by);
    if (six.size() != 6) held_by->fail_expected("6 numbers");
    out.held_by = Eigen::Map<const grasp::Wrench6>(six.data());
  }
  out.slip = number_of(fields.at("slip"));
  out.weight = three(fields.at("weight"));
  constexpr int most = 1000000;
  out.motions = fields.at("motions").integer(0, most);
  out.locked = fields.at("locked").integer(0, most);
  out.balances = read_balances(fields.at("balances"), count_of_forces(value, out));
  return out;
}

std::vector<SavedGrasp> read_file_of_grasps(const yaml::NodePtr& root) {
  yaml::Parameters none;
  const Value file(root.get(), "", &none);
  if (!file.is_map()) file.fail_expected("a grasp that 'catena grasp --save' has written");
  const Fields fields = file.fields(keys::grasp_file);
  if (fields.at("catena_grasp").integer(0, 1000) != 1)
    fields.at("catena_grasp").fail_expected("1, the only version of this format so far");
  std::vector<SavedGrasp> out;
  for (const Value& item : fields.at("grasps").items()) out.push_back(read_one(item));
  return out;
}

}  // namespace

std::vector<SavedGrasp> parse_grasps(std::string_view text, const std::string& source_name) {
  return read_file_of_grasps(
      yaml::parse(text, std::make_shared<const yaml::Source>(yaml::Source{source_name, "."})));
}

std::vector<SavedGrasp> read_grasps(const std::filesystem::path& path) {
  return read_file_of_grasps(yaml::parse_file(path));
}

}  // namespace catena
