#pragma once
// Checkpoints: a simulation's State in a text file, exact to the last bit.

#include <istream>
#include <stdexcept>
#include <string>

#include "catena/sim/state.hpp"

namespace catena {

// A checkpoint that cannot be read or written; names the file and the line.
class StateFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void save_state(const State& state, const std::string& path);
State load_state(const std::string& path);

// The text of such a file; messages call it `path`.
std::string state_text(const State& state);
State read_state(std::istream& text, const std::string& path);

}  // namespace catena
