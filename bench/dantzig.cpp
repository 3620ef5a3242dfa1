#include "dantzig.hpp"

#ifdef CATENA_HAS_BULLET
#include <BulletDynamics/MLCPSolvers/btDantzigLCP.h>
#endif

namespace catena::bench {

#ifdef CATENA_HAS_BULLET

bool has_dantzig() {
  return true;
}

bool solve_with_dantzig(const test::FrictionFile& problem, std::vector<double>& x) {
  const bool lcp = problem.kind == "lcp";
  if (!lcp && problem.kind != "3d") return false;
  const std::size_t n = problem.q.size();
  std::vector<btScalar> A(n * n, 0.0), b(n), w(n, 0.0), low(n, 0.0), high(n, SIMD_INFINITY);
  std::vector<int> normal(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    for (int e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
      const std::size_t entry = static_cast<std::size_t>(e);
      A[i * n + static_cast<std::size_t>(problem.column[entry])] += problem.value[entry];
    }
    b[i] = -problem.q[i];
    if (lcp || i % 3 == 0) continue;
    normal[i] = static_cast<int>(i - i % 3);
    high[i] = problem.mu[i / 3];  // times the normal force
    low[i] = -high[i];
  }
  x.assign(n, 0.0);
  btDantzigScratchMemory scratch;
  return btSolveDantzigLCP(static_cast<int>(n), A.data(), x.data(), b.data(), w.data(), 0,
                           low.data(), high.data(), normal.data(), scratch);
}

#else

bool has_dantzig() {
  return false;
}

bool solve_with_dantzig(const test::FrictionFile&, std::vector<double>&) {
  return false;
}

#endif

}  // namespace catena::bench
