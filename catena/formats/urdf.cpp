#include "catena/formats/urdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "catena/formats/urdf_elements.hpp"

namespace catena {

namespace {

using urdf::Joint;
using urdf::Link;
using urdf::Robot;

void check_unique_names(const Robot& robot) {
  std::map<std::string, int> links, joints;  // name and line
  for (const Link& link : robot.links)
    if (const auto [first, added] = links.emplace(link.name, link.element.line()); !added)
      link.element.fail(fmt::format("link '{}' exists already in line {}; give it another name",
                                    link.name, first->second));
  for (const Joint& joint : robot.joints)
    if (const auto [first, added] = joints.emplace(joint.spec.name, joint.element.line()); !added)
      joint.element.fail(fmt::format("joint '{}' exists already in line {}; give it another name",
                                     joint.spec.name, first->second));
}

// The joint that leads to each link, by the child link's name. Checks the names on both sides.
std::map<std::string, const Joint*> find_inboard_joints(const Robot& robot) {
  std::vector<std::string> names;
  for (const Link& link : robot.links) names.push_back(link.name);
  std::map<std::string, const Joint*> inboard;
  for (const Joint& joint : robot.joints) {
    for (const char* side : {"parent", "child"}) {
      const std::string& name = *side == 'p' ? joint.parent : joint.child;
      if (std::find(names.begin(), names.end(), name) == names.end())
        joint.element.exactly_one(side).fail(
            fmt::format("joint '{}' names the {} link '{}', but no <link> has that name{}",
                        joint.spec.name, side, name, nearest_name_hint(name, names)));
    }
    if (const auto [first, added] = inboard.emplace(joint.child, &joint); !added)
      joint.element.fail(fmt::format(
          "link '{}' is already the child of joint '{}' (line {}) and now of joint '{}', but URDF "
          "describes trees; remove one of the two joints and close the loop in another way",
          joint.child, first->second->spec.name, first->second->element.line(), joint.spec.name));
  }
  return inboard;
}

// Follows the joints from `name` towards the root; fails when it comes back to where it was.
void check_reaches_root(const Link& link, const std::map<std::string, const Joint*>& inboard) {
  std::vector<std::string> path{link.name};
  for (auto at = inboard.find(link.name); at != inboard.end(); at = inboard.find(path.back())) {
    const std::string& parent = at->second->parent;
    if (const auto seen = std::find(path.begin(), path.end(), parent); seen != path.end()) {
      path.erase(path.begin(), seen);
      path.push_back(parent);
      at->second->element.fail(
          fmt::format("joint '{}' closes a cycle of links ({}); expected a tree: remove a joint or "
                      "swap parent and child",
                      at->second->spec.name, fmt::join(path, " <- ")));
    }
    path.push_back(parent);
  }
}

// The only link without a joint that leads to it.
const Link& find_root(const Robot& robot, const std::map<std::string, const Joint*>& inboard) {
  std::vector<const Link*> roots;
  std::vector<std::string> names;
  for (const Link& link : robot.links) {
    check_reaches_root(link, inboard);
    if (inboard.contains(link.name)) continue;
    roots.push_back(&link);
    names.push_back(fmt::format("'{}' (line {})", link.name, link.element.line()));
  }
  if (roots.size() > 1)
    roots[1]->element.fail(
        fmt::format("found {} root links, expected one that is not the child of a joint: {}; join "
                    "them with <joint type=\"fixed\">",
                    roots.size(), fmt::join(names, ", ")));
  return *roots.front();
}

void lock_joints(Robot& robot, const std::vector<std::string>& names, const std::string& source) {
  std::vector<std::string> known;
  for (const Joint& joint : robot.joints) known.push_back(joint.spec.name);
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw ModelError(
          fmt::format("{}: the joint to lock is called '{}', but no <joint> has that name{}",
                      source, name, nearest_name_hint(name, known)));
    robot.joints[static_cast<std::size_t>(found - known.begin())].spec = weld(name);
  }
}

// Runs `action` and puts file and line in front of what the builder has to say.
template <class Action>
auto located(const xml::Document& document, const xml::Element& element, Action&& action) {
  try {
    return action();
  } catch (const ModelError& error) {
    throw ModelError(fmt::format("{}:{}: {}", document.source(), element.line(), error.what()));
  }
}

// A root called "world" is the world itself, as in Gazebo and Drake.
BodyId add_root(const xml::Document& document, const Link& root, bool floating,
                ModelBuilder& builder, std::vector<std::string>& notes) {
  if (root.name == "world") {
    if (floating)
      root.element.fail(
          "the root link is the world, which cannot float; leave out 'floating', or give the link "
          "another name");
    if (root.inertia.mass > 0.0)
      notes.push_back(fmt::format("{}:{}: the mass of the root link 'world' has no effect",
                                  document.source(), root.element.line()));
    return world_body;
  }
  return located(document, root.element, [&] {
    const BodyId body = builder.add_body(root.name, root.inertia);
    builder.add_joint(floating ? free_joint("floating_base") : weld("fixed_base"), world_body,
                      body);
    return body;
  });
}

ModelBuilder assemble(const xml::Document& document, const Robot& robot, const UrdfOptions& options,
                      std::vector<std::string>& notes) {
  const auto inboard = find_inboard_joints(robot);
  const Link& root = find_root(robot, inboard);
  ModelBuilder builder;
  builder.set_gravity(options.gravity);
  builder.set_fuse_welds(options.fuse_fixed_joints);
  builder.set_tolerate_unphysical_inertia(true);
  std::map<std::string, BodyId> bodies;
  for (const Link& link : robot.links)
    bodies[link.name] = &link == &root
                            ? add_root(document, root, options.floating_base, builder, notes)
                            : located(document, link.element,
                                      [&] { return builder.add_body(link.name, link.inertia); });
  for (const Link& link : robot.links)
    located(document, link.element, [&] {
      for (const BodyShape& shape : link.shapes) builder.add_shape(bodies[link.name], shape);
    });
  for (const Joint& joint : robot.joints)
    located(document, joint.element, [&] {
      return builder.add_joint(joint.spec, bodies[joint.parent], bodies[joint.child], joint.X_PF);
    });
  return builder;
}

}  // namespace

ModelBuilder read_urdf_text(std::string_view text, const std::string& source_name,
                            const UrdfOptions& options, UrdfReport* report) {
  const xml::Document document(text, source_name);
  std::vector<std::string> notes;
  Robot robot = urdf::read_robot(document, source_name, notes);
  check_unique_names(robot);
  lock_joints(robot, options.lock_joints, source_name);
  ModelBuilder builder = assemble(document, robot, options, notes);
  if (report != nullptr) report->notes = std::move(notes);
  return builder;
}

ModelBuilder read_urdf(const std::string& path, const UrdfOptions& options, UrdfReport* report) {
  return read_urdf_text(xml::read_file(path), path, options, report);
}

Model load_urdf(const std::string& path, const UrdfOptions& options, UrdfReport* report) {
  const ModelBuilder builder = read_urdf(path, options, report);
  try {
    return builder.build();
  } catch (const ModelError& error) {
    throw ModelError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace catena
