#include "mujoco_text.hpp"

#include <cstring>
#include <stdexcept>

namespace catena::bench {

ModelPointer load_text(const std::string& text) {
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  const int slot = mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(text.size()));
  if (slot < 0) throw std::runtime_error("MuJoCo cannot hold the model text");
  std::memcpy(files->filedata[slot], text.data(), text.size());
  char message[1000] = "";
  ModelPointer loaded(mj_loadXML("model.xml", files.get(), message, sizeof message),
                      &mj_deleteModel);
  mj_deleteVFS(files.get());
  if (!loaded) throw std::runtime_error(std::string("MuJoCo refuses the model: ") + message);
  return loaded;
}

}  // namespace catena::bench
