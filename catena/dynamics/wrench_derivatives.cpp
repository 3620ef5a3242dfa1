// Derivatives with respect to a wrench on a body: the body's Jacobian, with or without M^-1.

#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;

template <class T>
void rnea_wrench_derivative(const Model& model, const Kinematics<T>& kinematics, BodyId body,
                            OutMatrix<T> dtau_df) {
  detail::require_shape("rnea_wrench_derivative", "dtau_df", dtau_df, model.nv(), 6);
  const auto columns = kinematics.columns();
  const Transform<T> X_WB = kinematics.pose(model, model.body_frame(body));
  detail::set_zero(dtau_df);
  for (int n = model.body(body).node; n != 0; n = at(model.nodes(), n).parent) {
    const Node& node = at(model.nodes(), n);
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motion<T> column = inverse_times(X_WB, at(columns, dof));
      for (int c = 0; c < 6; ++c) dtau_df(dof, c) = -column[c];
    }
  }
}

template <class T>
void aba_wrench_derivative(const Model& model, const Kinematics<T>& kinematics, BodyId body,
                           const MatrixX<std::type_identity_t<T>>& M_inverse, OutMatrix<T> da_df) {
  const int nv = model.nv();
  detail::require_size("aba_wrench_derivative", "M_inverse", M_inverse.rows(), nv);
  detail::require_size("aba_wrench_derivative", "M_inverse", M_inverse.cols(), nv);
  detail::require_shape("aba_wrench_derivative", "da_df", da_df, nv, 6);
  const auto columns = kinematics.columns();
  const Transform<T> X_WB = kinematics.pose(model, model.body_frame(body));
  detail::set_zero(da_df);
  for (int n = model.body(body).node; n != 0; n = at(model.nodes(), n).parent) {
    const Node& node = at(model.nodes(), n);
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motion<T> column = inverse_times(X_WB, at(columns, dof));
      for (int c = 0; c < 6; ++c)
        for (int i = 0; i < nv; ++i) da_df(i, c) += M_inverse(i, dof) * column[c];
    }
  }
}

#define CATENA_INSTANTIATE(T)                                                                     \
  template void rnea_wrench_derivative(const Model&, const Kinematics<T>&, BodyId, OutMatrix<T>); \
  template void aba_wrench_derivative(const Model&, const Kinematics<T>&, BodyId,                 \
                                      const MatrixX<T>&, OutMatrix<T>);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
