// Feeds arbitrary text to the reader of descriptions: what is read, whether a simulation could run
// it or not, can be written, is then read as the same, and is written as the same text again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/scenario/scenario.hpp"

namespace {

bool is_kept(const catena::Mechanism& mechanism, const std::string& written,
             const std::string& folder) {
  try {
    const catena::Mechanism again = catena::parse_mechanism(written, "written.yaml", folder);
    return again == mechanism && catena::write_scenario(again) == written;
  } catch (const catena::ScenarioError&) {
    return false;
  }
}

// Numbers of joints that do not exist, for instance, are not read.
bool can_be_compiled(const catena::Mechanism& mechanism) {
  try {
    catena::compile(mechanism);
    return true;
  } catch (const catena::MechanismError&) {
    return false;
  }
}

}  // namespace

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
  if (!is_kept(mechanism, written, folder) && can_be_compiled(mechanism)) std::abort();
  return 0;
}
