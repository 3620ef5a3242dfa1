#pragma once
// In a time step the origin of a free body would move with its velocity in the middle of the step,
// and its centre of mass, where that is elsewhere, along a chord that is too short by (w h)^2 / 24
// of the way about the origin: what weight does over the step would not be what the height of the
// centre says. Here it is the centre that moves with its velocity in the middle, so that flight
// keeps its energy to rounding, wherever the frame of a body is. What touches something goes the
// way that its points of contact ask for.

#include <vector>

#include "catena/elements/rows.hpp"
#include "catena/model/model.hpp"

namespace catena {

class CentreFlight {
 public:
  // Of the free bodies of the tree that carry no others.
  explicit CentreFlight(const Model& tree);

  // Those that none of these rows act on fly.
  void find_flying(const RowList& rows);
  // Adds what the origins have to move besides to the local coordinates xi of the end of a step of
  // size h, with configuration and velocity in its middle.
  void correct(const double* q_middle, const double* v, double h, double* xi) const;

 private:
  struct Body {
    int node, q, v;
    Vec3<double> centre;
    bool flies;
  };
  std::vector<Body> bodies_;
};

}  // namespace catena
