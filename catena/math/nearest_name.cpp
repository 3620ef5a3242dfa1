#include "catena/math/nearest_name.hpp"

#include <algorithm>

namespace catena {

namespace {

constexpr std::size_t longest_name = 64;  // longer ones are not typing mistakes

// Letters that are added, left out, changed, or swapped with the next one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::move(last);
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

// How many mistakes a word of this length may have: of short ones every other word is near.
std::size_t most_mistakes(std::size_t length) {
  if (length < 2) return 0;
  return length < 5 ? 1 : std::max<std::size_t>(2, length / 2);
}

}  // namespace

std::string nearest_name_hint(std::string_view wanted, const std::vector<std::string>& names) {
  if (wanted.size() > longest_name) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = most_mistakes(wanted.size());
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
