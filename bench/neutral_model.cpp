#include "neutral_model.hpp"

#include <fmt/format.h>

#include <random>
#include <stdexcept>

#include "bench_models.hpp"
#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"

namespace catena::bench {
namespace {

NeutralJoint neutral_joint(NodeKind kind) {
  switch (kind) {
    case NodeKind::Revolute:
      return NeutralJoint::RevoluteZ;
    case NodeKind::Free:
      return NeutralJoint::Free;
    case NodeKind::Weld:
    case NodeKind::Prismatic:
    case NodeKind::Helical:
    case NodeKind::Spherical:
    case NodeKind::Custom:
      break;
  }
  throw std::runtime_error("the benchmark knows revolute and free joints only");
}

std::vector<double> random_vector(int size, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<double> result(static_cast<std::size_t>(size));
  for (double& x : result) x = uniform(random);
  return result;
}

// Stiffness and rest position of one coordinate by itself.
void add_springs(const Model& model, const Node& node, NeutralBody& body) {
  for (const Spring& spring : model.springs())
    for (std::size_t i = 0; i < spring.dofs.size(); ++i) {
      if (spring.dofs[i] != node.v) continue;
      const auto k = static_cast<Eigen::Index>(i);
      body.stiffness += spring.stiffness(k, k);
      body.spring_rest = spring.rest[node.q];
    }
}

}  // namespace

NeutralModel neutral_model(const std::string& name, const Model& model) {
  if (!model.armature().isZero(0.0))
    throw std::runtime_error("the benchmark knows no rotor inertia, which model " + name + " has");
  NeutralModel neutral;
  neutral.name = name;
  neutral.nq = model.nq();
  neutral.nv = model.nv();
  neutral.gravity = to_eigen(model.gravity());
  for (const Node& node : model.nodes().subspan(1)) {
    NeutralBody body;
    body.joint = neutral_joint(node.kind);
    body.parent = node.parent - 1;  // node 0 is the world
    body.q = node.q;
    body.v = node.v;
    body.R = to_eigen(node.X_PF.rotation);
    body.p = to_eigen(node.X_PF.translation);
    body.mass = node.inertia.mass;
    const bool massive = body.mass > 0.0;
    body.com = massive ? Eigen::Vector3d(to_eigen(node.inertia.moment) / body.mass)
                       : Eigen::Vector3d(Eigen::Vector3d::Zero());
    body.inertia_about_com =
        massive ? to_eigen(rotational_about_com(node.inertia)) : to_eigen(node.inertia.rotational);
    if (body.joint == NeutralJoint::RevoluteZ) {
      body.damping = model.damping()[node.v];
      add_springs(model, node, body);
    }
    neutral.bodies.push_back(body);
  }
  return neutral;
}

std::vector<BenchState> random_states(const Model& model, std::size_t count) {
  std::mt19937_64 random(20240229);
  std::vector<BenchState> states;
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::VectorXd q = random_configuration(model, random);
    BenchState state;
    state.q.assign(q.data(), q.data() + q.size());
    state.v = random_vector(model.nv(), random);
    state.a = random_vector(model.nv(), random);
    state.tau = random_vector(model.nv(), random);
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace catena::bench
