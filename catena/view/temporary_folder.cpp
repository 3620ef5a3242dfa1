#include "catena/view/temporary_folder.hpp"

#include <fmt/format.h>

#include <random>
#include <stdexcept>

namespace catena {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::random_device random;
  const fs::path all = fs::temp_directory_path();
  for (int attempt = 0; attempt < 100; ++attempt) {
    path_ = all / fmt::format("catena-{:08x}{:08x}", random(), random());
    std::error_code error;
    if (!fs::create_directory(path_, error)) continue;
    fs::permissions(path_, fs::perms::owner_all);
    return;
  }
  throw std::runtime_error(fmt::format("no folder can be made in {}", all.string()));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace catena
