#pragma once
// The source of an item of a description: file, line and column of the item and of each of its
// keys. Items made by a program have no source.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace catena {

struct SaidAt {
  std::shared_ptr<const std::string> file;
  int line = 0, column = 0;  // from 1
  // From the column to the first character of a value's text; -1: it stands on several lines, or is
  // no text.
  int text_offset = -1;
};

class Said {
 public:
  struct Key {
    std::string key;  // "" for the item itself; "axis", "route[0].turn" ...
    SaidAt at;
  };

  Said() = default;
  // `path`: how messages call the item, "model.joints[1]". `keys` holds the item itself.
  Said(std::string path, std::vector<Key> keys);

  bool known() const { return places_ != nullptr; }
  // The place of a key, or of the nearest map or list that would hold it; null where nothing is
  // known.
  const SaidAt* find(std::string_view key = {}) const;
  bool has(std::string_view key) const;  // exactly this one
  // "FILE:LINE:COLUMN: model.joints[1].axis: " or nothing. `into_text`: characters from the start
  // of the key's text to what is meant.
  std::string prefix(std::string_view key = {}, int into_text = -1) const;

  // Where things were said makes no difference between them.
  friend bool operator==(const Said&, const Said&) { return true; }

 private:
  struct Places {
    std::string path;
    std::vector<Key> keys;  // by name
  };
  const Key* nearest(std::string_view key) const;

  std::shared_ptr<const Places> places_;
};

}  // namespace catena
