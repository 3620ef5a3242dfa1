#pragma once
// Scratch memory for one thread. Kernels write before they read: nothing in here is a result, and
// nothing survives from one call to the next. It serves every model with the same tree, whatever
// its masses and lengths; kernels throw std::invalid_argument where the tree is another.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "catena/dynamics/pair_products.hpp"
#include "catena/joints/custom.hpp"
#include "catena/math/views.hpp"
#include "catena/model/model.hpp"
#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

// Six rows of numbers, one per component of a spatial vector, one column per dof: the layout in
// which a loop over a subtree's dofs is a loop over consecutive numbers. Places that differ from
// the end of a row by a multiple of four are aligned to four numbers.
template <class T>
class SpatialRows {
 public:
  struct alignas(4 * alignof(T)) Four {
    std::array<T, 4> numbers;
  };

  explicit SpatialRows(int columns)
      : stride_((columns + 3) / 4 * 4),
        margin_(stride_ - columns),
        data_(static_cast<std::size_t>(6 * stride_ / 4)) {}
  // The start of each row.
  std::array<T*, 6> rows() {
    T* const d = reinterpret_cast<T*>(data_.data()) + margin_;
    return {d, d + stride_, d + 2 * stride_, d + 3 * stride_, d + 4 * stride_, d + 5 * stride_};
  }
  void set_zero() { std::fill(data_.begin(), data_.end(), Four{{T(0.0), T(0.0), T(0.0), T(0.0)}}); }
  std::vector<Four>& data() { return data_; }

 private:
  int stride_, margin_;
  std::vector<Four> data_;
};

template <class T = double>
struct Workspace {
  explicit Workspace(const Model& model);

  std::uint64_t tree_hash;  // of its model: kernels throw where theirs has another

  // Fills everything with NaN, so that a kernel that reads before it writes shows up in tests.
  void poison();

  // Per depth of the tree: in depth-first order only the ancestors of the present node are alive.
  struct Level {
    Motion<T> v, a;            // of the node, in its own axes
    ArticulatedInertia<T> IA;  // sums over its children
    Force<T> p;                // likewise
  };
  // Per node.
  struct LocalNode {
    Transform<T> X;  // X_PC: the node in its parent
    Motion<T> v;     // velocity, in its own axes
    Force<T> f;      // wrench through its joint, in its own axes
  };
  // Per dof, articulated-body algorithm.
  struct Axis {
    Force<T> U;
    T D_inverse, u;
  };
  // Per node, for kernels that walk out once; each says in which axes.
  struct WorldNode {
    Transform<T> X;
    Inertia<T> I;
    Motion<T> v, a;
  };
  // Per node, in world axes about the origin of the tree's root, see derivatives.cpp; h to J_rate
  // become sums over subtrees.
  struct MovingNode {
    MotionColumns<T> v, a;
    ForceColumns<T> h, f;        // momentum; force
    SymmetricColumns<T> J_rate;  // d/dt of the rotational inertia
  };
  // Per depth, see mass_matrix_inverse.cpp: sums over the children.
  struct ArticulatedLevel {
    ArticulatedColumns<T> IA;
    ForceColumns<T> p;
  };
  // Per dof, see derivatives.cpp.
  struct DofTerms {
    MotionColumns<T> Psi_dot, Psi_ddot, E;
    AncestorTerms<T> as_ancestor;
  };

  std::vector<Level> levels;
  std::vector<LocalNode> local;
  std::vector<Axis> axes;
  std::vector<WorldNode> world;
  std::vector<MovingNode> moving;
  std::vector<ArticulatedLevel> articulated;
  std::vector<ColumnPose<T>> poses;             // per node, as in MovingNode
  std::vector<CompositeInertia<T>> composites;  // per node, as in MovingNode
  std::vector<Force<T>> external;               // per node, in its own axes
  std::vector<CustomJointKinematics<T>> custom;
  std::vector<Motion<T>> S;             // per dof: its axis, world axes
  std::vector<Force<T>> dof_forces;     // per dof, world axes
  std::vector<DofTerms> terms;          // per dof, world axes
  SpatialRows<T> F;                     // per dof, see mass_matrix_inverse.cpp
  std::vector<SpatialRows<T>> P;        // per branching level, see mass_matrix_inverse.cpp
  std::vector<int> branching_level;     // per dof; constant
  std::vector<T> q_scratch;             // nq: a configuration
  std::vector<T> v_scratch;             // nv
  std::vector<T> sines, cosines;        // nq + 3: of angles, see recursion.hpp
  std::vector<T> panel;                 // 4 (nv + 3), see tree_product.hpp
  std::vector<const T*> panel_columns;  // nv + 3, likewise
};

extern template struct Workspace<double>;
extern template struct Workspace<Pack4>;

// Not instantiated eagerly: `catena::Workspace ws(model);` means doubles.
Workspace(const Model&)->Workspace<double>;

}  // namespace catena
