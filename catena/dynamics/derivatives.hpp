#pragma once
// Analytic derivatives of inverse and forward dynamics (Singh, Russell & Wensing 2022).
// Derivatives with respect to q are with respect to the tangent step: f(q (+) dq).

#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/rnea.hpp"

namespace catena {

// d tau / dq, d tau / dv and d tau / da = M of rnea(q, v, a, external), each nv x nv. External
// wrenches are constant in their bodies' axes.
template <class T>
void rnea_derivatives(const Model& model, In<T> q, In<T> v, In<T> a, OutMatrix<T> dtau_dq,
                      OutMatrix<T> dtau_dv, OutMatrix<T> M, Workspace<T>& ws,
                      ExternalWrenches<T> external = {});

// d a / dq, d a / dv and d a / dtau = M^-1 of aba(q, v, tau, external), each nv x nv.
template <class T>
void aba_derivatives(const Model& model, In<T> q, In<T> v, In<T> tau, OutMatrix<T> da_dq,
                     OutMatrix<T> da_dv, OutMatrix<T> da_dtau, Workspace<T>& ws,
                     ExternalWrenches<T> external = {});

// d tau / df (nv x 6) of rnea for the external wrench on `body`, in its axes: -J^T.
template <class T>
void rnea_wrench_derivative(const Model& model, const Kinematics<T>& kinematics, BodyId body,
                            OutMatrix<T> dtau_df);

// d a / df (nv x 6) of aba for the external wrench on `body`: M^-1 J^T, given M^-1.
template <class T>
void aba_wrench_derivative(const Model& model, const Kinematics<T>& kinematics, BodyId body,
                           const MatrixX<std::type_identity_t<T>>& M_inverse, OutMatrix<T> da_df);

}  // namespace catena
