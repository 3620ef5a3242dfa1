#include "catena/mechanism/said.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace catena {

Said::Said(std::string path, std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.key < b.key; });
  places_ = std::make_shared<const Places>(Places{std::move(path), std::move(keys)});
}

const Said::Key* Said::nearest(std::string_view key) const {
  if (!known()) return nullptr;
  while (true) {
    const auto found =
        std::lower_bound(places_->keys.begin(), places_->keys.end(), key,
                         [](const Key& a, std::string_view name) { return a.key < name; });
    if (found != places_->keys.end() && found->key == key) return &*found;
    if (key.empty()) return nullptr;
    const std::size_t end = key.find_last_of(".[");
    key = end == std::string_view::npos ? std::string_view{} : key.substr(0, end);
  }
}

const SaidAt* Said::find(std::string_view key) const {
  const Key* found = nearest(key);
  return found != nullptr ? &found->at : nullptr;
}

bool Said::has(std::string_view key) const {
  const Key* found = nearest(key);
  return found != nullptr && found->key == key;
}

std::string Said::prefix(std::string_view key, int into_text) const {
  const Key* found = nearest(key);
  if (found == nullptr) return {};
  const SaidAt& at = found->at;
  const bool inside = into_text >= 0 && at.text_offset >= 0;
  std::string path = places_->path;
  if (!found->key.empty() && found->key[0] != '[' && !path.empty()) path += '.';
  path += found->key;
  return fmt::format("{}:{}:{}: {}{}", *at.file, at.line,
                     at.column + (inside ? at.text_offset + into_text : 0), path,
                     path.empty() ? "" : ": ");
}

}  // namespace catena
