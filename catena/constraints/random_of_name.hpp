#pragma once
// Numbers that look random and depend on a name alone, not on where it stands in a list.

#include <cstdint>
#include <string_view>

namespace catena {

// From -1 to 1, evenly distributed over names and rounds (FNV-1a, and the last steps of
// MurmurHash3).
inline double random_of_name(std::string_view name, int round) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto mix = [&](unsigned char c) { hash = (hash ^ c) * 1099511628211ULL; };
  for (const char c : name) mix(static_cast<unsigned char>(c));
  for (int byte = 0; byte < 4; ++byte)
    mix(static_cast<unsigned char>(static_cast<unsigned>(round) >> (8 * byte)));
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdULL;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  hash ^= hash >> 33;
  return static_cast<double>(hash >> 11) * 0x1p-52 - 1.0;
}

}  // namespace catena
