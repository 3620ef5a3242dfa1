#pragma once
// What the tables of keys are written with.

#include <array>

#include "catena/scenario/keys.hpp"

namespace catena::scenario_keys {

using yaml::Key;
using yaml::Section;
using Type = yaml::ValueType;
using Names = std::string_view;

inline constexpr bool required = true;

template <const Section&... sections>
inline constexpr std::array<const Section*, sizeof...(sections)> list_of{&sections...};

// The same as `Key`, for a key whose value has keys of its own.
template <const Section&... sections>
constexpr Key nested(std::string_view name, Type type, std::string_view meaning,
                     bool is_required = false) {
  return {name, type, meaning, is_required, {}, list_of<sections...>};
}

// The keys of one list, then those of another.
template <std::size_t n, std::size_t m>
constexpr std::array<Key, n + m> joined(const Key (&first)[n], const Key (&second)[m]) {
  std::array<Key, n + m> all{};
  for (std::size_t i = 0; i < n; ++i) all[i] = first[i];
  for (std::size_t i = 0; i < m; ++i) all[n + i] = second[i];
  return all;
}

inline constexpr Key place_keys[] = {
    {"body", Type::Text, "that it is on (or world)"},
    {"frame", Type::Text, "instead: a named frame"},
    nested<pose>("at", Type::PoseOrVector, "where on the body, or in the frame"),
};

inline constexpr Names joint_kinds[] = {
    "weld",           "revolute",   "continuous",   "prismatic", "helical",
    "cylindrical",    "universal",  "planar",       "spherical", "free",
    "involute_rigid", "involute_u", "involute_eps", "involute_l"};
}  // namespace catena::scenario_keys
