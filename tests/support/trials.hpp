#pragma once
// How often random tests try.

namespace catena::test {

// `count`, or a tenth of it under the address sanitizer: that looks for wrong accesses, which a
// tenth shows, and takes ten times as long for each.
constexpr int trials(int count) {
#if defined(__SANITIZE_ADDRESS__)
  return count / 10;
#else
  return count;
#endif
}

}  // namespace catena::test
