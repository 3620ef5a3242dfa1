// DART. Its free joint counts velocity as Catena does: angular, then linear, in the body's axes.

#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <iostream>
#include <stdexcept>

#include "conventions.hpp"

namespace catena::bench {
namespace {

namespace dd = dart::dynamics;

Eigen::Isometry3d pose(const Eigen::Matrix3d& R, const Eigen::Vector3d& p) {
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.linear() = R;
  X.translation() = p;
  return X;
}

dd::BodyNode* add_body(dd::Skeleton& skeleton, dd::BodyNode* parent, const NeutralBody& body,
                       const std::string& name) {
  dd::BodyNode* node = nullptr;
  if (body.joint == NeutralJoint::RevoluteZ) {
    dd::RevoluteJoint::Properties joint;
    joint.mName = name + " joint";
    joint.mAxis = Eigen::Vector3d::UnitZ();
    joint.mT_ParentBodyToJoint = pose(body.R, body.p);
    node = skeleton.createJointAndBodyNodePair<dd::RevoluteJoint>(parent, joint).second;
  } else {
    dd::FreeJoint::Properties joint;
    joint.mName = name + " joint";
    node = skeleton.createJointAndBodyNodePair<dd::FreeJoint>(parent, joint).second;
  }
  node->setName(name);
  node->setInertia(dd::Inertia(body.mass, body.com, body.inertia_about_com));
  return node;
}

// DART warns of every body without mass, as there are between the axes of a universal joint.
class Silence {
 public:
  Silence() : buffer_(std::cerr.rdbuf(nullptr)) {}
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { std::cerr.rdbuf(buffer_); }

 private:
  std::streambuf* buffer_;
};

class Dart final : public Contender {
 public:
  Dart(const NeutralModel& model, const std::vector<BenchState>& states)
      : neutral_(model), states_(states), skeleton_(dd::Skeleton::create(model.name)) {
    const Silence silence;
    skeleton_->setGravity(model.gravity);
    for (const NeutralBody& body : model.bodies) {
      dd::BodyNode* parent =
          body.parent < 0 ? nullptr : nodes_[static_cast<std::size_t>(body.parent)];
      nodes_.push_back(add_body(*skeleton_, parent, body, "body" + std::to_string(nodes_.size())));
    }
    if (static_cast<int>(skeleton_->getNumDofs()) != model.nv)
      throw std::runtime_error("DART counts other coordinates");
    for (const dd::BodyNode* node : nodes_)
      first_v_.push_back(static_cast<int>(node->getParentJoint()->getIndexInSkeleton(0)));
    for (const BenchState& state : states) native_.push_back(convert(state));
  }

  bool has(Kernel kernel) const override {
    return kernel != Kernel::RneaDerivatives && kernel != Kernel::AbaDerivatives;
  }

  void run(Kernel kernel, std::size_t index) override {
    const Native& s = native_[index];
    skeleton_->setPositions(s.q);
    switch (kernel) {
      case Kernel::Rnea:
        skeleton_->setVelocities(s.v);
        skeleton_->setAccelerations(s.a);
        skeleton_->computeInverseDynamics(false, false, false);
        break;
      case Kernel::Aba:
        skeleton_->setVelocities(s.v);
        skeleton_->setForces(s.tau);
        skeleton_->computeForwardDynamics();
        break;
      case Kernel::Crba:
        skeleton_->getMassMatrix();
        break;
      case Kernel::Jacobians:
        for (const dd::BodyNode* node : nodes_) node->getWorldJacobian();
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
        return translate.effort_back(skeleton_->getForces());
      case Kernel::Aba:
        return translate.acceleration_back(skeleton_->getAccelerations());
      case Kernel::Crba:
        return translate.mass_matrix_back(skeleton_->getMassMatrix());
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
    Eigen::VectorXd q, v, a, tau;
  };

  Translator translator(const BenchState& state) const {
    return {neutral_, state, FreeConvention{}, first_v_};
  }

  Native convert(const BenchState& state) const {
    const Translator translate = translator(state);
    Native native{Eigen::VectorXd::Zero(neutral_.nv), translate.velocity(),
                  translate.acceleration(), translate.effort()};
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const NeutralBody& body = neutral_.bodies[i];
      if (body.joint == NeutralJoint::RevoluteZ) {
        native.q[first_v_[i]] = state.q[static_cast<std::size_t>(body.q)];
      } else {
        native.q.segment<6>(first_v_[i]) = dd::FreeJoint::convertToPositions(
            pose(base_quaternion(body, state).toRotationMatrix(), base_position(body, state)));
      }
    }
    return native;
  }

  // The columns of each body's own joint, which come last in its Jacobian.
  Eigen::MatrixXd columns() const {
    Eigen::MatrixXd J(6, neutral_.nv);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const auto own = nodes_[i]->getWorldJacobian();
      const Eigen::Index count =
          static_cast<Eigen::Index>(nodes_[i]->getParentJoint()->getNumDofs());
      for (Eigen::Index k = 0; k < count; ++k)
        J.col(first_v_[i] + k) = about_world_origin(own.col(own.cols() - count + k),
                                                    nodes_[i]->getWorldTransform().translation());
    }
    return J;
  }

  NeutralModel neutral_;
  std::vector<BenchState> states_;
  dd::SkeletonPtr skeleton_;
  std::vector<dd::BodyNode*> nodes_;
  std::vector<int> first_v_;
  std::vector<Native> native_;
};

}  // namespace
}  // namespace catena::bench

extern "C" catena::bench::Contender* catena_bench_make_peer(
    const catena::bench::NeutralModel& model,
    const std::vector<catena::bench::BenchState>& states) {
  return new catena::bench::Dart(model, states);
}
