#pragma once
// Counts every allocation of the program while a guard is alive: operator new, and malloc itself,
// which Eigen calls directly. It replaces malloc, so it belongs to this program only.

namespace catena::test {

// Whether malloc can be counted here: glibc, and no sanitizer that replaces malloc already.
bool allocations_can_be_counted();

class AllocationGuard {
 public:
  AllocationGuard();
  ~AllocationGuard();
  AllocationGuard(const AllocationGuard&) = delete;
  AllocationGuard& operator=(const AllocationGuard&) = delete;

  // Since the guard was made.
  long count() const;
};

}  // namespace catena::test
