#include "catena/math/nearest_name.hpp"

#include <algorithm>

namespace catena {

namespace {

constexpr std::size_t longest_name = 64;  // longer ones are not typing mistakes

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name_hint(std::string_view wanted, const std::vector<std::string>& names) {
  if (wanted.size() > longest_name) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 2);
  for (const std::string& name : names) {
    if (name.size() > longest_name) continue;
    const std::size_t distance = edit_distance(wanted, name);
    if (distance <= best_distance && (best == nullptr || distance < best_distance)) {
      best = &name;
      best_distance = distance;
    }
  }
  return best != nullptr ? "; did you mean '" + *best + "'?" : std::string();
}

}  // namespace catena
