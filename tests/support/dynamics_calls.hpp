#pragma once
// The kernels for doubles as functions that return what they compute; shorter to read in tests.

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/dynamics/rnea.hpp"

namespace catena::test {

class DynamicsCalls {
 public:
  using Vector = Eigen::VectorXd;
  using Wrenches = std::vector<Force<double>>;

  explicit DynamicsCalls(const Model& model) : model_(model), ws_(model) {}

  Vector rnea(const Vector& q, const Vector& v, const Vector& a, const Wrenches& external = {}) {
    Vector tau(model_.nv());
    catena::rnea<double>(model_, q, v, a, tau, ws_, external);
    return tau;
  }
  Vector aba(const Vector& q, const Vector& v, const Vector& tau, const Wrenches& external = {}) {
    Vector a(model_.nv());
    catena::aba<double>(model_, q, v, tau, a, ws_, external);
    return a;
  }
  Vector bias(const Vector& q, const Vector& v) {
    Vector h(model_.nv());
    bias_efforts<double>(model_, q, v, h, ws_);
    return h;
  }
  Vector gravity(const Vector& q) {
    Vector g(model_.nv());
    gravity_efforts<double>(model_, q, g, ws_);
    return g;
  }
  Vector passive(const Vector& q, const Vector& v) {
    Vector tau(model_.nv());
    passive_efforts<double>(model_, q, v, tau, ws_);
    return tau;
  }
  Eigen::MatrixXd mass_matrix(const Vector& q) {
    Eigen::MatrixXd M(model_.nv(), model_.nv());
    crba<double>(model_, q, M, ws_);
    return M;
  }
  Eigen::MatrixXd mass_matrix_inverse(const Vector& q) {
    Eigen::MatrixXd M(model_.nv(), model_.nv());
    catena::mass_matrix_inverse<double>(model_, q, M, ws_);
    return M;
  }
  Workspace<double>& workspace() { return ws_; }

 private:
  const Model& model_;
  Workspace<double> ws_;
};

}  // namespace catena::test
