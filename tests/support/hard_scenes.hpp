#pragma once
// Contact problems that are hard for most solvers: what leans, what is shaken, unlike masses, many
// more contacts than freedoms.

#include <string>
#include <vector>

#include "tests/support/contact_scenes.hpp"

namespace catena::test {

struct HardScene {
  BodyScene scene;
  Eigen::Vector3d gravity;
};

// One kind of them, drawn at random.
struct HardScenes {
  const char* name;
  HardScene (*draw)(std::mt19937_64& random, bool shaken);
};

// Leaning stacks at the angle at which they tip, mass ratios to 1e4, 40 points per body, points
// upon points, walls of about 100 contacts, arches, stacks of ten that are shaken.
const std::vector<HardScenes>& hard_scenes();

}  // namespace catena::test
