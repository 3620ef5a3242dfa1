#include "catena/formats/network_file.hpp"

#include <fmt/format.h>

#include "catena/math/nearest_name.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena {

namespace {

using tensegrity::LengthGoal;
using tensegrity::MemberKind;
using yaml::Fields;
using yaml::Key;
using yaml::Range;
using yaml::Section;
using yaml::Value;
using Type = yaml::ValueType;

constexpr Quantity force_density{"a force density", "N/m", {1, 0, -2, 0}};

constexpr std::string_view member_kinds[] = {"cable", "strut"};
constexpr std::string_view methods[] = {"force_densities", "elasticity", "lengths"};
constexpr std::string_view goals[] = {"shortest", "longest"};
constexpr Key member_list[] = {
    {"name", Type::Text, "unique among members", true},
    {"kind", Type::Choice, "cable or strut", true, member_kinds},
    {"from", Type::Text, "the node at one end", true},
    {"to", Type::Text, "the node at the other", true},
    {"stiffness", Type::Number, "E A, N"},
    {"rest_length", Type::Number, "m"},
    {"force_density", Type::Number, "tension over length, N/m"},
    {"mass", Type::Number, "kg, half at each end"},
};
constexpr Section member_keys{"member", member_list};
constexpr Key form_list[] = {
    {"by", Type::Choice, "what determines the form", true, methods},
    {"group", Type::TextList, "by lengths: members that are made shorter or longer"},
    {"goal", Type::Choice, "of the group; default shortest", false, goals},
};
constexpr Section form_keys{"find_form", form_list};
constexpr Key network_list[] = {
    {"name", Type::Text, "what it is called"},
    {"parameters", Type::Numbers, "constants for formulas"},
    {"nodes", Type::Configurations, "positions by name, m", true},
    {"members", Type::MapList, "cables and struts", true},
    {"supports", Type::Configurations, "by node: the directions that are held, such as xyz"},
    {"masses", Type::Numbers, "by node, kg"},
    {"loads", Type::Configurations, "by node, N"},
    {"find_form", Type::Map, "how the form is found first"},
    {"pretension", Type::Number, "largest force of the self-stress, N; default 1"},
};
constexpr Section network_keys{"network", network_list};

Eigen::Vector3d vector(const Value& value, const Quantity& quantity) {
  const Vec3<double> v = value.vector3(quantity);
  return {v.x, v.y, v.z};
}

int find_node(const std::vector<std::string>& names, const std::string& name, const Value& where) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<int>(i);
  where.fail(
      fmt::format("the network has no node named '{}'{}", name, nearest_name_hint(name, names)));
}

void read_nodes(const Value& value, tensegrity::Network& network) {
  const auto items = value.named_items();
  network.nodes.resize(3, static_cast<Eigen::Index>(items.size()));
  for (const auto& [name, position] : items) {
    network.nodes.col(static_cast<Eigen::Index>(network.node_names.size())) =
        vector(position, quantity::length);
    network.node_names.push_back(name);
  }
}

tensegrity::Member read_member(const Value& value, const tensegrity::Network& network) {
  const Fields fields = value.fields(member_keys);
  tensegrity::Member member;
  member.name = fields.at("name").text();
  member.kind =
      fields.choice("kind", "kind of member") == "cable" ? MemberKind::Cable : MemberKind::Strut;
  const Value from = fields.at("from"), to = fields.at("to");
  member.from = find_node(network.node_names, from.text(), from);
  member.to = find_node(network.node_names, to.text(), to);
  if (member.from == member.to)
    to.fail(fmt::format("member '{}' goes from node '{}' to itself; it needs two nodes",
                        member.name, to.text()));
  if (const auto stiffness = fields.find("stiffness"))
    member.stiffness = stiffness->number(quantity::force, Range::Positive);
  if (const auto length = fields.find("rest_length"))
    member.rest_length = length->number(quantity::length, Range::Positive);
  if (const auto density = fields.find("force_density"))
    member.force_density = density->number(force_density);
  if (const auto mass = fields.find("mass"))
    member.mass = mass->number(quantity::mass, Range::NonNegative);
  for (const tensegrity::Member& other : network.members)
    if (other.name == member.name)
      fields.at("name").fail(
          fmt::format("two members are named '{}'; give each its own name", member.name));
  return member;
}

tensegrity::Support read_support(const Value& value, int node) {
  tensegrity::Support result{node, {false, false, false}};
  const std::string text = value.text();
  for (const char c : text) {
    if (c < 'x' || c > 'z') value.fail_expected("the directions that are held: x, xy, xyz or such");
    result.fixed[static_cast<std::size_t>(c - 'x')] = true;
  }
  return result;
}

FormRequest read_form(const Value& value, const tensegrity::Network& network) {
  const Fields fields = value.fields(form_keys);
  FormRequest result;
  const std::string by = fields.choice("by", "way of finding a form");
  if (by != "lengths") {
    fields.allow_only({"by"}, "it belongs to 'by: lengths'");
    result.method = by == "elasticity" ? FormMethod::Elasticity : FormMethod::ForceDensities;
    return result;
  }
  result.method = FormMethod::Lengths;
  if (fields.has("goal") && fields.choice("goal", "goal") == "longest")
    result.goal = LengthGoal::Longest;
  std::vector<std::string> names;
  for (const tensegrity::Member& member : network.members) names.push_back(member.name);
  for (const Value& item : fields.at("group").items()) {
    const auto at = std::find(names.begin(), names.end(), item.text());
    if (at == names.end())
      item.fail(fmt::format("the network has no member named '{}'{}", item.text(),
                            nearest_name_hint(item.text(), names)));
    result.group.push_back(static_cast<int>(at - names.begin()));
  }
  return result;
}

// What has one value for some of the nodes.
void read_nodal(const Fields& fields, tensegrity::Network& network) {
  const auto each = [&](std::string_view key, const auto& take) {
    const auto map = fields.find(key);
    if (!map) return;
    for (const auto& [name, value] : map->named_items())
      take(find_node(network.node_names, name, value), value);
  };
  each("supports", [&](int node, const Value& value) {
    network.supports.push_back(read_support(value, node));
  });
  if (fields.has("masses")) network.masses.setZero(network.node_count());
  each("masses", [&](int node, const Value& value) {
    network.masses[node] = value.number(quantity::mass, Range::NonNegative);
  });
  if (fields.has("loads")) network.loads.setZero(3, network.node_count());
  each("loads", [&](int node, const Value& value) {
    network.loads.col(node) = vector(value, quantity::force);
  });
}

NetworkFile read(const yaml::NodePtr& root) {
  if (root->kind != yaml::NodeKind::Map)
    Value(root.get(), "", nullptr).fail_expected("a map with the keys of a network");
  yaml::Parameters parameters = yaml::read_parameters(*root);
  const Fields fields = Value(root.get(), "", &parameters).fields(network_keys);
  NetworkFile result;
  if (const auto name = fields.find("name")) result.name = name->text();
  tensegrity::Network& network = result.network;
  read_nodes(fields.at("nodes"), network);
  for (const Value& item : fields.at("members").items())
    network.members.push_back(read_member(item, network));
  read_nodal(fields, network);
  if (const auto form = fields.find("find_form")) result.form = read_form(*form, network);
  if (const auto pretension = fields.find("pretension"))
    result.pretension = pretension->number(quantity::force, Range::Positive);
  try {
    tensegrity::check(network);
  } catch (const tensegrity::NetworkError& error) {
    fields.at("members").fail(error.what());
  }
  return result;
}

}  // namespace

NetworkFile load_network(const std::filesystem::path& path) {
  NetworkFile result = read(yaml::parse_file(path));
  if (result.name.empty()) result.name = path.stem().string();
  return result;
}

NetworkFile parse_network(std::string_view text, const std::string& source_name) {
  return read(
      yaml::parse(text, std::make_shared<const yaml::Source>(yaml::Source{source_name, {}})));
}

}  // namespace catena
