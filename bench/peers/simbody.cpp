// Simbody. The velocity of its free joint is angular, then linear, both in world axes.

#include <stdexcept>

#include "conventions.hpp"
#include "simbody_types.hpp"

namespace catena::bench {
namespace {

constexpr FreeConvention convention = {true, true, true};

SimTK::Vector to_vector(const Eigen::VectorXd& v) {
  return SimTK::Vector(static_cast<int>(v.size()), v.data());
}
Eigen::VectorXd to_eigen(const SimTK::Vector& v) {
  Eigen::VectorXd result(v.size());
  for (int i = 0; i < v.size(); ++i) result[i] = v[i];
  return result;
}
Eigen::MatrixXd to_eigen(const SimTK::Matrix& m) {
  Eigen::MatrixXd result(m.nrow(), m.ncol());
  for (int j = 0; j < m.ncol(); ++j)
    for (int i = 0; i < m.nrow(); ++i) result(i, j) = m(i, j);
  return result;
}

class Simbody final : public Contender {
 public:
  Simbody(const NeutralModel& model, const std::vector<BenchState>& states)
      : neutral_(model),
        states_(states),
        matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, to_simtk(model.gravity)),
        discrete_(forces_, matter_) {
    for (const NeutralBody& body : model.bodies) add_body(body);
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    if (state_.getNU() != model.nv) throw std::runtime_error("Simbody counts other coordinates");
    for (const SimTK::MobilizedBody& body : bodies_)
      first_v_.push_back(static_cast<int>(body.getFirstUIndex(state_)));
    for (const BenchState& state : states) native_.push_back(convert(state));
    no_mobility_forces_.resize(model.nv);
    no_mobility_forces_ = 0.0;
  }

  bool has(Kernel kernel) const override {
    return kernel != Kernel::RneaDerivatives && kernel != Kernel::AbaDerivatives;
  }

  void run(Kernel kernel, std::size_t index) override {
    const Native& s = native_[index];
    state_.updQ() = s.q;
    switch (kernel) {
      case Kernel::Rnea:
        state_.updU() = s.v;
        system_.realize(state_, SimTK::Stage::Velocity);
        matter_.calcResidualForceIgnoringConstraints(state_, no_mobility_forces_,
                                                     gravity_.getBodyForces(state_), s.a, efforts_);
        break;
      case Kernel::Aba:
        state_.updU() = s.v;
        discrete_.setAllMobilityForces(state_, s.tau);
        system_.realize(state_, SimTK::Stage::Acceleration);
        break;
      case Kernel::Crba:
        system_.realize(state_, SimTK::Stage::Position);
        matter_.calcM(state_, matrix_);
        break;
      case Kernel::Jacobians:
        system_.realize(state_, SimTK::Stage::Position);
        matter_.calcSystemJacobian(state_, matrix_);
        break;
      case Kernel::RneaDerivatives:
      case Kernel::AbaDerivatives:
        break;
    }
  }

  std::vector<double> result(Kernel kernel, std::size_t index) override {
    run(kernel, index);
    const Translator translate = translator(states_[index]);
    switch (kernel) {
      case Kernel::Rnea:
        return translate.effort_back(to_eigen(efforts_));
      case Kernel::Aba:
        return translate.acceleration_back(to_eigen(state_.getUDot()));
      case Kernel::Crba:
        return translate.mass_matrix_back(to_eigen(matrix_));
      case Kernel::Jacobians:
        return translate.jacobian_back(columns());
      case Kernel::RneaDerivatives:
      case Kernel::AbaDerivatives:
        break;
    }
    return {};
  }

 private:
  struct Native {
    SimTK::Vector q, v, a, tau;
  };

  void add_body(const NeutralBody& body) {
    SimTK::MobilizedBody& parent =
        body.parent < 0 ? matter_.updGround() : bodies_[static_cast<std::size_t>(body.parent)];
    const SimTK::Transform X_PF = to_simtk(body.R, body.p);
    const SimTK::Body::Rigid rigid(mass_properties(body));
    if (body.joint == NeutralJoint::RevoluteZ) {
      bodies_.push_back(SimTK::MobilizedBody::Pin(parent, X_PF, rigid, SimTK::Transform()));
    } else {
      bodies_.push_back(SimTK::MobilizedBody::Free(parent, X_PF, rigid, SimTK::Transform()));
    }
  }

  Translator translator(const BenchState& state) const {
    return {neutral_, state, convention, first_v_};
  }

  Native convert(const BenchState& state) const {
    const Translator translate = translator(state);
    Native native{SimTK::Vector(state_.getNQ(), 0.0), to_vector(translate.velocity()),
                  to_vector(translate.acceleration()), to_vector(translate.effort())};
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const NeutralBody& body = neutral_.bodies[i];
      const int to = static_cast<int>(bodies_[i].getFirstQIndex(state_));
      const int count = body.joint == NeutralJoint::Free ? 7 : 1;
      for (int k = 0; k < count; ++k)
        native.q[to + k] = state.q[static_cast<std::size_t>(body.q + k)];
    }
    return native;
  }

  // The columns of each body's own joint, from its own six rows.
  Eigen::MatrixXd columns() const {
    Eigen::MatrixXd J(6, neutral_.nv);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const int row = 6 * static_cast<int>(bodies_[i].getMobilizedBodyIndex());
      const SimTK::Vec3 o = bodies_[i].getBodyOriginLocation(state_);
      for (int k = 0; k < bodies_[i].getNumU(state_); ++k) {
        Vector6 column;
        for (int r = 0; r < 6; ++r) column[r] = matrix_(row + r, first_v_[i] + k);
        J.col(first_v_[i] + k) = about_world_origin(column, Eigen::Vector3d(o[0], o[1], o[2]));
      }
    }
    return J;
  }

  NeutralModel neutral_;
  std::vector<BenchState> states_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::Force::DiscreteForces discrete_;
  std::vector<SimTK::MobilizedBody> bodies_;
  SimTK::State state_;
  std::vector<int> first_v_;
  std::vector<Native> native_;
  SimTK::Vector no_mobility_forces_, efforts_;
  SimTK::Matrix matrix_;
};

}  // namespace
}  // namespace catena::bench

extern "C" catena::bench::Contender* catena_bench_make_peer(
    const catena::bench::NeutralModel& model,
    const std::vector<catena::bench::BenchState>& states) {
  return new catena::bench::Simbody(model, states);
}
