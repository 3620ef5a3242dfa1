#pragma once
// Local coordinates on the configuration manifold: nv numbers xi around a configuration q0, zero
// there, in which one step is an ordinary differential equation in a vector space. Coordinates with
// dq/dt = v are shifted; orientations are q0 exp(xi) (Munthe-Kaas 1998), positions of free joints
// are shifted in their parent's axes.

#include "catena/constraints/loops.hpp"

namespace catena {

class Chart {
 public:
  explicit Chart(const Model& model);
  // Over all coordinates of a tree with loops.
  explicit Chart(const Loops& loops);

  // Writes q (nq) at xi (nv) from the origin q0 (nq).
  void position(const double* q0, const double* xi, double* q) const;

  // Writes d xi / dt (nv) for the velocity v (nv) at xi, where q is position(q0, xi).
  void rate(const double* xi, const double* q, const double* v, double* xi_rate) const;

  // Positions of free joints: d xi / dt = R v for three coordinates from v on, at xi = 0.
  struct Turned {
    int v;
    Eigen::Matrix3d R;
  };
  void turned(const double* q, std::vector<Turned>& out) const;

  // For velocity coordinate k: its place in q where dq/dt = v there, else -1.
  int place_in_q(int k) const { return place_[static_cast<std::size_t>(k)]; }

 private:
  void add(const Model& model, int first_q, int first_v);

  struct Turn {  // an orientation, and the position that goes with it for a free joint
    int q, v;
    bool is_free;
  };
  int nv_ = 0;
  std::vector<int> place_;
  std::vector<Turn> turns_;
};

}  // namespace catena
