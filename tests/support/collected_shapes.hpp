#pragma once
// Scenarios of shapes that touch each other, drawn at random: piles, throws and limp figures.

#include <string>

namespace catena::test {

// Bodies of several shapes and masses that fall upon each other between walls.
std::string pile_of_shapes(unsigned seed, int bodies);
// A body that is thrown at a wall of boxes.
std::string thrown_at_wall(unsigned seed);
// A trunk with arms and legs of capsules whose joints have stops, dropped.
std::string limp_figure(unsigned seed);

}  // namespace catena::test
