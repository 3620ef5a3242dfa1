#pragma once
// Prestress stability where there are several self-stresses to choose from (Calladine & Pellegrino
// 1991): is there one whose product forces resist every mechanism?

#include <optional>

#include "catena/tensegrity/network.hpp"
#include "catena/tensegrity/self_stress.hpp"

namespace catena::tensegrity {

enum class Signs {
  AsMembers,  // tension in all cables, compression in all struts
  Any,        // members that bear both
};

// A self-stress that makes all mechanisms stiff, or nothing where there is none. Cutting planes:
// the shortest combination of self-stresses that resists the motions collected so far; then the
// motion that resists least is added. It ends with a stiff combination or with a proof that there
// is none; NetworkError where 500 planes decide nothing.
std::optional<SelfStress> stabilising_self_stress(const Network& network,
                                                  Signs signs = Signs::AsMembers,
                                                  double rank_tolerance = default_rank_tolerance);

}  // namespace catena::tensegrity
