#pragma once
// How much arithmetic a kernel needs, and how much the machine could do.

#include "catena/model/model.hpp"

namespace catena::bench {

// Additions, multiplications and divisions that aba() spends on one state, counted by hand from
// catena/dynamics/aba.cpp; a fused multiply-add counts as two.
double flops_per_aba(const Model& model);

// Double-precision operations per nanosecond (GFLOP/s) of one core in a loop of nothing but
// independent fused multiply-adds on packs.
double peak_gflops();

}  // namespace catena::bench
