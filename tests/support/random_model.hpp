#pragma once
// Random mechanisms over all joint kinds, and random states of them. The same seed gives the same
// mechanism.

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "catena/model/model.hpp"
#include "catena/model/model_builder.hpp"

namespace catena::test {

using Random = std::mt19937_64;

struct RandomModelOptions {
  int min_bodies = 1, max_bodies = 25;
  bool springs = false;             // spring matrices on joints and between joints, dampers
  bool massless = true;             // some intermediate bodies without mass
  bool armature = true;             // rotor inertia on some joints
  bool only_welds_unfused = false;  // otherwise welds are fused in every second mechanism
};

// Chains, bushes, several roots and arbitrary trees; bodies are declared in shuffled order.
ModelBuilder random_builder(std::uint64_t seed, const RandomModelOptions& options = {});
Model random_model(std::uint64_t seed, const RandomModelOptions& options = {});

// A state and what drives it. `external` has one wrench per body, in the body's axes.
struct RandomState {
  Eigen::VectorXd q, v, a, tau;
  std::vector<Force<double>> external;
};
RandomState random_state(const Model& model, Random& random);
RandomState random_state(const Model& model, std::uint64_t seed);

// Whether the body is welded to its parent, and the weld fused.
bool is_fused(const Model& model, BodyId body);

inline constexpr std::array all_joint_kinds = {
    JointKind::Weld,      JointKind::Revolute,    JointKind::Continuous, JointKind::Prismatic,
    JointKind::Helical,   JointKind::Cylindrical, JointKind::Universal,  JointKind::Planar,
    JointKind::Spherical, JointKind::Free,        JointKind::Custom};
// Fills everything that a joint's kind asks for; the axes come with arbitrary length.
JointSpec random_joint(Random& random, JointKind kind, const std::string& name);

int pick(Random& random, int count);  // 0 .. count - 1
bool chance(Random& random, double probability);
double uniform(Random& random, double low, double high);
Eigen::VectorXd random_vector(Random& random, Eigen::Index size, double deviation = 1.0);
Eigen::Vector3d random_axis(Random& random);
Mat3<double> random_rotation(Random& random);
Transform<double> random_transform(Random& random, double reach = 0.5);
// A physical one: positive, and its principal moments satisfy the triangle inequality.
Inertia<double> random_inertia(Random& random);

}  // namespace catena::test
