// Models inside of a model: copies of files, robots and built-in models, under prefixes and poses,
// and of another size.

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "catena/math/error.hpp"
#include "catena/mechanism/scale.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Entry;
using yaml::Fields;
using yaml::NodeKind;
using yaml::NodePtr;
using yaml::Range;
using yaml::TreeNode;
using yaml::Value;

// A file that has itself as a part would not end.
constexpr int most_depth = 10;

// What names are in a part, and how they are called in the whole.
class Renaming {
 public:
  Renaming(const Mechanism& part, std::string prefix, std::string world)
      : prefix_(std::move(prefix)), world_(std::move(world)) {
    const auto add = [&](const auto& items) {
      for (const auto& item : items) names_.insert(item.name);
    };
    add(part.bodies), add(part.joints), add(part.frames), add(part.loop_joints);
  }

  void rename(TreeNode& node, std::string_view key) const {
    if (is_no_name(key)) return;
    if (node.kind == NodeKind::Scalar) node.text = renamed(node.text, key);
    for (NodePtr& item : node.items) item = copy(*item, key);
    for (Entry& entry : node.entries) entry.value = copy(*entry.value, entry.key);
  }

 private:
  static bool is_no_name(std::string_view key) {
    static const std::set<std::string_view> keys = {
        "kind",  "material",      "color", "file",   "side",         "energy",     "axes",
        "range", "interpolation", "sense", "shapes", "friction_law", "coordinates"};
    return keys.contains(key);
  }
  static bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }

  NodePtr copy(const TreeNode& node, std::string_view key) const {
    auto made = std::make_shared<TreeNode>(node);
    rename(*made, key);
    return made;
  }

  // Of a body, a joint, a coordinate of a joint, or a formula that has such in it.
  std::string renamed(const std::string& text, std::string_view key) const {
    if (key == "name") return prefix_ + text;
    if (text == "world") return world_;
    if (known_at(text, 0) == text.size()) return prefix_ + text;
    if (const std::size_t dot = text.rfind('.');
        dot != std::string::npos && known_at(text, 0) == dot && dot + 1 < text.size() &&
        std::all_of(text.begin() + static_cast<std::ptrdiff_t>(dot) + 1, text.end(),
                    is_name_character))
      return prefix_ + text;
    return with_renamed_quantities(text);
  }

  // How long the longest known name is that stands there, 0: none.
  std::size_t known_at(std::string_view text, std::size_t at) const {
    std::size_t longest = 0;
    for (const std::string& name : names_) {
      const std::size_t end = at + name.size();
      if (name.size() > longest && text.substr(at, name.size()) == name &&
          (end >= text.size() || !is_name_character(text[end])))
        longest = name.size();
    }
    return longest;
  }

  // q.JOINT, p.FRAME.x and their like.
  std::string with_renamed_quantities(std::string_view text) const {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool begins = i == 0 || (!is_name_character(text[i - 1]) && text[i - 1] != '.');
      std::size_t length = 0;
      for (const std::string_view what : {"q.", "v.", "p.", "vel.", "omega."})
        if (begins && text.substr(i, what.size()) == what) length = what.size();
      out += text.substr(i, std::max<std::size_t>(length, 1));
      if (length == 0) continue;
      i += length - 1;
      if (known_at(text, i + 1) > 0) out += prefix_;
    }
    return out;
  }

  std::string prefix_, world_;
  std::set<std::string> names_;
};

std::vector<std::vector<ShapeItem>> take_shapes(Mechanism& part) {
  std::vector<std::vector<ShapeItem>> shapes;
  for (BodyItem& body : part.bodies) shapes.push_back(std::exchange(body.shapes, {}));
  return shapes;
}

// What stands for the world of a part: a body that is welded to where the part is.
void add_base(const std::string& name, const std::string& on, const Pose& at,
              std::vector<ShapeItem> shapes, const Value& place, Mechanism& mechanism) {
  BodyItem body;
  body.name = name;
  body.said = said_of(place);
  body.mass = 0.0;
  body.shapes = std::move(shapes);
  mechanism.bodies.push_back(std::move(body));
  JointItem joint;
  joint.name = name;
  joint.said = said_of(place);
  joint.kind = JointKind::Weld;
  joint.parent = on;
  joint.child = name;
  joint.at = at;
  mechanism.joints.push_back(std::move(joint));
}

void read_part(const Value& value, Mechanism& mechanism, ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::part);
  const std::string prefix = fields.at("prefix").text();
  if (prefix.empty() || prefix.find_first_of(" \t") != std::string::npos)
    fields.at("prefix").fail_expected("a word that all names of the part begin with");
  Mechanism part;
  read_model(fields.at("model"), part, report);
  if (const auto factor = fields.find("scale")) scale_model(*factor, part, report);
  const std::string on = fields.has("on") ? fields.at("on").text() : "world";
  const Pose at = fields.has("at") ? read_pose(fields.at("at")) : Pose{};
  const bool moved = on != "world" || !at.is_identity();
  const std::string base = moved ? prefix + "world" : "world";
  std::vector<ShapeItem> around = std::exchange(part.world.shapes, {});
  if (moved)
    add_base(base, on, at, std::move(around), value, mechanism);
  else
    mechanism.world.shapes.insert(mechanism.world.shapes.end(), around.begin(), around.end());

  const std::vector<std::vector<ShapeItem>> shapes = take_shapes(part);
  for (ContactItem& contact : part.contacts)
    if (contact.on.body.empty() && contact.on.frame.empty()) contact.on.body = "world";
  const auto node = std::make_shared<TreeNode>(*written_model(part, value.node().place));
  std::erase_if(node->entries, [](const Entry& entry) {
    return entry.key == "gravity" || entry.key == "fuse_welds" || entry.key == "world";
  });
  Renaming(part, prefix, base).rename(*node, "model");
  value.parameters()->kept.push_back(node);
  const std::size_t first = mechanism.bodies.size();
  read_described_lists(Value(node.get(), value.path() + ".model", value.parameters()), mechanism,
                       report);
  for (std::size_t b = 0; b < shapes.size(); ++b) mechanism.bodies[first + b].shapes = shapes[b];
}

// At a hinge.
std::string scaling_text(const ScaleFactors& by) {
  return fmt::format("at hinges {:.4g} and {:.4g} times", by.mass * by.length,
                     by.mass * by.length * std::sqrt(by.length));
}

bool springs_differ(const Mechanism& a, const Mechanism& b) {
  const auto differ = [](const JointProperties& p, const JointProperties& q) {
    return p.stiffness != q.stiffness || p.damping != q.damping;
  };
  bool result = false;
  for (std::size_t i = 0; i < a.joints.size(); ++i) result |= differ(a.joints[i], b.joints[i]);
  for (std::size_t i = 0; i < a.loop_joints.size(); ++i)
    result |= differ(a.loop_joints[i], b.loop_joints[i]);
  for (std::size_t i = 0; i < a.springs.size(); ++i)
    result |= a.springs[i].stiffness != b.springs[i].stiffness;
  return result;
}

}  // namespace

void scale_model(const Value& value, Mechanism& mechanism, ReadReport& report) {
  ScaleFactors by;
  bool stiffness_is_said = false;
  std::optional<double> mass;
  if (value.is_map()) {
    const Fields fields = value.fields(scenario_keys::model_scale);
    by.length = fields.at("length").number(quantity::number, Range::Positive);
    if (const auto given = fields.find("mass"))
      mass = given->number(quantity::number, Range::Positive);
    stiffness_is_said = fields.has("stiffness");
    by.keep_stiffness = stiffness_is_said &&
                        fields.choice("stiffness", "way to treat springs and dampers") == "keep";
  } else {
    by.length = value.number(quantity::number, Range::Positive);
  }
  by.mass = mass.value_or(by.length * by.length * by.length);
  try {
    const Mechanism before = mechanism;
    scale(mechanism, by);
    if (!stiffness_is_said && springs_differ(before, mechanism))
      report.warnings.push_back(fmt::format(
          "{} scales stiffness and damping, too ({}); 'stiffness: keep' in the map 'scale' keeps "
          "them, 'stiffness: scale' says that this is meant",
          value.path(), scaling_text(by)));
  } catch (const Error& error) {
    value.fail(error.what());
  }
}

void read_parts(const Value& list, Mechanism& mechanism, ReadReport& report) {
  thread_local int depth = 0;
  struct Level {
    Level() { ++depth; }
    ~Level() { --depth; }
  } const level;
  if (depth > most_depth)
    list.fail(fmt::format(
        "parts are nested more than {} deep; does a file contain itself as a part?", most_depth));
  for (const Value& item : list.items()) read_part(item, mechanism, report);
}

}  // namespace catena::scenario
