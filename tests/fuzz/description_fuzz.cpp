// Feeds arbitrary text to the reader of descriptions: what is read, whether a simulation could run
// it or not, can be written, is then read as the same, and is written as the same text again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/scenario/scenario.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string folder = CATENA_SOURCE_DIR "/examples";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string written;
  catena::Mechanism mechanism;
  try {
    mechanism = catena::parse_mechanism(text, "fuzz.yaml", folder);
    written = catena::write_scenario(mechanism);
  } catch (const catena::ScenarioError&) {
    return 0;  // it says what it found where, or by name what has no text
  }
  const catena::Mechanism again = catena::parse_mechanism(written, "written.yaml", folder);
  if (!(again == mechanism)) std::abort();
  if (catena::write_scenario(again) != written) std::abort();
  return 0;
}
