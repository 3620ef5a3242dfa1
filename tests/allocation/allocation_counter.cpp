#include "tests/allocation/allocation_counter.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CATENA_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define CATENA_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(CATENA_SANITIZED)
#define CATENA_COUNTS_MALLOC 1
#else
#define CATENA_COUNTS_MALLOC 0
#endif

namespace {
std::atomic<bool> counting{false};
std::atomic<long> counted{0};
}  // namespace

#if CATENA_COUNTS_MALLOC
// glibc keeps its own functions under these names, so that programs may put theirs in front.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* pointer, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

static void note() {
  if (counting.load(std::memory_order_relaxed)) counted.fetch_add(1, std::memory_order_relaxed);
}
void* malloc(std::size_t size) {
  note();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  note();
  return __libc_calloc(count, size);
}
void* realloc(void* pointer, std::size_t size) {
  note();
  return __libc_realloc(pointer, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  note();
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}
}
#endif

namespace catena::test {

bool allocations_can_be_counted() {
  return CATENA_COUNTS_MALLOC != 0;
}

AllocationGuard::AllocationGuard() {
  counted = 0;
  counting = true;
}
AllocationGuard::~AllocationGuard() {
  counting = false;
}
long AllocationGuard::count() const {
  return counted;
}

}  // namespace catena::test
