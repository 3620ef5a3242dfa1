#include "tests/structure/structure_cases.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "catena/dynamics/energy.hpp"
#include "catena/math/rotation.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/compare.hpp"

namespace catena::test {

namespace {

Kinematics<double> kinematics_of(const Structure& structure, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& v) {
  const Model& tree = *structure.tree;
  Kinematics<double> kinematics(tree);
  kinematics.compute(tree, In<double>(q.data(), tree.nq()), In<double>(v.data(), tree.nv()));
  return kinematics;
}

bool same(const Transform<double>& x, const Transform<double>& y) {
  return to_eigen(x.rotation) == to_eigen(y.rotation) &&
         to_eigen(x.translation) == to_eigen(y.translation);
}

void expect_same_spec(const JointSpec& x, const JointSpec& y) {
  EXPECT_EQ(x.name, y.name);
  EXPECT_EQ(x.kind, y.kind);
  EXPECT_EQ(x.axis, y.axis);
  EXPECT_EQ(x.axis2, y.axis2);
  EXPECT_EQ(x.pitch, y.pitch);
  EXPECT_EQ(x.custom, y.custom);
  EXPECT_EQ(x.damping, y.damping);
  EXPECT_EQ(x.armature, y.armature);
  EXPECT_EQ(x.stiffness.size(), y.stiffness.size());
  EXPECT_EQ(x.position_lower, y.position_lower);
  EXPECT_EQ(x.position_upper, y.position_upper);
}

void expect_same_tree(const Model& x, const Model& y) {
  ASSERT_EQ(x.joint_count(), y.joint_count());
  ASSERT_EQ(x.nodes().size(), y.nodes().size());
  for (int j = 0; j < x.joint_count(); ++j) {
    const JointInfo &p = x.joint(JointId{j}), &r = y.joint(JointId{j});
    expect_same_spec(p.spec, r.spec);
    EXPECT_EQ(p.parent, r.parent);
    EXPECT_EQ(p.child, r.child);
    EXPECT_EQ(p.q, r.q);
    EXPECT_EQ(p.v, r.v);
    EXPECT_TRUE(same(p.X_PF, r.X_PF) && same(p.X_BM, r.X_BM)) << p.spec.name;
  }
  for (std::size_t n = 0; n < x.nodes().size(); ++n) {
    const Node &p = x.nodes()[n], &r = y.nodes()[n];
    EXPECT_EQ(p.kind, r.kind);
    EXPECT_EQ(p.parent, r.parent);
    EXPECT_EQ(p.inertia.mass, r.inertia.mass);
    EXPECT_EQ(to_eigen(p.inertia.moment), to_eigen(r.inertia.moment));
    EXPECT_EQ(to_eigen(p.inertia.rotational), to_eigen(r.inertia.rotational));
    EXPECT_TRUE(same(p.X_PF, r.X_PF));
  }
  for (int b = 0; b < x.body_count(); ++b) {
    EXPECT_EQ(x.body(BodyId{b}).name, y.body(BodyId{b}).name);
    EXPECT_EQ(x.body(BodyId{b}).node, y.body(BodyId{b}).node);
    EXPECT_TRUE(same(x.body(BodyId{b}).X_NB, y.body(BodyId{b}).X_NB));
  }
  for (int f = 0; f < x.frame_count(); ++f) {
    EXPECT_EQ(x.frame(FrameId{f}).name, y.frame(FrameId{f}).name);
    EXPECT_TRUE(same(x.frame(FrameId{f}).X_NF, y.frame(FrameId{f}).X_NF));
  }
  ASSERT_EQ(x.springs().size(), y.springs().size());
  for (std::size_t i = 0; i < x.springs().size(); ++i) {
    EXPECT_EQ(x.springs()[i].name, y.springs()[i].name);
    EXPECT_EQ(x.springs()[i].dofs, y.springs()[i].dofs);
    EXPECT_EQ(x.springs()[i].rest, y.springs()[i].rest);
  }
  EXPECT_EQ(x.warnings(), y.warnings());
}

}  // namespace

BodyStates body_states(const Structure& structure, const Eigen::VectorXd& q,
                       const Eigen::VectorXd& v) {
  const Model& tree = *structure.tree;
  const Kinematics<double> kinematics = kinematics_of(structure, q, v);
  BodyStates out{Eigen::MatrixXd(12, tree.body_count()), Eigen::MatrixXd(6, tree.body_count())};
  for (int b = 0; b < tree.body_count(); ++b) {
    const FrameId frame = tree.body_frame(BodyId{b});
    const Transform<double> X = kinematics.pose(tree, frame);
    out.poses.col(b) << to_eigen(X.rotation).reshaped(), to_eigen(X.translation);
    out.velocities.col(b) = to_eigen(kinematics.velocity(tree, frame, Reference::Local));
  }
  return out;
}

Eigen::MatrixXd body_accelerations(const Structure& structure, const Eigen::VectorXd& q,
                                   const Eigen::VectorXd& v, const Eigen::VectorXd& a) {
  const Model& tree = *structure.tree;
  Kinematics<double> kinematics(tree);
  kinematics.compute(tree, In<double>(q.data(), tree.nq()), In<double>(v.data(), tree.nv()),
                     In<double>(a.data(), tree.nv()));
  Eigen::MatrixXd out(6, tree.body_count());
  for (int b = 0; b < tree.body_count(); ++b)
    out.col(b) =
        to_eigen(kinematics.acceleration(tree, tree.body_frame(BodyId{b}), Reference::Local));
  return out;
}

LoopJoint fitting_joint(Random& random, const Structure& structure, const Eigen::VectorXd& q,
                        JointKind kind, const std::string& name, BodyId a, BodyId b) {
  LoopJoint joint;
  joint.spec.name = name;
  joint.spec.kind = kind;
  joint.spec.axis = random_axis(random);
  joint.spec.axis2 = joint.spec.axis.cross(random_axis(random)).normalized();
  if (kind == JointKind::Helical) joint.spec.pitch = uniform(random, -0.2, 0.2);
  joint.a = a;
  joint.b = b;
  joint.X_AF = random_transform(random);
  // The relative pose that the joint has at a random configuration of its own.
  ModelBuilder single;
  const BodyId body = single.add_body("M", solid_sphere(1.0, 1.0));
  single.add_joint(joint.spec, world_body, body);
  const Model link = single.build();
  Kinematics<double> own(link);
  own.compute(link, random_configuration(link, random));
  const Model& tree = *structure.tree;
  const Kinematics<double> kinematics =
      kinematics_of(structure, q, Eigen::VectorXd::Zero(structure.loops->nv()));
  const Transform<double> X_WF = kinematics.pose(tree, tree.body_frame(a)) * joint.X_AF;
  joint.X_BM = inverse(kinematics.pose(tree, tree.body_frame(b))) *
               (X_WF * own.pose(link, link.body_frame(body)));
  // Products of rotations are rotations up to rounding, which would grow from joint to joint.
  joint.X_BM.rotation = rotation_matrix(quaternion_of(joint.X_BM.rotation));
  return joint;
}

Changing::Changing(const ModelBuilder& home, const LoopSpecs& loops, bool reroot)
    : structure(home, loops, reroot),
      q(Eigen::VectorXd::Zero(structure.now().loops->nq())),
      v(Eigen::VectorXd::Zero(structure.now().loops->nv())) {
  const Structure& now = structure.now();
  q.head(now.tree->nq()) = neutral_configuration(*now.tree);
  q.tail(now.loops->links().nq()) = neutral_configuration(now.loops->links());
}

void Changing::connect(const LoopJoint& joint) {
  const Structure before = structure.now();
  structure.connect(joint);
  Eigen::VectorXd q_joined, v_joined;
  map_state(before, q, v, structure.joined(), q_joined, v_joined);
  LoopSolver solver(structure.joined().loops);
  solver.close_velocity(q_joined, v_joined);
  map_state(structure.joined(), q_joined, v_joined, structure.now(), q, v);
}

void Changing::cut(std::string_view name) {
  const Structure before = structure.now();
  structure.cut(name);
  follow(before);
}

void Changing::set_reroot(bool on) {
  const Structure before = structure.now();
  structure.set_reroot(on);
  follow(before);
}

void Changing::follow(const Structure& before) {
  Eigen::VectorXd q_new, v_new;
  map_state(before, q, v, structure.now(), q_new, v_new);
  q = q_new;
  v = v_new;
}

Eigen::VectorXd Changing::accelerations() const {
  LoopSolver solver(structure.now().loops);
  const Eigen::VectorXd tau = efforts_by_name(structure.now(), q);
  Eigen::VectorXd a(v.size());
  solver.accelerations(q, v, tau, {}, a);
  return a;
}

double Changing::kinetic_energy() const {
  const Model& tree = *structure.now().tree;
  Workspace<double> ws(tree);
  return catena::kinetic_energy<double>(tree, In<double>(q.data(), tree.nq()),
                                        In<double>(v.data(), tree.nv()), ws);
}

Force<double> Changing::momentum() const {
  const Model& tree = *structure.now().tree;
  Workspace<double> ws(tree);
  return catena::momentum<double>(tree, In<double>(q.data(), tree.nq()),
                                  In<double>(v.data(), tree.nv()), MomentumAbout::WorldOrigin, ws);
}

void expect_identical(const Structure& x, const Structure& y) {
  expect_same_tree(*x.tree, *y.tree);
  const auto &p = x.loops->specs(), &r = y.loops->specs();
  ASSERT_EQ(p.joints.size(), r.joints.size());
  for (std::size_t i = 0; i < p.joints.size(); ++i) {
    expect_same_spec(p.joints[i].spec, r.joints[i].spec);
    EXPECT_EQ(p.joints[i].a, r.joints[i].a);
    EXPECT_EQ(p.joints[i].b, r.joints[i].b);
    EXPECT_TRUE(same(p.joints[i].X_AF, r.joints[i].X_AF));
    EXPECT_TRUE(same(p.joints[i].X_BM, r.joints[i].X_BM));
  }
  EXPECT_EQ(p.rods.size(), r.rods.size());
  EXPECT_EQ(p.rollings.size(), r.rollings.size());
  ASSERT_EQ(p.couplings.size(), r.couplings.size());
  for (std::size_t i = 0; i < p.couplings.size(); ++i)
    EXPECT_EQ(p.couplings[i].dofs, r.couplings[i].dofs);
  ASSERT_EQ(x.loops->closures().size(), y.loops->closures().size());
  for (std::size_t c = 0; c < x.loops->closures().size(); ++c) {
    EXPECT_EQ(x.loops->closures()[c].nodes, y.loops->closures()[c].nodes);
    EXPECT_EQ(x.loops->closures()[c].dofs, y.loops->closures()[c].dofs);
  }
  EXPECT_EQ(x.loops->neighbours(), y.loops->neighbours());
  ASSERT_EQ(x.places.size(), y.places.size());
  for (std::size_t i = 0; i < x.places.size(); ++i) {
    EXPECT_EQ(x.places[i].name, y.places[i].name);
    EXPECT_EQ(x.places[i].where, y.places[i].where);
    EXPECT_EQ(x.places[i].index, y.places[i].index);
    EXPECT_EQ(x.places[i].reversed, y.places[i].reversed);
    EXPECT_EQ(x.places[i].made, y.places[i].made);
  }
  EXPECT_EQ(x.notes, y.notes);
}

Eigen::VectorXd efforts_by_name(const Structure& structure, const Eigen::VectorXd& q) {
  Eigen::VectorXd tau = Eigen::VectorXd::Zero(structure.loops->nv());
  for (const JointPlace& place : structure.places) {
    const bool in_tree = place.where == JointPlace::Where::Tree;
    if (place.made || place.where == JointPlace::Where::Pose) continue;
    const Model& model = in_tree ? *structure.tree : structure.loops->links();
    const JointInfo& joint = model.joint(JointId{place.index});
    if (joint.spec.kind == JointKind::Free) continue;  // may go
    const auto seed = std::hash<std::string_view>()(place.name);
    Eigen::VectorXd own(joint.nv);
    for (int k = 0; k < joint.nv; ++k)
      own[k] = std::sin(static_cast<double>(seed % 1000) + 2.0 * k);
    add_joint_efforts(structure, q, place.name, own, tau);
  }
  return tau;
}

}  // namespace catena::test
