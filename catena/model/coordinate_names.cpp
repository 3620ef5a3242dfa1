// Names of single coordinates: what users write in scenarios and read in recordings.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "catena/model/model.hpp"
#include "catena/model/physical_checks.hpp"

namespace catena {

namespace {

std::string coordinate_of(const JointInfo& joint, int k) {
  if (joint.nv == 1) return joint.spec.name;
  const auto& names = joint.spec.coordinate_names;
  return names.empty() ? fmt::format("{}.{}", joint.spec.name, k)
                       : fmt::format("{}.{}", joint.spec.name, names[static_cast<std::size_t>(k)]);
}

// `index` lies in the numbers of this joint, which start at `start`.
bool holds(int index, int start, int count) {
  return index >= start && index < start + count;
}

std::string all_coordinates(const JointInfo& joint) {
  std::string list;
  for (int k = 0; k < joint.nv; ++k)
    list += fmt::format("{}'{}'", k == 0 ? "" : ", ", coordinate_of(joint, k));
  return list;
}

bool writable(const std::string& name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         name.find_first_of(" \t\r\n") == std::string::npos;
}

void check_names_of(const JointSpec& spec, int nv) {
  const auto& names = spec.coordinate_names;
  if (names.empty()) return;
  if (static_cast<int>(names.size()) != nv)
    throw ModelError(
        fmt::format("joint '{}': {} coordinate names, expected {} (one per velocity "
                    "coordinate of a {} joint)",
                    spec.name, names.size(), nv, to_string(spec.kind)));
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (!writable(*name))
      throw ModelError(
          fmt::format("joint '{}': coordinate name '{}' is empty, starts with a digit or contains "
                      "blanks; use letters, digits and underscores",
                      spec.name, *name));
    if (std::find(names.begin(), name, *name) != name)
      throw ModelError(fmt::format("joint '{}': two coordinates are named '{}'; names must differ",
                                   spec.name, *name));
  }
}

}  // namespace

void check_coordinate_names(std::span<const JointInfo> joints) {
  std::map<std::string, const JointInfo*> owner;
  for (const JointInfo& joint : joints) {
    about({"joint", joint.spec.name, ""}, [&] { check_names_of(joint.spec, joint.nv); });
    for (int k = 0; k < joint.nv; ++k) {
      const auto [entry, is_new] = owner.emplace(coordinate_of(joint, k), &joint);
      if (!is_new)
        throw ModelError(fmt::format("joints '{}' and '{}' both have a coordinate that is called "
                                     "'{}'; rename one of them",
                                     entry->second->spec.name, joint.spec.name, entry->first),
                         {"joint", entry->second->spec.name, ""});
    }
  }
}

std::string Model::coordinate_name(int dof) const {
  for (const JointInfo& joint : joints_)
    if (holds(dof, joint.v, joint.nv)) return coordinate_of(joint, dof - joint.v);
  throw ModelError(fmt::format(
      "coordinate_name: there is no velocity coordinate {}, the model has {}", dof, nv_));
}

std::string Model::configuration_name(int index) const {
  for (const JointInfo& joint : joints_) {
    if (!holds(index, joint.q, joint.nq)) continue;
    if (joint.nq == joint.nv) return coordinate_of(joint, index - joint.q);
    return fmt::format("{}.{}", joint.spec.name, index - joint.q);
  }
  throw ModelError(
      fmt::format("configuration_name: there is no number {} in q, the model has {}", index, nq_));
}

int Model::find_dof(std::string_view name) const {
  std::vector<std::string> names;
  for (const JointInfo& joint : joints_) {
    if (joint.spec.name == name) {
      if (joint.nv == 1) return joint.v;
      throw ModelError(joint.nv == 0
                           ? fmt::format("joint '{}' has no coordinates, expected one", name)
                           : fmt::format("joint '{}' has {} coordinates, expected one of {}", name,
                                         joint.nv, all_coordinates(joint)));
    }
    for (int k = 0; k < joint.nv; ++k) {
      names.push_back(coordinate_of(joint, k));
      if (names.back() == name || fmt::format("{}.{}", joint.spec.name, k) == name)
        return joint.v + k;
    }
  }
  throw ModelError(fmt::format("the model has no coordinate named '{}'{}", name,
                               nearest_name_hint(name, names)));
}

}  // namespace catena
