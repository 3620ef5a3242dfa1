#pragma once
// How impulses at points act on each other's points: the system of simultaneous impacts.

#include <span>
#include <vector>

#include "catena/dynamics/articulated_tree.hpp"

namespace catena {

// A unit impulse on a point of a body; where two bodies hit each other, also what the other gets.
struct ImpulseRow {
  BodyId body{0};
  Vec3<double> p_B = Vec3<double>::zero(), direction_B = Vec3<double>::zero();  // in body's axes
  BodyId other{0};                                                              // world: none
  Vec3<double> p_O = Vec3<double>::zero(), direction_O = Vec3<double>::zero();  // in other's axes
};

// Memory for one thread and one model.
class ImpulseMatrix {
 public:
  explicit ImpulseMatrix(const Model& model);

  // G (m x m): the jump of the velocity at row i, along its direction, per impulse of row j
  // (Carvalho 2007, eq. 4.28, with the right Psi off the diagonal). Symmetric, and positive
  // semidefinite; definite where the rows are independent. Four rows at a time are carried in to
  // the roots and their response out to the bodies of the rows: O(m n + m^2), where n counts only
  // nodes between these bodies and the roots. Does not allocate.
  void compute(const ArticulatedTree& tree, std::span<const ImpulseRow> rows, OutMatrix<double> G);

 private:
  void mark(const Model& model, std::span<const ImpulseRow> rows);
  void respond(const ArticulatedTree& tree, std::span<const ImpulseRow> four);

  std::vector<char> is_marked_;      // per node
  std::vector<int> nodes_;           // those on the way from the rows' bodies to the roots; ascend
  std::vector<Force<Pack4>> load_;   // per node, in its axes; a lane per row
  std::vector<Motion<Pack4>> jump_;  // likewise
  std::vector<Pack4> efforts_;       // per dof
};

}  // namespace catena
