// Feeds arbitrary text to the reader of robot files: whatever it is, the answer is a model, or a
// ModelError. The first byte chooses the options.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/formats/urdf.hpp"
#include "catena/model/configuration.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  catena::UrdfOptions options;
  options.fuse_fixed_joints = size % 2 == 1;
  options.floating_base = size % 4 >= 2;
  catena::UrdfReport report;
  try {
    const catena::Model model = catena::read_urdf_text(text, "fuzz.urdf", options, &report).build();
    if (!catena::neutral_configuration(model).allFinite()) std::abort();
  } catch (const catena::ModelError&) {
  }
  return 0;
}
