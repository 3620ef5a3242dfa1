#pragma once
// Checkpoints in text files, exact to the last bit.

#include <istream>
#include <string>

#include "catena/math/error.hpp"
#include "catena/sim/checkpoint.hpp"

namespace catena {

// A checkpoint that cannot be read or written; names the file and the line.
class StateFileError : public Error {
 public:
  using Error::Error;
};

void save_checkpoint(const Checkpoint& checkpoint, const std::string& path);
Checkpoint load_checkpoint(const std::string& path);

// The text of such a file; messages call it `path`.
std::string checkpoint_text(const Checkpoint& checkpoint);
Checkpoint read_checkpoint(std::istream& text, const std::string& path);

}  // namespace catena
