// Simbody with loops: multipliers by a factorisation that stands dependent equations, integrators
// with error control, and projection onto the loops.

#include <memory>
#include <stdexcept>

#include "../closed_contender.hpp"
#include "simbody_types.hpp"

namespace catena::bench {
namespace {

class SimbodyLoops final : public ClosedContender {
 public:
  explicit SimbodyLoops(const ClosedModel& model)
      : matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, to_simtk(model.tree.gravity)) {
    for (const NeutralBody& body : model.tree.bodies) {
      if (body.joint != NeutralJoint::RevoluteZ)
        throw std::runtime_error("only pins are supported");
      SimTK::MobilizedBody& parent =
          body.parent < 0 ? matter_.updGround() : bodies_[static_cast<std::size_t>(body.parent)];
      bodies_.push_back(SimTK::MobilizedBody::Pin(parent, to_simtk(body.R, body.p),
                                                  SimTK::Body::Rigid(mass_properties(body)),
                                                  SimTK::Transform()));
    }
    for (const NeutralLoop& loop : model.loops) close(loop);
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    for (const SimTK::MobilizedBody& body : bodies_)
      place_.push_back(static_cast<int>(body.getFirstUIndex(state_)));
  }

  void accelerate(const BenchState& state) override {
    load_state(state);
    system_.realize(state_, SimTK::Stage::Acceleration);
  }

  std::vector<double> acceleration() const override { return gather(state_.getUDot()); }

  std::vector<std::string> methods() const override { return {"RKM 1e-6", "RKM 1e-9"}; }

  // Merson's method, the engine's own advice for smooth motion. Unless every step is projected it
  // leaves the motion's branch where all links lie in one line, or stops there.
  void simulate(std::size_t method, const BenchState& start, double duration,
                const std::function<void()>& after_step) override {
    load_state(start);
    state_.setTime(0.0);
    integrator_ = std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system_);
    integrator_->setAccuracy(method == 0 ? 1e-6 : 1e-9);
    integrator_->setProjectEveryStep(true);
    integrator_->setReturnEveryInternalStep(true);
    integrator_->setFinalTime(duration);
    integrator_->initialize(state_);
    while (!integrator_->isSimulationOver()) {
      integrator_->stepTo(duration);
      if (after_step) after_step();
    }
  }

  BenchState state() const override {
    const SimTK::State& now = integrator_->getState();
    return {gather(now.getQ()), gather(now.getU()), {}, {}};
  }

 private:
  // Two planes of one body through the joined point, each of which the other's point stays in.
  void close(const NeutralLoop& loop) {
    SimTK::MobilizedBody& body = bodies_[static_cast<std::size_t>(loop.body)];
    SimTK::MobilizedBody& other = bodies_[static_cast<std::size_t>(loop.other)];
    for (const int axis : {0, 1}) {
      Eigen::Vector3d normal = Eigen::Vector3d::Zero();
      normal[axis] = 1.0;
      SimTK::Constraint::PointInPlane(other, SimTK::UnitVec3(to_simtk(normal)),
                                      normal.dot(loop.other_point), body, to_simtk(loop.point));
    }
  }

  void load_state(const BenchState& state) {
    SimTK::Vector& q = state_.updQ();
    SimTK::Vector& u = state_.updU();
    for (std::size_t i = 0; i < place_.size(); ++i) {
      q[place_[i]] = state.q[i];
      u[place_[i]] = state.v[i];
    }
  }

  std::vector<double> gather(const SimTK::Vector& x) const {
    std::vector<double> result;
    for (const int place : place_) result.push_back(x[place]);
    return result;
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  std::vector<SimTK::MobilizedBody> bodies_;
  SimTK::State state_;
  std::unique_ptr<SimTK::Integrator> integrator_;
  std::vector<int> place_;  // of the tree's bodies in q and u, which are alike here
};

}  // namespace
}  // namespace catena::bench

extern "C" catena::bench::ClosedContender* catena_bench_make_closed_peer(
    const catena::bench::ClosedModel& model) {
  return new catena::bench::SimbodyLoops(model);
}
