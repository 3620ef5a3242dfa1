// Feeds arbitrary text to the reader of networks: whatever it is, the answer is a network that
// passes its own check, or a ScenarioError.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "catena/formats/network_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  catena::NetworkFile file;
  try {
    file = catena::parse_network(text, "fuzz.yaml");
  } catch (const catena::ScenarioError&) {
    return 0;
  }
  catena::tensegrity::check(file.network);
  return 0;
}
