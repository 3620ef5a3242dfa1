#include "tests/support/random_closed.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/closing.hpp"

namespace catena::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

// Below this a mechanism is so near a singularity that comparisons measure its condition.
constexpr double least_gap = 1e-2;

std::string numbered(const char* prefix, int number) {
  return std::string(prefix).append(std::to_string(number));
}

BodyId random_body(Random& random, const Model& tree) {
  return BodyId{pick(random, tree.body_count())};
}

Vec3<double> random_point(Random& random) {
  return random_transform(random).translation;
}

void add_random_joint(Closing& closing, Random& random, BodyId a, BodyId b, std::string name) {
  const auto kind = static_cast<std::size_t>(pick(random, all_joint_kinds.size()));
  LoopJoint joint{random_joint(random, all_joint_kinds[kind], name), a, b, random_transform(random),
                  random_transform(random)};
  const VectorXd q = random_joint_configuration(joint.spec, random);
  closing.add_joint(std::move(joint), q,
                    chance(random, 0.5) ? Closing::Fit::FrameInA : Closing::Fit::FrameInB);
}

void add_random_rod(Closing& closing, Random& random, BodyId a, BodyId b, std::string name) {
  Rod rod{std::move(name), a, b, random_point(random), random_point(random)};
  // Very short rods turn very fast.
  while ((closing.in_world(a, rod.p_A) - closing.in_world(b, rod.p_B)).norm() < 0.2)
    rod.p_A = random_point(random);
  closing.add_rod(std::move(rod));
}

void add_random_coupling(Closing& closing, Random& random, std::string name) {
  std::vector<int> all = closing.plain_dofs();
  std::shuffle(all.begin(), all.end(), random);
  const int wanted = chance(random, 0.6) ? 2 : 3;
  if (static_cast<int>(all.size()) < wanted) return;
  all.resize(static_cast<std::size_t>(wanted));
  VectorXd gradient = random_vector(random, wanted);
  gradient[0] = 1.0;
  const double curved = chance(random, 0.5) ? 0.3 : 0.0;
  closing.add_coupling(std::move(name), all, gradient,
                       curved * random_vector(random, wanted * wanted).reshaped(wanted, wanted));
}

void add_random_rolling(Closing& closing, Random& random, BodyId a, BodyId b, std::string name) {
  closing.add_rolling({std::move(name), a, b, random_transform(random), random_transform(random),
                       uniform(random, 0.2, 0.5), chance(random, 0.5)});
}

void add_random_closure(Closing& closing, Random& random, const RandomClosedOptions& options,
                        const std::string& name) {
  const BodyId a = random_body(random, closing.tree());
  BodyId b = random_body(random, closing.tree());
  while (a == b) b = random_body(random, closing.tree());
  const double kind = uniform(random, 0.0, 1.0);
  if (kind < 0.2 && options.rods) return add_random_rod(closing, random, a, b, name);
  if (kind < 0.35 && options.couplings) return add_random_coupling(closing, random, name);
  if (kind < 0.5 && options.rollings) return add_random_rolling(closing, random, a, b, name);
  add_random_joint(closing, random, a, b, name);
}

ClosureRank rank_of(const Closing& closing) {
  const auto loops = closing.loops();
  return closure_rank(*loops, closing.configuration(*loops));
}

// Adds up to `wanted` closures that are independent of all before and leave some motion.
int add_random_closures(Closing& closing, Random& random, const RandomClosedOptions& options,
                        int wanted) {
  const int redundant = rank_of(closing).redundant_rows;
  int added = 0;
  for (int attempt = 0; attempt < 4 * wanted && added < wanted; ++attempt) {
    Closing trial = closing;
    add_random_closure(trial, random, options, numbered("closure", attempt));
    // There may be too few coordinates to couple.
    if (trial.count() == closing.count()) continue;
    const ClosureRank rank = rank_of(trial);
    if (rank.mobility < 1 || rank.redundant_rows != redundant || rank.gap < least_gap) continue;
    closing = trial;
    ++added;
  }
  return added;
}

void repeat_some(Closing& closing, Random& random) {
  const std::size_t joints = closing.specs().joints.size(), rods = closing.specs().rods.size();
  for (std::size_t i = 0; i < joints; ++i)
    if (i == 0 || chance(random, 0.4)) closing.repeat_joint(i);
  for (std::size_t i = 0; i < rods; ++i)
    if (joints == 0 || chance(random, 0.4)) closing.repeat_rod(i);
}

// Something more to hang on a random tree, and how to close it afterwards.
struct Attachment {
  std::vector<LoopJoint> joints;  // X_BM is free
  std::vector<Rod> rods;
  std::vector<JointId> at_zero;  // joints of the tree
};

Vec3<double> in_plane(Random& random) {
  const double angle = uniform(random, -3.0, 3.0), length = uniform(random, 0.4, 1.0);
  return {length * std::cos(angle), length * std::sin(angle), uniform(random, -0.2, 0.2)};
}

// Three or four links in series about parallel axes, the last joined to the body that bears the
// first by a joint that keeps the motion planar: one, two or three rows too many.
void attach_planar_loop(ModelBuilder& builder, Random& random, BodyId base, int number,
                        Attachment& attachment) {
  const int links = 3 + pick(random, 2), slider = chance(random, 0.3) ? pick(random, links) : -1;
  BodyId last = base;
  Transform<double> X_last = random_transform(random);  // the next joint's frame in `last`
  for (int i = 0; i < links; ++i) {
    const std::string name = numbered("link", 10 * number + i);
    const BodyId link = builder.add_body(name, random_inertia(random));
    const Transform<double> X_BM = random_transform(random);
    const double angle = uniform(random, -3.0, 3.0);
    builder.add_joint(i == slider ? prismatic(name, {std::cos(angle), std::sin(angle), 0})
                                  : revolute(name, Vector3d::UnitZ()),
                      last, link, X_last, X_BM);
    last = link;
    X_last = X_BM * Transform<double>::at(in_plane(random));
  }
  const std::string name = numbered("end", number);
  const std::array kinds = {revolute(name, Vector3d::UnitZ()), continuous(name, Vector3d::UnitZ()),
                            cylindrical(name, Vector3d::UnitZ()), spherical(name)};
  attachment.joints.push_back(
      {kinds[static_cast<std::size_t>(pick(random, kinds.size()))], last, base, X_last});
}

// The geometry of the IFToMM benchmark: five rods of 1 m along the edges of a cube.
void attach_bricard(ModelBuilder& builder, Random& random, BodyId base, Attachment& attachment) {
  const std::array<Vec3<double>, 6> points = {
      {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}}};
  const std::array<Vector3d, 6> axes = {Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX(),
                                        Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX()};
  BodyId last = base;
  Transform<double> X_last = random_transform(random);
  for (std::size_t i = 0; i < 5; ++i) {
    const std::string name = numbered("bricard", static_cast<int>(i));
    const BodyId rod = builder.add_body(name, random_inertia(random));
    const Transform<double> X_BM = random_transform(random);
    attachment.at_zero.push_back(
        builder.add_joint(revolute(name, axes[i]), last, rod, X_last, X_BM));
    last = rod;
    X_last = X_BM * Transform<double>::at(points[i + 1] - points[i]);
  }
  attachment.joints.push_back({revolute("bricard_end", axes[5]), last, base, X_last});
}

// A body that slides in two or three directions, on two or three equal and parallel rods: they ask
// for the same.
void attach_parallel_rods(ModelBuilder& builder, Random& random, BodyId base,
                          Attachment& attachment) {
  const int slides = 2 + pick(random, 2), rods = 2 + pick(random, 2);
  BodyId last = base;
  Mat3<double> R_PL = Mat3<double>::identity();  // of the last body in the base
  for (int i = 0; i < slides; ++i) {
    const std::string name = numbered("slide", i);
    const BodyId next = builder.add_body(name, random_inertia(random));
    const Transform<double> X_PF = random_transform(random), X_BM = random_transform(random);
    builder.add_joint(prismatic(name, random_axis(random)), last, next, X_PF, X_BM);
    R_PL = R_PL * X_PF.rotation * transpose(X_BM.rotation);
    last = next;
  }
  const Vec3<double> p_A = random_point(random), p_B = 2.0 * random_point(random);
  for (int i = 0; i < rods; ++i) {
    const Vec3<double> aside = random_point(random);
    attachment.rods.push_back(
        {numbered("parallel", i), base, last, p_A + aside, p_B + transpose_times(R_PL, aside)});
  }
}

Attachment attach(ModelBuilder& builder, Random& random, ClosedShape shape) {
  Attachment attachment;
  const BodyId base{pick(random, builder.joint_count() + 1)};
  if (shape == ClosedShape::PlanarLoops) {
    const int loops = 1 + pick(random, 2);
    for (int i = 0; i < loops; ++i) attach_planar_loop(builder, random, base, i, attachment);
  }
  if (shape == ClosedShape::Bricard) attach_bricard(builder, random, base, attachment);
  if (shape == ClosedShape::ParallelRods) attach_parallel_rods(builder, random, base, attachment);
  return attachment;
}

// Nothing where chance has led to a mechanism that does not move, or has no loop.
std::optional<ClosedMechanism> attempt(std::uint64_t seed, ClosedShape shape,
                                       const RandomClosedOptions& options) {
  Random random(seed * 6007 + 29);
  RandomModelOptions tree_options;
  tree_options.min_bodies = options.min_bodies, tree_options.max_bodies = options.max_bodies;
  tree_options.massless = options.massless, tree_options.armature = options.armature;
  ModelBuilder builder = random_builder(seed, tree_options);
  const Attachment attachment = attach(builder, random, shape);
  const auto tree = std::make_shared<const Model>(builder.build());
  VectorXd q_tree = random_configuration(*tree, random);
  for (const JointId id : attachment.at_zero) q_tree[tree->joint(id).q] = 0.0;

  Closing closing(tree, q_tree);
  for (const LoopJoint& joint : attachment.joints)
    closing.add_joint(joint, random_joint_configuration(joint.spec, random));
  for (const Rod& rod : attachment.rods) closing.add_rod(rod);
  const bool has_loop = closing.count() > 0;
  const int wanted = has_loop ? pick(random, 3) : 1 + pick(random, options.max_loops);
  const int added = add_random_closures(closing, random, options, wanted);
  if (!has_loop && added == 0) return std::nullopt;
  if (shape == ClosedShape::Duplicates) repeat_some(closing, random);

  ClosedMechanism result{tree, closing.loops(), {}, {}, {}, -1, -1, shape};
  result.q = closing.configuration(*result.loops);
  const ClosureRank rank = closure_rank(*result.loops, result.q);
  const bool redundant = rank.redundant_rows > 0;
  if (rank.mobility < 1 || rank.gap < least_gap || redundant != (shape != ClosedShape::Generic))
    return std::nullopt;
  result.redundant_rows = rank.redundant_rows;
  result.mobility = rank.mobility;
  // A random velocity, less its part that would open the loops.
  result.v = rank.motions * (rank.motions.transpose() * random_vector(random, result.loops->nv()));
  result.tau = random_vector(random, result.loops->nv(), 5.0);
  return result;
}

}  // namespace

ClosedMechanism random_closed(std::uint64_t seed, const RandomClosedOptions& options) {
  ClosedShape shape = ClosedShape::Generic;
  if (options.redundant && seed % 2 == 1) shape = static_cast<ClosedShape>(1 + (seed / 2) % 4);
  if (options.shape) shape = *options.shape;
  for (std::uint64_t again = 0;; ++again)
    if (auto result = attempt(seed + 100003 * again, shape, options)) return *result;
}

}  // namespace catena::test
