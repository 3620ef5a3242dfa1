#pragma once
// A folder for temporary files.

#include <filesystem>

namespace catena {

// A new folder among the system's temporary ones, removed with all that is in it.
class TemporaryFolder {
 public:
  // Throws std::runtime_error where none can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace catena
