#include "tests/support/kernel_catalogue.hpp"

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/impulse_aba.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/dynamics/regressor.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/compare.hpp"

namespace catena::test {
namespace {

// Part of an output as a vector or a matrix that a kernel writes.
template <class T>
VectorView<T> part(VectorX<T>& out, Eigen::Index start, Eigen::Index size) {
  return {out.data() + start, size};
}
template <class T>
MatrixView<T> matrix(VectorX<T>& out, Eigen::Index start, Eigen::Index rows, Eigen::Index cols) {
  return {out.data() + start, rows, cols, rows};
}
template <class T, class Spatial>
void store(const Spatial& value, T* out) {
  for (int i = 0; i < 6; ++i) out[i] = value[i];
}
template <class T>
void store3(const Vec3<T>& value, T* out) {
  for (int i = 0; i < 3; ++i) out[i] = value[i];
}

constexpr std::array references = {Reference::World, Reference::Local, Reference::WorldAligned};

}  // namespace

template <class T>
KernelInputs<T> kernel_inputs(const std::vector<RandomState>& states) {
  const auto lanes = [&](auto member) {
    std::vector<Eigen::VectorXd> vectors;
    for (std::size_t i = 0; i < lane_count<T>; ++i) vectors.push_back(states.at(i).*member);
    return to_lanes<T>(vectors);
  };
  KernelInputs<T> in{lanes(&RandomState::q),
                     lanes(&RandomState::v),
                     lanes(&RandomState::a),
                     lanes(&RandomState::tau),
                     {}};
  in.external.assign(states[0].external.size(), Force<T>::zero());
  for (std::size_t b = 0; b < in.external.size(); ++b)
    for (std::size_t i = 0; i < lane_count<T>; ++i)
      for (int k = 0; k < 6; ++k) set_lane(in.external[b][k], i, states[i].external[b][k]);
  return in;
}

template <class T>
KernelCatalogue<T>::KernelCatalogue(const Model& model, KernelInputs<T> inputs)
    : model_(model),
      in_(std::move(inputs)),
      ws_(model),
      moving_(model),
      kinematics_(model),
      M_inverse_(model.nv(), model.nv()),
      q_other_(model.nq()),
      prescribed_(model.nv()),
      wrenches_(static_cast<std::size_t>(model.body_count()), Force<T>::zero()) {
  kinematics_.compute(model, in_.q, in_.v, in_.a);
  mass_matrix_inverse<T>(model, in_.q, M_inverse_, ws_);
  integrate<T>(model, in_.q, in_.a, q_other_);
  for (Eigen::Index j = 0; j < prescribed_.size(); ++j) prescribed_[j] = j % 3 == 1;
  add_inverse_dynamics();
  add_forward_dynamics();
  add_derivatives();
  add_kinematics();
  add_energy();
  add_configuration();
}

template <class T>
void KernelCatalogue<T>::add(std::string name, Eigen::Index output_size,
                             std::function<void(VectorX<T>&)> run) {
  VectorX<T> output(output_size);
  for (Eigen::Index k = 0; k < output_size; ++k) output[k] = T(0.0);
  kernels_.push_back({std::move(name), std::move(output), std::move(run)});
}

template <class T>
void KernelCatalogue<T>::add_inverse_dynamics() {
  const Eigen::Index n = model_.nv();
  add("rnea", n, [this](auto& out) { rnea<T>(model_, in_.q, in_.v, in_.a, out, ws_); });
  add("rnea with external wrenches", n,
      [this](auto& out) { rnea<T>(model_, in_.q, in_.v, in_.a, out, ws_, in_.external); });
  add("rnea_with_wrenches", n + 6 * model_.body_count(), [this, n](auto& out) {
    rnea_with_wrenches<T>(model_, in_.q, in_.v, in_.a, part(out, 0, n), wrenches_, ws_,
                          in_.external);
    for (int b = 0; b < model_.body_count(); ++b)
      if (b == 0 || !is_fused(model_, BodyId{b}))  // where it is fused the wrench is NaN
        store(wrenches_[static_cast<std::size_t>(b)], out.data() + n + 6 * b);
  });
  add("bias_efforts", n, [this](auto& out) { bias_efforts<T>(model_, in_.q, in_.v, out, ws_); });
  add("gravity_efforts", n, [this](auto& out) { gravity_efforts<T>(model_, in_.q, out, ws_); });
  add("passive_efforts", n,
      [this](auto& out) { passive_efforts<T>(model_, in_.q, in_.v, out, ws_); });
  const Eigen::Index parameters = inertial_parameter_count * (model_.body_count() - 1);
  add("torque_regressor", n * parameters, [this, n, parameters](auto& out) {
    torque_regressor<T>(model_, in_.q, in_.v, in_.a, matrix(out, 0, n, parameters), ws_);
  });
}

template <class T>
void KernelCatalogue<T>::add_forward_dynamics() {
  const Eigen::Index n = model_.nv();
  add("aba", n, [this](auto& out) { aba<T>(model_, in_.q, in_.v, in_.tau, out, ws_); });
  add("aba with external wrenches", n,
      [this](auto& out) { aba<T>(model_, in_.q, in_.v, in_.tau, out, ws_, in_.external); });
  add("hybrid_dynamics", 2 * n, [this, n](auto& out) {
    for (Eigen::Index k = 0; k < n; ++k) out[k] = in_.tau[k], out[n + k] = in_.a[k];
    hybrid_dynamics<T>(model_, in_.q, in_.v, prescribed_, part(out, 0, n), part(out, n, n), ws_,
                       in_.external);
  });
  add("impulse_aba", n, [this](auto& out) {
    impulse_aba<T>(model_, in_.q, in_.tau, prescribed_, out, ws_, in_.external);
  });
  add("crba", n * n, [this, n](auto& out) { crba<T>(model_, in_.q, matrix(out, 0, n, n), ws_); });
  add("mass_matrix_inverse", n * n,
      [this, n](auto& out) { mass_matrix_inverse<T>(model_, in_.q, matrix(out, 0, n, n), ws_); });
}

template <class T>
void KernelCatalogue<T>::add_derivatives() {
  const Eigen::Index n = model_.nv(), nn = n * n;
  add("rnea_derivatives", 3 * nn, [this, n, nn](auto& out) {
    rnea_derivatives<T>(model_, in_.q, in_.v, in_.a, matrix(out, 0, n, n), matrix(out, nn, n, n),
                        matrix(out, 2 * nn, n, n), ws_, in_.external);
  });
  add("aba_derivatives", 3 * nn, [this, n, nn](auto& out) {
    aba_derivatives<T>(model_, in_.q, in_.v, in_.tau, matrix(out, 0, n, n), matrix(out, nn, n, n),
                       matrix(out, 2 * nn, n, n), ws_, in_.external);
  });
  const BodyId last{model_.body_count() - 1};
  add("rnea_wrench_derivative", 6 * n, [this, n, last](auto& out) {
    rnea_wrench_derivative<T>(model_, kinematics_, last, matrix(out, 0, n, 6));
  });
  add("aba_wrench_derivative", 6 * n, [this, n, last](auto& out) {
    aba_wrench_derivative<T>(model_, kinematics_, last, M_inverse_, matrix(out, 0, n, 6));
  });
}

template <class T>
void KernelCatalogue<T>::add_kinematics() {
  const Eigen::Index n = model_.nv(), frames = model_.frame_count();
  add("Kinematics poses", 12 * frames, [this](auto& out) {
    moving_.compute(model_, in_.q);
    for (int f = 0; f < model_.frame_count(); ++f) {
      const Transform<T> X = moving_.pose(model_, FrameId{f});
      for (int k = 0; k < 3; ++k) store3(X.rotation.column(k), out.data() + 12 * f + 3 * k);
      store3(X.translation, out.data() + 12 * f + 9);
    }
  });
  add("Kinematics velocities", 18 * frames, [this](auto& out) {
    moving_.compute(model_, in_.q, in_.v);
    for (int f = 0; f < model_.frame_count(); ++f)
      for (std::size_t r = 0; r < 3; ++r)
        store(moving_.velocity(model_, FrameId{f}, references[r]),
              out.data() + 18 * f + 6 * static_cast<int>(r));
  });
  add("Kinematics accelerations", 21 * frames, [this](auto& out) {
    moving_.compute(model_, in_.q, in_.v, in_.a);
    for (int f = 0; f < model_.frame_count(); ++f) {
      for (std::size_t r = 0; r < 3; ++r)
        store(moving_.acceleration(model_, FrameId{f}, references[r]),
              out.data() + 21 * f + 6 * static_cast<int>(r));
      store3(moving_.point_acceleration(model_, FrameId{f}), out.data() + 21 * f + 18);
    }
  });
  add("jacobians", 6 * n,
      [this, n](auto& out) { jacobians<T>(model_, in_.q, matrix(out, 0, 6, n), ws_); });
  const FrameId last{model_.frame_count() - 1};
  for (const Reference in : references) {
    add("frame_jacobian " + std::to_string(static_cast<int>(in)), 6 * n, [=, this](auto& out) {
      frame_jacobian<T>(model_, kinematics_, last, in, matrix(out, 0, 6, n));
    });
    add("frame_jacobian_dot_v " + std::to_string(static_cast<int>(in)), 6, [=, this](auto& out) {
      store(frame_jacobian_dot_v<T>(model_, kinematics_, last, in), out.data());
    });
  }
}

template <class T>
void KernelCatalogue<T>::add_energy() {
  add("kinetic_energy", 1,
      [this](auto& out) { out[0] = kinetic_energy<T>(model_, in_.q, in_.v, ws_); });
  add("potential_energy", 1,
      [this](auto& out) { out[0] = potential_energy<T>(model_, in_.q, ws_); });
  add("elastic_energy", 1, [this](auto& out) { out[0] = elastic_energy<T>(model_, in_.q, ws_); });
  if (!(moving_mass(model_) > 0.0)) return;  // then there is no centre of mass
  add("centre_of_mass", 6, [this](auto& out) {
    const CentreOfMass<T> c = centre_of_mass<T>(model_, in_.q, in_.v, ws_);
    store3(c.position, out.data());
    store3(c.velocity, out.data() + 3);
  });
  for (const auto about : {MomentumAbout::WorldOrigin, MomentumAbout::CentreOfMass})
    add("momentum " + std::to_string(static_cast<int>(about)), 6,
        [=, this](auto& out) { store(momentum<T>(model_, in_.q, in_.v, about, ws_), out.data()); });
  const Eigen::Index n = model_.nv();
  add("centroidal_momentum_matrix", 6 * n, [this, n](auto& out) {
    centroidal_momentum_matrix<T>(model_, in_.q, matrix(out, 0, 6, n), ws_);
  });
}

template <class T>
void KernelCatalogue<T>::add_configuration() {
  const Eigen::Index nq = model_.nq(), nv = model_.nv();
  add("integrate", nq, [this](auto& out) { integrate<T>(model_, in_.q, in_.v, out); });
  add("integrate_first_order", nq,
      [this](auto& out) { integrate_first_order<T>(model_, in_.q, in_.v, out); });
  add("difference", nv, [this](auto& out) { difference<T>(model_, in_.q, q_other_, out); });
  add("interpolate", nq,
      [this](auto& out) { interpolate<T>(model_, in_.q, q_other_, T(0.3), out); });
  add("normalize", nq, [this](auto& out) {
    for (Eigen::Index k = 0; k < out.size(); ++k) out[k] = T(1.5) * in_.q[k];
    normalize<T>(model_, out);
  });
}

template KernelInputs<double> kernel_inputs(const std::vector<RandomState>&);
template KernelInputs<Pack4> kernel_inputs(const std::vector<RandomState>&);
template class KernelCatalogue<double>;
template class KernelCatalogue<Pack4>;

}  // namespace catena::test
