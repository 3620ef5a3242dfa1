#pragma once
// Closed chains by multipliers: J M^-1 J^T and the solutions that follow from it, in O(n + m^2 d)
// for m rows and a tree of depth d, or O(n) if few loops meet. M^-1 is never formed. Unit
// reactions are carried to the root through the articulated inertias of the tree and leave their
// effect on each dof (the factor of M^-1; Featherstone 2008, sec. 8.5; Carvalho 2007, eqs.
// 4.13-4.20).

#include <span>
#include <vector>

#include "catena/constraints/closure_rows.hpp"
#include "catena/constraints/mechanism_part.hpp"
#include "catena/dynamics/workspace.hpp"
#include "catena/math/pack.hpp"
#include "catena/solvers/block_ldlt.hpp"

namespace catena {

class ConstraintSpace {
 public:
  // The square of a sine: a reaction nearer than this to a combination of others, or to doing
  // nothing at all, counts as dependent. Next to a singular position, what a constraint does to the
  // motion falls with the sine and the errors that it makes of rounding grow with its inverse; here
  // both are small. Axes that are parallel to 6 seconds of arc are
  // meant to be.
  static constexpr double rank_tolerance = 1e-9;

  // Numbers that are kept side by side, one per row, padded.
  static constexpr int lanes = 8;

  explicit ConstraintSpace(const Loops& loops);

  // For the articulated inertias in `ws` (aba_inward) and the rows: carries the rows to the root
  // and factorises J M^-1 J^T. Dofs of the tree that were held there do not move.
  // Rows that depend on others are left out.
  // `choice`: those to keep instead; null, or where it does not fit: by tolerance.
  void factorize(const Workspace<double>& ws, std::span<const ClosureRows> rows,
                 const BlockLdlt::Choice* choice = nullptr);

  // All nodes and closures. What follows looks at, and writes, a part of the mechanism alone.
  MechanismPart whole() const { return {all_nodes_, all_closures_, ldlt_.order()}; }

  // Multipliers with J M^-1 J^T x = b; 6 numbers per closure.
  void solve(const MechanismPart& part, const double* b, double* multipliers) const {
    ldlt_.solve(part.eliminated, b, multipliers);
  }

  // u += the rows' efforts for the given multipliers, as they arrive on the dofs of the tree.
  void add_efforts(const MechanismPart& part, const double* multipliers, double* u) const;

  // What a step of efforts u (as of add_efforts) does to the tree: rate (nv), and per node its
  // motion in node_rate, in the node's axes. Held dofs stay. node_rate must be zero at nodes above
  // the part.
  void respond(const MechanismPart& part, const Workspace<double>& ws, const double* u,
               double* rate, std::vector<Motion<double>>& node_rate) const;

  // J times a motion of the tree: 6 numbers per closure.
  static void apply(std::span<const int> closures, std::span<const ClosureRows> rows,
                    const double* rate, std::span<const Motion<double>> node_rate, double* out);

  const BlockLdlt& matrix() const { return ldlt_; }
  // What the unit reactions of a closure leave on the dofs of Closure::dofs on their way to the
  // root: `lanes` numbers per dof, one per row.
  std::span<const double> efforts(int closure) const {
    return carried_[static_cast<std::size_t>(closure)].efforts;
  }

 private:
  struct Carried {
    std::vector<double> efforts;   // per dof of the closure `lanes` numbers, one per row
    std::vector<double> response;  // the same over the pivots D
  };
  struct Shared {  // dofs that two closures have in common: places in their lists
    std::vector<std::pair<int, int>> places;
  };
  // The rows of a closure side by side, in the lanes of two packs.
  using RowForces = std::array<Force<Pack4>, 2>;
  using RowNumbers = std::array<Pack4, 2>;

  static void drop_idle_rows(const RowNumbers& scale, Carried& carried);
  void attack(const Closure& closure, const ClosureRows& rows);
  void add_scale(const Motion<double>& s, double D_inverse, double reach, const RowForces& f,
                 const RowNumbers& floor, RowNumbers& scale) const;
  void carry(const Workspace<double>& ws, const ClosureRows& rows, std::size_t c,
             bool drops_idle_rows);

  const Loops& loops_;
  double length_squared_;  // of a link
  std::vector<int> all_nodes_, all_closures_;
  BlockLdlt ldlt_;
  std::vector<Carried> carried_;
  std::vector<Shared> shared_;       // per pair of neighbours
  std::vector<RowForces> wrenches_;  // per node
  std::vector<double> reach_;        // per node: how far away, at most, the reactions attack
};

}  // namespace catena
