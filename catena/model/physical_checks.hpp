#pragma once
// What makes a body or a mechanism physical and its names usable. Each check throws ModelError with
// the name concerned.

#include <span>
#include <string_view>

#include "catena/model/model.hpp"

namespace catena {

// Mass >= 0, all numbers finite. Inertia about the centre of mass positive and obeying the triangle
// inequality: with `tolerant`, a violation of these two is returned as a remark, else it throws.
std::string check_body_inertia(std::string_view body_name, const Inertia<double>& inertia,
                               bool tolerant);

// Sizes and values of everything in a specification; fills empty vectors with their meaning.
// Returns remarks that are worth a warning.
std::vector<std::string> check_and_complete(JointSpec& spec);

// Coordinate names: one per coordinate or none, each usable as a word and unique in the model.
void check_coordinate_names(std::span<const JointInfo> joints);

// `X` is a pose: rotation orthonormal, all numbers finite. `owner` names it in the message.
void check_pose(std::string_view owner, const Transform<double>& X);

// Mass, and rotational inertia about every axis through the centre of mass, well above rounding.
bool resists_all_motions(const Inertia<double>& inertia);

// Every joint can accelerate: the articulated inertia seen by each coordinate is positive at a few
// generic configurations. Names the joint behind which mass is missing.
void check_dynamics_defined(const Model& model);

}  // namespace catena
