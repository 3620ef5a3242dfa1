#pragma once
// Bullet's solver of contact problems by Dantzig's pivoting, where its library is installed
// (Debian: libbullet-dev). It bounds each tangent by itself: a pyramid of four edges.

#include <vector>

#include "tests/support/friction_files.hpp"

namespace catena::bench {

bool has_dantzig();

// Solves a 3-D problem or an LCP. Returns false where the method gives up, or does not know the
// kind.
bool solve_with_dantzig(const test::FrictionFile& problem, std::vector<double>& x);

}  // namespace catena::bench
