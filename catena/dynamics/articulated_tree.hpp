#pragma once
// A tree as impulses see it at one configuration: per node its place in its parent, per coordinate
// its axis and what freeing it does to the articulated inertia. From these come the operators A_i
// of Carvalho 2007, eq. 4.13, coordinate by coordinate, so that every pivot is a number.

#include <vector>

#include "catena/dynamics/held.hpp"
#include "catena/dynamics/rnea.hpp"

namespace catena {

class ArticulatedTree {
 public:
  // One coordinate, in its node's axes. A held one has U = 0 and D_inverse = 0.
  struct Axis {
    Motion<double> S;
    Force<double> U;   // I^A S
    double D_inverse;  // 1 / (S^T I^A S + armature)
  };

  // Memory for a model, which must outlive it.
  explicit ArticulatedTree(const Model& model);

  // At a configuration. Held coordinates (one entry per coordinate, or empty: none) do not move.
  void compute(In<double> q, Held held, Workspace<double>& ws);
  // The same from a workspace that has the articulated inertias, such as LoopSolver::workspace();
  // what was held then is held here.
  void take(const Workspace<double>& ws);

  const Model& model() const { return *model_; }
  const Transform<double>& pose(int node) const { return X_[static_cast<std::size_t>(node)]; }
  const Axis& axis(int dof) const { return axes_[static_cast<std::size_t>(dof)]; }

  // dv = M^-1 (joint_impulse + J^T impulses) like impulse_aba(), here where the articulated
  // inertias are known: a third of the work. An empty joint_impulse is none.
  void jump(In<double> joint_impulse, ExternalWrenches<double> impulses, Out<double> dv,
            Workspace<double>& ws) const;

  // What an impulse on a node, in its axes, leaves for its parent, in the parent's axes: A_i f.
  // taken(dof, S^T f) is called for each coordinate on the way, and returns the effort on it: as
  // given, or more where the joint gets an impulse of its own.
  template <class T, class Taken>
  Force<T> carry(int node, Force<T> f, Taken&& taken) const {
    const Node& n = model_->nodes()[static_cast<std::size_t>(node)];
    for (int k = n.v + n.nv - 1; k >= n.v; --k) {
      const Axis& a = axis(k);
      const T u = taken(k, dot(Motion<T>::from(a.S), f));
      f -= (T(a.D_inverse) * u) * Force<T>::from(a.U);
    }
    return Transform<T>::from(pose(node)) * f;
  }
  template <class T>
  Force<T> carry(int node, const Force<T>& f) const {
    return carry(node, f, [](int, const T& u) { return u; });
  }

  // The jump of a node's velocity from that of its parent, each in its own axes, where effort(dof)
  // is that of carry() (Carvalho 2007, eqs. 4.7 and 4.14). Tells rate(dof, jump of the coordinate).
  template <class T, class Effort, class Rate>
  Motion<T> follow(int node, const Motion<T>& parent, Effort&& effort, Rate&& rate) const {
    const Node& n = model_->nodes()[static_cast<std::size_t>(node)];
    Motion<T> m = inverse_times(Transform<T>::from(pose(node)), parent);
    for (int k = n.v; k < n.v + n.nv; ++k) {
      const Axis& a = axis(k);
      const T x = T(a.D_inverse) * (effort(k) - dot(Force<T>::from(a.U), m));
      rate(k, x);
      m += x * Motion<T>::from(a.S);
    }
    return m;
  }

 private:
  const Model* model_;
  std::vector<Transform<double>> X_;
  std::vector<Axis> axes_;
};

}  // namespace catena
