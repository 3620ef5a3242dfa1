#include "tests/support/random_model.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>

#include "catena/math/rotation.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/custom_joints.hpp"

namespace catena::test {

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

Eigen::VectorXd random_vector(Random& random, Eigen::Index size, double deviation) {
  std::normal_distribution<double> normal(0.0, deviation);
  Eigen::VectorXd x(size);
  for (double& value : x) value = normal(random);
  return x;
}

Eigen::Vector3d random_axis(Random& random) {
  return Eigen::Vector3d(random_vector(random, 3)).normalized();
}

Mat3<double> random_rotation(Random& random) {
  const Eigen::VectorXd q = random_vector(random, 4);
  return rotation_matrix(normalized(Quaternion<double>::load(q.data())));
}

Transform<double> random_transform(Random& random, double reach) {
  return {random_rotation(random),
          {uniform(random, -reach, reach), uniform(random, -reach, reach),
           uniform(random, -reach, reach)}};
}

Inertia<double> random_inertia(Random& random) {
  const double mass = uniform(random, 0.5, 3.0);
  // Second moments of mass along three axes; sums of two of them are always physical moments.
  const double x = mass * uniform(random, 0.01, 0.1), y = mass * uniform(random, 0.01, 0.1),
               z = mass * uniform(random, 0.01, 0.1);
  const auto principal = Sym3<double>::diagonal(y + z, x + z, x + y);
  const Vec3<double> com = random_transform(random, 0.3).translation;
  return inertia_about_com(mass, com, rotated(random_rotation(random), principal));
}

int pick(Random& random, int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}
bool chance(Random& random, double probability) {
  return uniform(random, 0.0, 1.0) < probability;
}

JointSpec random_joint(Random& random, JointKind kind, const std::string& name) {
  JointSpec spec;
  spec.name = name;
  spec.kind = kind;
  constexpr std::array units = {0, 1, 2};
  if (chance(random, 0.5))
    spec.axis = Eigen::Vector3d::Unit(units[static_cast<std::size_t>(pick(random, 3))]);
  else
    spec.axis = uniform(random, 0.1, 3.0) * random_axis(random);
  if (chance(random, 0.25)) spec.axis = -spec.axis;
  spec.axis2 = spec.axis.cross(random_axis(random)).normalized() * uniform(random, 0.5, 2.0);
  if (kind == JointKind::Helical) spec.pitch = uniform(random, -0.2, 0.2);
  if (kind == JointKind::Custom) {
    spec.custom = shared_custom_joint(
        all_custom_shapes[static_cast<std::size_t>(pick(random, all_custom_shapes.size()))]);
    // Within these limits Euler angles keep away from their singularity.
    spec.position_lower = Eigen::VectorXd::Constant(spec.custom->dofs(), -1.0);
    spec.position_upper = Eigen::VectorXd::Constant(spec.custom->dofs(), 1.0);
  }
  return spec;
}

namespace {

// The parent of body i (1-based; 0 is the world), by the shape that the seed asks for.
int choose_parent(Random& random, int shape, int i) {
  switch (shape) {
    case 0:
      return i - 1;  // chain
    case 1:
      return i == 1 ? 0 : 1 + pick(random, std::max(1, (i - 1) / 3));  // bush
    case 2:
      return chance(random, 0.3) ? 0 : pick(random, i);  // several roots
    default:
      return i == 1 ? 0 : 1 + pick(random, i - 1);  // arbitrary tree
  }
}

bool is_simple(JointKind kind) {
  return kind == JointKind::Revolute || kind == JointKind::Continuous ||
         kind == JointKind::Prismatic || kind == JointKind::Helical || kind == JointKind::Universal;
}

struct Plan {
  std::vector<int> parent;
  std::vector<JointKind> kind;
  std::vector<bool> massless;
};

// A body may be without mass where its own joint has one or two freedoms and a child with mass
// adds at most one more: then some inertia resists every motion.
Plan make_plan(Random& random, int count, int shape, bool massless_allowed) {
  const std::size_t size = static_cast<std::size_t>(count) + 1;
  Plan plan{std::vector<int>(size, 0), std::vector<JointKind>(size, JointKind::Weld),
            std::vector<bool>(size, false)};
  for (int i = 1; i <= count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    plan.parent[k] = choose_parent(random, shape, i);
    plan.kind[k] = all_joint_kinds[static_cast<std::size_t>(pick(random, all_joint_kinds.size()))];
  }
  if (!massless_allowed) return plan;
  for (std::size_t child = 2; child < size; ++child) {
    const auto parent = static_cast<std::size_t>(plan.parent[child]);
    const bool carried =
        plan.kind[child] == JointKind::Weld || plan.kind[child] == JointKind::Revolute;
    const bool grandparent_heavy =
        parent > 0 && !plan.massless[static_cast<std::size_t>(plan.parent[parent])];
    if (carried && grandparent_heavy && !plan.massless[child] && is_simple(plan.kind[parent]) &&
        chance(random, 0.5))
      plan.massless[parent] = true;
  }
  return plan;
}

void add_springs(Random& random, ModelBuilder& builder, const std::vector<JointId>& joints) {
  std::vector<JointId> some;
  for (const JointId id : joints) {
    JointSpec& spec = builder.joint(id);
    const int nv = velocity_size(spec.kind, spec.custom.get());
    if (nv == 0) continue;
    if (chance(random, 0.5)) spec.damping = random_vector(random, nv).cwiseAbs();
    if (chance(random, 0.5)) {
      spec.stiffness = random_vector(random, nv * nv).reshaped(nv, nv);
      if (chance(random, 0.5))
        spec.stiffness = (spec.stiffness * spec.stiffness.transpose()).eval();
    }
    if (chance(random, 0.4)) some.push_back(id);
  }
  if (some.size() < 2) return;
  Eigen::Index size = 0;
  for (const JointId id : some)
    size += velocity_size(builder.joint(id).kind, builder.joint(id).custom.get());
  SpringSpec spring;
  spring.name = "coupling";
  spring.joints = some;
  spring.stiffness = random_vector(random, size * size).reshaped(size, size);
  builder.add_spring(spring);
}

}  // namespace

ModelBuilder random_builder(std::uint64_t seed, const RandomModelOptions& options) {
  Random random(seed * 7919 + 17);
  const int count = options.min_bodies + pick(random, options.max_bodies - options.min_bodies + 1);
  const Plan plan = make_plan(random, count, static_cast<int>(seed % 4), options.massless);

  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 1);
  if (chance(random, 0.5)) std::shuffle(order.begin(), order.end(), random);

  ModelBuilder builder;
  builder.set_gravity(Eigen::Vector3d(0, 0, -9.81) + Eigen::Vector3d(random_vector(random, 3)));
  builder.set_fuse_welds(!options.only_welds_unfused && (seed / 4) % 2 == 0);
  std::vector<BodyId> ids(static_cast<std::size_t>(count) + 1, world_body);
  for (const int i : order) {
    const auto k = static_cast<std::size_t>(i);
    const Inertia<double> inertia =
        plan.massless[k] ? Inertia<double>::zero() : random_inertia(random);
    ids[k] = builder.add_body("body" + std::to_string(i), inertia);
  }
  std::shuffle(order.begin(), order.end(), random);
  std::vector<JointId> joints;
  for (const int i : order) {
    const auto k = static_cast<std::size_t>(i);
    JointSpec spec = random_joint(random, plan.kind[k], "joint" + std::to_string(i));
    const int nv = velocity_size(spec.kind, spec.custom.get());
    if (options.armature && nv > 0 && chance(random, 0.3))
      spec.armature = 0.2 * random_vector(random, nv).cwiseAbs();
    joints.push_back(builder.add_joint(spec, ids[static_cast<std::size_t>(plan.parent[k])], ids[k],
                                       random_transform(random), random_transform(random)));
  }
  for (int i = 0; i < 3; ++i)
    builder.add_frame("tip" + std::to_string(i),
                      ids[static_cast<std::size_t>(pick(random, count + 1))],
                      random_transform(random));
  if (options.springs) add_springs(random, builder, joints);
  return builder;
}

Model random_model(std::uint64_t seed, const RandomModelOptions& options) {
  return random_builder(seed, options).build();
}

bool is_fused(const Model& model, BodyId body) {
  const JointInfo& joint = model.joint(model.body(body).inboard_joint);
  return joint.last_node < joint.first_node;
}

RandomState random_state(const Model& model, Random& random) {
  RandomState state;
  state.q = random_configuration(model, random);
  state.v = random_vector(random, model.nv());
  state.a = random_vector(random, model.nv());
  state.tau = random_vector(random, model.nv(), 5.0);
  for (int b = 0; b < model.body_count(); ++b) {
    const Eigen::VectorXd w = random_vector(random, 6, 2.0);
    state.external.push_back({{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
  }
  return state;
}

RandomState random_state(const Model& model, std::uint64_t seed) {
  Random random(seed * 104729 + 5);
  return random_state(model, random);
}

}  // namespace catena::test
