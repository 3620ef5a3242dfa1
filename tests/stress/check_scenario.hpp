#pragma once
// What must hold of every run, whatever the scenario: it ends, says what it is worth, and what it
// has recorded can be read; the same again gives the same bits.

#include <string>

namespace catena::stress {

struct Outcome {
  enum class Kind {
    Ran,       // to its end, and explains its energies
    Doubtful,  // likewise, with the warning that energies are rough
    Refused,   // before it began, with a message
    Stopped,   // a message says why
    Wrong,     // reached its end, and says that it cannot be trusted
    Broken,    // something that must hold does not
  };
  Kind kind = Kind::Ran;
  std::string message = {};  // of a refusal or stop, or what does not hold
  double seconds = 0.0;      // of processor
  double unexplained = 0.0;  // of what was exchanged
};

const char* to_string(Outcome::Kind kind);
// What `catena run` must end with.
int exit_code(Outcome::Kind kind);

// The message without its numbers and names, by which outcomes are counted.
std::string class_of(const Outcome& outcome);

// `most_seconds`: of processor for one run. `folder`: for recordings.
Outcome check_scenario(const std::string& text, const std::string& folder, double most_seconds);

}  // namespace catena::stress
