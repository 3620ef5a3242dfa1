// MuJoCo with loops: soft equality constraints, made as stiff as the step allows.

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>

#include "../closed_contender.hpp"
#include "mujoco_text.hpp"

namespace catena::bench {
namespace {

constexpr double step = 1e-3;

std::string numbers(const double* x, int count) {
  return fmt::format("{:.17g}", fmt::join(x, x + count, " "));
}

std::string quaternion(const Eigen::Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  const double wxyz[4] = {q.w(), q.x(), q.y(), q.z()};
  return numbers(wxyz, 4);
}

// A body with all that hang on it.
std::string body_text(const NeutralModel& model, int i) {
  const NeutralBody& body = model.bodies[static_cast<std::size_t>(i)];
  if (body.joint != NeutralJoint::RevoluteZ) throw std::runtime_error("only pins are supported");
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(body.inertia_about_com);
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
  std::string text = fmt::format(
      R"(<body name="b{}" pos="{}" quat="{}"><joint name="j{}" type="hinge" axis="0 0 1"/>)"
      R"(<inertial pos="{}" quat="{}" mass="{:.17g}" diaginertia="{}"/>)",
      i, numbers(body.p.data(), 3), quaternion(body.R), i, numbers(body.com.data(), 3),
      quaternion(axes), body.mass, numbers(solver.eigenvalues().data(), 3));
  for (int k = i + 1; k < static_cast<int>(model.bodies.size()); ++k)
    if (model.bodies[static_cast<std::size_t>(k)].parent == i) text += body_text(model, k);
  return text + "</body>\n";
}

// Stiffness 1/h^2 and damping 1/h: semi-implicit Euler undoes an error within one step, and half as
// much damping again makes it unstable. An impedance of 0.9999 is the engine's limit.
std::string model_text(const ClosedModel& model) {
  std::string text = fmt::format(
      R"(<mujoco><compiler angle="radian" balanceinertia="false" boundmass="0" boundinertia="0"/>)"
      R"(<option timestep="{}" gravity="{}" solver="Newton"><flag contact="disable")"
      R"( limit="disable" passive="disable" actuation="disable"/></option>)"
      "<size njmax=\"{}\" nconmax=\"1\"/><worldbody>\n",
      step, numbers(model.tree.gravity.data(), 3), 3 * model.loops.size());
  for (int i = 0; i < static_cast<int>(model.tree.bodies.size()); ++i)
    if (model.tree.bodies[static_cast<std::size_t>(i)].parent < 0) text += body_text(model.tree, i);
  text += "</worldbody><equality>\n";
  for (const NeutralLoop& loop : model.loops)
    text += fmt::format(
        "<connect body1=\"b{}\" body2=\"b{}\" anchor=\"{}\" solref=\"{} {}\" "
        "solimp=\"0.9999 0.9999 0.001\"/>\n",
        loop.body, loop.other, numbers(loop.point.data(), 3), -1.0 / (step * step), -1.0 / step);
  return text + "</equality></mujoco>\n";
}

class MujocoLoops final : public ClosedContender {
 public:
  explicit MujocoLoops(const ClosedModel& model)
      : model_(load_text(model_text(model))), data_(mj_makeData(model_.get()), &mj_deleteData) {
    if (model_->nv != model.tree.nv) throw std::runtime_error("MuJoCo counts other coordinates");
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i) {
      const int joint = mj_name2id(model_.get(), mjOBJ_JOINT, fmt::format("j{}", i).c_str());
      place_.push_back(model_->jnt_dofadr[joint]);
    }
  }

  void accelerate(const BenchState& state) override {
    load_state(state);
    mj_forward(model_.get(), data_.get());
  }

  std::vector<double> acceleration() const override { return gather(data_->qacc); }

  std::vector<std::string> methods() const override { return {"Euler 1 ms", "RK4 1 ms"}; }

  void simulate(std::size_t method, const BenchState& start, double duration,
                const std::function<void()>& after_step) override {
    mj_resetData(model_.get(), data_.get());
    model_->opt.integrator = method == 0 ? mjINT_EULER : mjINT_RK4;
    load_state(start);
    for (int i = static_cast<int>(std::lround(duration / step)); i > 0; --i) {
      mj_step(model_.get(), data_.get());
      if (after_step) after_step();
    }
  }

  BenchState state() const override { return {gather(data_->qpos), gather(data_->qvel), {}, {}}; }

 private:
  void load_state(const BenchState& state) {
    for (std::size_t i = 0; i < place_.size(); ++i) {
      data_->qpos[place_[i]] = state.q[i];
      data_->qvel[place_[i]] = state.v[i];
    }
  }

  std::vector<double> gather(const double* x) const {
    std::vector<double> result;
    for (const int place : place_) result.push_back(x[place]);
    return result;
  }

  ModelPointer model_;
  DataPointer data_;
  std::vector<int> place_;  // of the tree's bodies in qpos and qvel, which are alike here
};

}  // namespace
}  // namespace catena::bench

extern "C" catena::bench::ClosedContender* catena_bench_make_closed_peer(
    const catena::bench::ClosedModel& model) {
  return new catena::bench::MujocoLoops(model);
}
