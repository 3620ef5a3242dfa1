#include "flops.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "catena/math/pack.hpp"

namespace catena::bench {
namespace {

// Per node, whatever its joint.
constexpr double motion_to_child = 42;         // X^-1 m
constexpr double force_to_parent = 42;         // X f
constexpr double velocity_products = 42 + 30;  // I v, then v x* (I v)
constexpr double add_own_inertia = 15 + 6;     // onto what the children left
constexpr double add_to_sibling = 21 + 6;      // a branch joining its siblings

// A revolute joint: sincos, rotation about z; 1/D, u, IA - U U^T / D without its zero row, bias.
constexpr double revolute_pose = 40 + 18 + 1;
constexpr double revolute_pivot = 2;
constexpr double revolute_free = 5 + 30 + 4 + 50;
constexpr double revolute_inertia_to_parent = 252;  // transform_freed_z
constexpr double revolute_acceleration = 8 + 11 + 2 + 1;

// A free joint at the root: six pivots, five rank-1 updates, nothing to hand on.
constexpr double free_pose = 30 + 45 + 18 + 6;
constexpr double free_pivots = 6 * (11 + 2 + 11 + 1) + 5 * (48 + 13);
constexpr double free_acceleration = 33 + 6 * (11 + 2 + 12);

// Makes the compiler have everything in memory at this point: it may not move a loop past it.
void settle(const Pack4* values) {
  asm volatile("" : : "r"(values) : "memory");
}

double flops_of(const Node& node, bool is_leaf, bool has_next_sibling) {
  double flops = 2.0 * motion_to_child + velocity_products + (is_leaf ? 0.0 : add_own_inertia);
  if (node.kind == NodeKind::Free) return flops + free_pose + free_pivots + free_acceleration;
  flops += revolute_pose + revolute_pivot + revolute_acceleration;
  if (node.parent == 0) return flops;
  return flops + revolute_free + revolute_inertia_to_parent + force_to_parent +
         (has_next_sibling ? add_to_sibling : 0.0);
}

}  // namespace

double flops_per_aba(const Model& model) {
  const auto nodes = model.nodes();
  double flops = 0.0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const auto end = static_cast<std::size_t>(nodes[i].subtree_end);
    const bool has_next_sibling = end < nodes.size() && nodes[end].parent == nodes[i].parent;
    flops += flops_of(nodes[i], end == i + 1, has_next_sibling);
  }
  return flops;
}

double peak_gflops() {
  constexpr std::size_t chains = 12;  // more than latency x ports of any core so far
  constexpr int rounds = 200000;
  double best = 0.0;
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::array<Pack4, chains> sum;
    sum.fill(Pack4(1.0));
    const Pack4 factor(0.999999), offset(1e-6);
    settle(sum.data());
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i)
      for (std::size_t k = 0; k < chains; ++k) sum[k] = sum[k] * factor + offset;
    settle(sum.data());
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double flops = 2.0 * static_cast<double>(rounds) * chains * Pack4::lanes;
    best = std::max(best, 1e-9 * flops / seconds);
  }
  return best;
}

}  // namespace catena::bench
