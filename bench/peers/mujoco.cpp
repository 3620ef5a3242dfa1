// MuJoCo. Its free joint counts linear velocity first and in world axes, angular in body axes.

#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <stdexcept>

#include "conventions.hpp"
#include "mujoco_text.hpp"
#include "urdf_text.hpp"

namespace catena::bench {
namespace {

constexpr FreeConvention convention = {false, false, true};

// MJCF would nest one element per link, and the XML parser stops at a depth of 100; the links of a
// URDF are all on one level.
ModelPointer load(const NeutralModel& model) {
  const std::string text = urdf_text(model, R"(<mujoco><compiler balanceinertia="false"
    boundmass="0" boundinertia="0" fusestatic="false"/></mujoco>)",
                                     1.0);
  ModelPointer loaded = load_text(text);
  loaded->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_PASSIVE |
                              mjDSBL_ACTUATION | mjDSBL_CLAMPCTRL | mjDSBL_WARMSTART;
  for (int k = 0; k < 3; ++k) loaded->opt.gravity[k] = model.gravity[k];
  return loaded;
}

// MuJoCo refuses bodies without mass and finds principal axes to nine digits only: put in what the
// model says.
void set_inertia(mjModel& m, int body, const NeutralBody& neutral) {
  m.body_mass[body] = neutral.mass;
  if (m.body_sameframe[body] && neutral.mass > 0.0) return;  // principal axes are the body's own
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(neutral.inertia_about_com);
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
  const Eigen::Quaterniond q(axes);
  const double wxyz[4] = {q.w(), q.x(), q.y(), q.z()};
  mju_copy4(m.body_iquat + 4 * body, wxyz);
  mju_copy3(m.body_inertia + 3 * body, solver.eigenvalues().data());
}

class Mujoco final : public Contender {
 public:
  Mujoco(const NeutralModel& model, const std::vector<BenchState>& states)
      : neutral_(model),
        states_(states),
        model_(load(model)),
        data_(mj_makeData(model_.get()), &mj_deleteData) {
    if (model_->nv != model.nv) throw std::runtime_error("MuJoCo counts other coordinates");
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      joint_.push_back(mj_name2id(model_.get(), mjOBJ_JOINT, joint_name(i).c_str()));
      if (joint_.back() < 0) throw std::runtime_error("MuJoCo lost joint " + joint_name(i));
      first_v_.push_back(model_->jnt_dofadr[joint_.back()]);
      set_inertia(*model_, model_->jnt_bodyid[joint_.back()], model.bodies[i]);
    }
    mj_setConst(model_.get(), data_.get());
    for (const BenchState& state : states) native_.push_back(convert(state));
    result_.resize(static_cast<std::size_t>(model.nv) * static_cast<std::size_t>(model.nv));
  }

  bool has(Kernel kernel) const override {
    return kernel != Kernel::RneaDerivatives && kernel != Kernel::AbaDerivatives;
  }

  void run(Kernel kernel, std::size_t index) override {
    const Native& s = native_[index];
    mjData* d = data_.get();
    const mjModel* m = model_.get();
    mju_copy(d->qpos, s.q.data(), m->nq);
    switch (kernel) {
      case Kernel::Rnea:
        mju_copy(d->qvel, s.v.data(), m->nv);
        mju_copy(d->qacc, s.a.data(), m->nv);
        mj_kinematics(m, d);
        mj_comPos(m, d);
        mj_comVel(m, d);
        mj_rne(m, d, 1, result_.data());
        break;
      case Kernel::Aba:
        mju_copy(d->qvel, s.v.data(), m->nv);
        mju_copy(d->qfrc_applied, s.tau.data(), m->nv);
        mj_forward(m, d);
        break;
      case Kernel::Crba:
        mj_kinematics(m, d);
        mj_comPos(m, d);
        mj_crb(m, d);
        mj_fullM(m, result_.data(), d->qM);
        break;
      case Kernel::Jacobians:
        mj_kinematics(m, d);
        mj_comPos(m, d);
        break;
      case Kernel::RneaDerivatives:
      case Kernel::AbaDerivatives:
        break;
    }
  }

  std::vector<double> result(Kernel kernel, std::size_t index) override {
    run(kernel, index);
    const Translator translate = translator(states_[index]);
    const int n = model_->nv;
    switch (kernel) {
      case Kernel::Rnea:
        return translate.effort_back(Eigen::Map<Eigen::VectorXd>(result_.data(), n));
      case Kernel::Aba:
        return translate.acceleration_back(Eigen::Map<Eigen::VectorXd>(data_->qacc, n));
      case Kernel::Crba:
        return translate.mass_matrix_back(Eigen::Map<Eigen::MatrixXd>(result_.data(), n, n));
      case Kernel::Jacobians:
        return translate.jacobian_back(columns());
      case Kernel::RneaDerivatives:
      case Kernel::AbaDerivatives:
        break;
    }
    return {};
  }

  // Contacts and limits stay off; springs and dampers are there.
  std::vector<double> simulate(std::size_t index, double step, int steps) override {
    mjModel* m = model_.get();
    mjData* d = data_.get();
    const mjOption options = m->opt;
    m->opt.integrator = mjINT_RK4;
    m->opt.timestep = step;
    m->opt.disableflags &= ~mjDSBL_PASSIVE;
    for (std::size_t i = 0; i < joint_.size(); ++i) {
      const NeutralBody& body = neutral_.bodies[i];
      if (body.joint != NeutralJoint::RevoluteZ) continue;
      m->dof_damping[first_v_[i]] = body.damping;
      m->jnt_stiffness[joint_[i]] = body.stiffness;
      m->qpos_spring[m->jnt_qposadr[joint_[i]]] = body.spring_rest;
    }
    mj_resetData(m, d);
    mju_copy(d->qpos, native_[index].q.data(), m->nq);
    mju_copy(d->qvel, native_[index].v.data(), m->nv);
    for (int i = 0; i < steps; ++i) mj_step(m, d);
    m->opt = options;  // without passive forces again
    return positions_back();
  }

 private:
  struct Native {
    std::vector<double> q;
    Eigen::VectorXd v, a, tau;
  };

  Translator translator(const BenchState& state) const {
    return {neutral_, state, convention, first_v_};
  }

  Native convert(const BenchState& state) const {
    Native native;
    native.q.resize(static_cast<std::size_t>(model_->nq));
    for (std::size_t i = 0; i < neutral_.bodies.size(); ++i) {
      const NeutralBody& body = neutral_.bodies[i];
      const double* from = state.q.data() + body.q;
      double* to = native.q.data() + model_->jnt_qposadr[joint_[i]];
      if (body.joint == NeutralJoint::RevoluteZ) {
        to[0] = from[0];
      } else {
        mju_copy3(to, from + 4);
        mju_copy4(to + 3, from);
      }
    }
    const Translator translate = translator(state);
    native.v = translate.velocity();
    native.a = translate.acceleration();
    native.tau = translate.effort();
    return native;
  }

  std::vector<double> positions_back() const {
    std::vector<double> q(static_cast<std::size_t>(neutral_.nq));
    for (std::size_t i = 0; i < neutral_.bodies.size(); ++i) {
      double* to = q.data() + neutral_.bodies[i].q;
      const double* from = data_->qpos + model_->jnt_qposadr[joint_[i]];
      if (neutral_.bodies[i].joint == NeutralJoint::RevoluteZ) {
        to[0] = from[0];
      } else {
        mju_copy3(to + 4, from);
        mju_copy4(to, from + 3);
      }
    }
    return q;
  }

  // cdof: motion axes about the tree's centre of mass.
  Eigen::MatrixXd columns() const {
    Eigen::MatrixXd J(6, model_->nv);
    for (int k = 0; k < model_->nv; ++k) {
      const int root = model_->body_rootid[model_->dof_bodyid[k]];
      const Eigen::Map<const Vector6> axis(data_->cdof + 6 * k);
      J.col(k) = about_world_origin(
          axis, Eigen::Map<const Eigen::Vector3d>(data_->subtree_com + 3 * root));
    }
    return J;
  }

  NeutralModel neutral_;
  std::vector<BenchState> states_;
  ModelPointer model_;
  DataPointer data_;
  std::vector<int> joint_, first_v_;
  std::vector<Native> native_;
  std::vector<double> result_;
};

}  // namespace
}  // namespace catena::bench

extern "C" catena::bench::Contender* catena_bench_make_peer(
    const catena::bench::NeutralModel& model,
    const std::vector<catena::bench::BenchState>& states) {
  return new catena::bench::Mujoco(model, states);
}
