#pragma once
// What the numbers of joints are measured in, so that units in files can be checked.

#include <optional>
#include <string_view>
#include <vector>

#include "catena/mechanism/mechanism.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena::scenario {

// What each velocity coordinate of a kind of joint is measured in.
enum class Measure { Position, Velocity, Effort, Stiffness, Damping, Armature };
std::vector<Quantity> quantities(JointKind kind, Measure measure);

// A joint of the tree or of a loop, or one of its coordinates, by name.
struct NamedJoint {
  const JointProperties* joint = nullptr;  // null: none is known of that name
  int coordinate = -1;                     // -1: all of them

  std::vector<Quantity> quantities(Measure measure) const;
};
NamedJoint find_named(const Mechanism& mechanism, std::string_view name);
// Of one coordinate. Any unit will do for a name that is not known: compile() reports it.
Quantity quantity_of(const Mechanism& mechanism, std::string_view name, Measure measure);

// One number for each coordinate of a joint, or one for all. As many as there are where the joint
// is not known.
Numbers read_numbers(const yaml::Value& value, const NamedJoint& joint, Measure measure,
                     yaml::Range range = yaml::Range::Any);
Numbers read_numbers(const yaml::Value& value, JointKind kind, Measure measure,
                     yaml::Range range = yaml::Range::Any);
// A number or a list is the diagonal.
Stiffness read_stiffness(const yaml::Value& value, const std::vector<Quantity>& quantities);
// A position of all coordinates of a joint: number, list, or for orientations a map as in `at`.
Configuration read_configuration(const yaml::Value& value, JointKind kind);

}  // namespace catena::scenario
