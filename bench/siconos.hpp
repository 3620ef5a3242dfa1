#pragma once
// Siconos' solvers of friction problems, where its library is installed (Debian:
// libsiconos-numerics-dev).

#include <optional>
#include <vector>

#include "tests/support/friction_files.hpp"

namespace catena::bench {

// Solves a 3-D problem by NSGS, an LCP and a small 2-D problem by Lemke's method, from zero, at
// Siconos' relative tolerance of 1e-10. Returns false for other kinds and without Siconos.
bool solve_with_siconos(const test::FrictionFile& problem, std::vector<double>& x);

// Solves a 3-D problem by Siconos' Lemke (lexicographic), with pyramids of four edges inscribed in
// the cones (Stewart & Trinkle 1996), contacts scaled to unit diagonal. Returns whether it gives an
// answer; nothing for other kinds, for more than 100 contacts (its tableau is dense) and without
// Siconos.
std::optional<bool> solve_with_lemke_of_siconos(const test::FrictionFile& problem,
                                                std::vector<double>& x);

}  // namespace catena::bench
