#pragma once
// A state that was saved while a simulation ran, to start from.

#include <memory>
#include <string>

#include "catena/sim/checkpoint.hpp"

namespace catena {

struct SavedState {
  std::shared_ptr<const Checkpoint> state = {};  // null: none
  std::string text = {};                         // of the checkpoint that it was read from

  SavedState() = default;
  SavedState(Checkpoint saved, std::string text_of_file = {})
      : state(std::make_shared<const Checkpoint>(std::move(saved))),
        text(std::move(text_of_file)) {}

  explicit operator bool() const { return state != nullptr; }
  // Checkpoints are compared by their text, which is exact.
  friend bool operator==(const SavedState& a, const SavedState& b) {
    return a.text == b.text && (!a.text.empty() || a.state == b.state);
  }
};

}  // namespace catena
