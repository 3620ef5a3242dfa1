#pragma once
// How the centres of free bodies move in a time step. Velocities of a free body are given in its
// own axes, which turn. Within a step they are taken along the axes that the body has in the middle
// of it: there the centre of mass changes its velocity by what forces do and by nothing else, and
// moves with the mean of its velocities, so that momentum and the energies of flight are kept to
// rounding, however fast a body spins and wherever its frame is.

#include <Eigen/Core>
#include <vector>

#include "catena/elements/rows.hpp"
#include "catena/model/model.hpp"

namespace catena {

class CentreFlight {
 public:
  // Of the free bodies of the tree that carry no others. In mechanisms with loops axes turn, and
  // only what nothing touches moves with its centre.
  CentreFlight(const Model& tree, bool has_loops);

  // Whether nothing else moves: then the energies of a step are exact but for what is booked.
  bool is_all() const { return is_all_; }
  // Those that none of these rows act on fly.
  void find_flying(const RowList& rows);

  // Velocities (or accelerations) of the centres along axes that have turned on for this time with
  // the angular velocities of `turning`.
  void turn(const double* turning, double time, double* v) const;
  // What makes accelerations along fixed axes of those along turning ones, per dof.
  void find_turning(const double* v, Eigen::VectorXd& a) const;
  // The origins move with velocities in the middle of the step, and the centres along chords that
  // are too short by (w h)^2 / 24 of the way about the origin. Adds what the origins have to move
  // besides to the local coordinates xi after the time h of a step, whose middle is `later` than
  // that of this time.
  void correct(const double* q_middle, const double* v, double h, double later, double* xi) const;

 private:
  struct Body {
    int node, q, v;
    Vec3<double> centre;
    bool flies;
  };
  bool has_loops_, is_all_;
  std::vector<Body> bodies_;
};

}  // namespace catena
