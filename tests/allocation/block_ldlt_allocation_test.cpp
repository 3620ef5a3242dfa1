// The block factorisation does not allocate once it exists.

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "catena/solvers/block_ldlt.hpp"
#include "tests/allocation/allocation_counter.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInBlockLdlt, FactorisingAndSolving) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  const int n = 20;
  std::vector<std::pair<int, int>> ring;
  for (int i = 0; i < n; ++i) ring.emplace_back(i, (i + 1) % n);
  BlockLdlt ldlt(n, ring);
  std::vector<double> b(6 * n, 1.0), x(6 * n);
  long count = 0;
  {
    const AllocationGuard guard;
    for (int rows = 0; rows <= 6; ++rows) {
      ldlt.set_zero();
      for (int i = 0; i < n; ++i) {
        ldlt.set_rows(i, rows);
        for (int r = 0; r < 6; ++r) ldlt.diagonal(i)[7 * r] = 2.0;
        ldlt.coupling(i)[0] = 1.0;
      }
      ldlt.factorize(1e-11);
      ldlt.solve(b.data(), x.data());
    }
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
  EXPECT_EQ(ldlt.rank(), 6 * n - 1);  // a ring of an even length: alternating signs cost nothing
}

}  // namespace
}  // namespace catena::test
