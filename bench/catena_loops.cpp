#include "catena_loops.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "catena/constraints/loop_solver.hpp"
#include "catena/model/model_builder.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::bench {
namespace {

struct Method {
  const char* name;
  IntegratorKind kind;
};
constexpr std::array simulation_methods = {
    Method{"Dormand-Prince 1e-12", IntegratorKind::DormandPrince853},
    Method{"RK4 1 ms", IntegratorKind::RungeKutta4}};

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

Vec3<double> from_eigen(const Eigen::Vector3d& p) {
  return {p.x(), p.y(), p.z()};
}
Transform<double> shift(const Eigen::Vector3d& p) {
  return Transform<double>::at(from_eigen(p));
}

std::shared_ptr<const Model> tree_of(const NeutralModel& neutral) {
  ModelBuilder builder;
  builder.set_gravity(neutral.gravity);
  std::vector<BodyId> bodies;
  for (const NeutralBody& body : neutral.bodies) {
    if (body.joint != NeutralJoint::RevoluteZ || !body.R.isIdentity(0.0))
      throw std::runtime_error("only pins of parallel frames are supported");
    const std::string name = fmt::format("b{}", bodies.size());
    const Eigen::Matrix3d& I = body.inertia_about_com;
    bodies.push_back(builder.add_body(
        name, inertia_about_com(body.mass, from_eigen(body.com),
                                {I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)})));
    builder.add_joint(revolute(name, Eigen::Vector3d::UnitZ()),
                      body.parent < 0 ? builder.world() : bodies[at(body.parent)], bodies.back(),
                      shift(body.p));
  }
  auto tree = std::make_shared<const Model>(builder.build());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (tree->joint(JointId{static_cast<int>(i)}).v != neutral.bodies[i].v)
      throw std::runtime_error("Catena orders coordinates in another way");
  return tree;
}

std::shared_ptr<const Loops> loops_of(const ClosedModel& model) {
  std::shared_ptr<const Model> tree = tree_of(model.tree);
  LoopSpecs specs;
  for (const NeutralLoop& loop : model.loops)
    specs.joints.push_back(
        {revolute(fmt::format("l{}", specs.joints.size()), Eigen::Vector3d::UnitZ()),
         tree->find_body(fmt::format("b{}", loop.body)),
         tree->find_body(fmt::format("b{}", loop.other)), shift(loop.point),
         shift(loop.other_point)});
  return std::make_shared<const Loops>(std::move(tree), std::move(specs));
}

class CatenaLoops final : public ClosedContender {
 public:
  explicit CatenaLoops(const ClosedModel& model)
      : model_(model),
        loops_(loops_of(model)),
        solver_(loops_),
        q_(loops_->nq()),
        v_(loops_->nv()),
        a_(loops_->nv()),
        tau_(Eigen::VectorXd::Zero(loops_->nv())),
        turned_(model.tree.bodies.size()) {}

  void accelerate(const BenchState& state) override {
    load(state.q, q_);
    load(state.v, v_);
    solver_.accelerations(q_, v_, tau_, {}, a_);
  }

  std::vector<double> acceleration() const override { return of_tree(a_); }

  std::vector<std::string> methods() const override {
    std::vector<std::string> names;
    for (const Method& method : simulation_methods) names.emplace_back(method.name);
    return names;
  }

  void simulate(std::size_t method, const BenchState& start, double duration,
                const std::function<void()>& after_step) override {
    SimulationSetup setup;
    setup.model = loops_->shared_tree();
    setup.loops = loops_;
    load(start.q, q_);
    load(start.v, v_);
    setup.q = q_;
    setup.v = v_;
    setup.integrator.kind = simulation_methods[method].kind;
    simulation_ = std::make_unique<Simulation>(setup);
    RunObserver observer;
    if (after_step)
      observer.step = [&](const State&) {
        after_step();
        return true;
      };
    simulation_->advance(duration, observer);
  }

  BenchState state() const override {
    return {of_tree(simulation_->state().q), of_tree(simulation_->state().v), {}, {}};
  }

 private:
  // All coordinates from those of the tree. Pins are parallel: a loop's angle, and its rate, are
  // what one body has turned more than the other.
  void load(const std::vector<double>& tree, Eigen::VectorXd& all) {
    for (std::size_t i = 0; i < turned_.size(); ++i) {
      const NeutralBody& body = model_.tree.bodies[i];
      turned_[i] = tree[i] + (body.parent < 0 ? 0.0 : turned_[at(body.parent)]);
      all[static_cast<Eigen::Index>(i)] = tree[i];
    }
    for (std::size_t i = 0; i < model_.loops.size(); ++i) {
      const NeutralLoop& loop = model_.loops[i];
      all[static_cast<Eigen::Index>(turned_.size() + i)] =
          turned_[at(loop.other)] - turned_[at(loop.body)];
    }
  }

  std::vector<double> of_tree(const Eigen::VectorXd& all) const {
    return {all.data(), all.data() + turned_.size()};
  }

  ClosedModel model_;
  std::shared_ptr<const Loops> loops_;
  LoopSolver solver_;
  Eigen::VectorXd q_, v_, a_, tau_;
  std::vector<double> turned_;  // per body: sum of the angles, or rates, up to the root
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace

std::unique_ptr<ClosedContender> catena_four_bar(const ClosedModel& model) {
  return std::make_unique<CatenaLoops>(model);
}

}  // namespace catena::bench
