#pragma once
// Input as a file, for readers that take a path.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace catena {

// A file in memory, written anew for each input.
class FuzzFile {
 public:
  // Recordings say by the ending of their path what they are.
  explicit FuzzFile(const std::string& ending)
      : path_("/dev/shm/catena_fuzz_" + std::to_string(getpid()) + ending) {}
  ~FuzzFile() { std::remove(path_.c_str()); }
  FuzzFile(const FuzzFile&) = delete;
  FuzzFile& operator=(const FuzzFile&) = delete;

  void write(const std::uint8_t* data, std::size_t size) const {
    std::FILE* file = std::fopen(path_.c_str(), "wb");
    if (file == nullptr || std::fwrite(data, 1, size, file) != size || std::fclose(file) != 0)
      std::abort();
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace catena
