#pragma once
// Mechanisms with loops that need no file: benchmarks of the literature. z is up.

#include <string>
#include <string_view>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/model/model_builder.hpp"

namespace catena {

// What closes the loops of a built-in model (builtin_models.hpp); nothing for those that are trees.
LoopSpecs builtin_loops(std::string_view name, const Model& tree);

// A coupling of coordinates as text: a formula of q.JOINT that is zero.
struct FormulaCoupling {
  std::string name, zero;
};
// The couplings of a built-in model, besides its loops.
std::vector<FormulaCoupling> builtin_couplings(std::string_view name);

// N parallelogram four-bars in a row (IFToMM benchmark A02; Gonzalez et al. 2006): uprights
// "upright0" ... "uprightN", one metre apart, standing at q = 0, and couplers "coupler1" ...
// "couplerN" between them, all uniform slender rods of 1 m and 1 kg that turn about y. Loop joint
// "closure<i>" joins coupler i to upright i. One degree of freedom; when all rods lie in a line, N
// more.
ModelBuilder describe_n_four_bar(int loops);

// Bricard's mechanism (IFToMM A04): five rods of 1 m and 1 kg and six hinges "hinge1" ... "hinge6",
// the last of which closes the loop. Six constraints too many by count, but one: it moves.
ModelBuilder describe_bricard();

// Andrews' squeezing mechanism (IFToMM A03; Schiehlen 1990): seven bodies "K1" ... "K7" in the x-y
// plane, three loops, joints by the literature's letters: beta, theta, gamma, phi, delta, Omega,
// epsilon. Gravity is off.
ModelBuilder describe_squeezer();

}  // namespace catena
