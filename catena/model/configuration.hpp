#pragma once
// Arithmetic on the configuration manifold. Coordinates of Spherical and Free joints are unit
// quaternions, so q + dq makes no sense there: use these. None of them allocates.

#include <random>

#include "catena/math/views.hpp"
#include "catena/model/model.hpp"

namespace catena {

// The configuration of all zeros, identity for quaternions.
Eigen::VectorXd neutral_configuration(const Model& model);

// A uniformly random configuration within the position limits (angles without limits in [-pi, pi],
// displacements in [-1, 1] m, orientations uniform on the sphere).
Eigen::VectorXd random_configuration(const Model& model, std::mt19937_64& random);

// q_out = q (+) step: moves by the tangent vector `step` = v dt, with the exact exponential for
// orientations and rigid motions of their axes (Nakamura & Yamane 2000, eq. 39). In-place allowed.
template <class T>
void integrate(const Model& model, VectorView<const T> q, VectorView<const T> step,
               VectorView<T> q_out);

// The same to first order in `step`: the quaternion moves along its derivative and is normalised.
template <class T>
void integrate_first_order(const Model& model, VectorView<const T> q, VectorView<const T> step,
                           VectorView<T> q_out);

// step with q_from (+) step = q_to; of minimal length for orientations and continuous joints.
template <class T>
void difference(const Model& model, VectorView<const T> q_from, VectorView<const T> q_to,
                VectorView<T> step);

// The same for one node, whose coordinates start at `from` and `to`.
template <class T>
void node_difference(const Node& node, const T* from, const T* to, T* step);

// The efforts on a node's velocity that do the work of `efforts` on its node_difference() from a
// fixed point: J^T f, where d/dt difference = J v. In place; nothing to do where dq/dt = v.
template <class T>
void pull_back_efforts(const Node& node, const T* difference, T* efforts);

// The point at fraction s of the way from q_from to q_to: q_from (+) s (q_to (-) q_from).
template <class T>
void interpolate(const Model& model, VectorView<const T> q_from, VectorView<const T> q_to,
                 const T& s, VectorView<T> q_out);

// Puts quaternions back to unit length and continuous angles into [-pi, pi].
template <class T>
void normalize(const Model& model, VectorView<T> q);

// Where in q the position of a velocity coordinate stands whose dq/dt = v; -1 for orientations and
// for positions of free joints.
int place_in_q(const Model& model, int dof);

// Convenience for Eigen vectors of doubles.
Eigen::VectorXd integrate(const Model& model, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& step);
Eigen::VectorXd difference(const Model& model, const Eigen::VectorXd& q_from,
                           const Eigen::VectorXd& q_to);
Eigen::VectorXd interpolate(const Model& model, const Eigen::VectorXd& q_from,
                            const Eigen::VectorXd& q_to, double s);

}  // namespace catena
