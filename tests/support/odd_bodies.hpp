#pragma once
// The families of odd_problems.hpp that are made of bodies: free ones (odd_bodies.cpp,
// odd_pressed.cpp), and those of arms, loops and planes (odd_mechanisms.cpp).

#include <random>

#include "tests/support/contact_scenes.hpp"
#include "tests/support/kept_problem.hpp"

namespace catena::test::odd {

// What families draw with: 10 to a power, a whole number, velocities in m/s and five times that in
// rad/s.
double power_of_ten(std::mt19937_64& random, double low, double high);
int pick(std::mt19937_64& random, int low, int high);
void push_about(BodyScene& scene, std::mt19937_64& random, double speed);

KeptProblem dome(std::mt19937_64& random, int number);
KeptProblem wedges(std::mt19937_64& random, int number);
KeptProblem hooks(std::mt19937_64& random, int number);
KeptProblem long_chain(std::mt19937_64& random, int number);
KeptProblem longer_chain(std::mt19937_64& random, int number);
KeptProblem smooth_and_rough(std::mt19937_64& random, int number);
KeptProblem pile_of_spheres(std::mt19937_64& random, int number);
KeptProblem unlike_units(std::mt19937_64& random, int number);
KeptProblem pinched_row(std::mt19937_64& random, int number);
KeptProblem uneven_faces(std::mt19937_64& random, int number);
KeptProblem drifting_faces(std::mt19937_64& random, int number);
KeptProblem very_rough(std::mt19937_64& random, int number);
KeptProblem anisotropic(std::mt19937_64& random, int number);
KeptProblem very_unlike(std::mt19937_64& random, int number);
KeptProblem pressing_arm(std::mt19937_64& random, int number);
KeptProblem closed_loops(std::mt19937_64& random, int number);
KeptProblem planar_pyramid(std::mt19937_64& random, int number);
KeptProblem between_jaws(std::mt19937_64& random, int number);  // without a solution

}  // namespace catena::test::odd
