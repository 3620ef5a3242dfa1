#pragma once
// What readers of HDF5 share: numbers of a dataset that may be damaged, and values as bytes between
// the process that reads and the one that asked. Internal to this module.

#include <hdf5.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "catena/record/recording_file.hpp"

namespace catena {

// Bytes of a file; 0 where there is none.
std::uint64_t hdf5_size_of(const std::string& path);
// The bytes that `work` gives in a process of its own for a file of this path.
std::string read_hdf5_apart(const std::string& path, std::string (*work)(const std::string& path));

// Numbers of one file: refuses more of them than the file can hold.
class Hdf5Numbers {
 public:
  explicit Hdf5Numbers(std::string path);
  template <class T>
  std::vector<T> read(hid_t dataset, const std::string& name, hid_t memory_type) {
    std::vector<T> values(count(dataset, name, sizeof(T)));
    if (!values.empty()) fill(dataset, name, memory_type, values.data());
    return values;
  }

 private:
  std::size_t count(hid_t dataset, const std::string& name, std::size_t size);
  void fill(hid_t dataset, const std::string& name, hid_t memory_type, void* out) const;

  std::string path_;
  std::uint64_t most_bytes_, taken_ = 0;
};

// ---- As bytes.
inline void put_count(std::string& out, std::uint64_t count) {
  out.append(reinterpret_cast<const char*>(&count), sizeof count);
}
inline void put_text(std::string& out, const std::string& text) {
  put_count(out, text.size());
  out += text;
}

// What was put; refuses what is too short.
class TakenBytes {
 public:
  TakenBytes(const std::string& bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  // Throws the message that was put where there is one.
  void expect_success() {
    if (count() == 0) throw RecordingError(text());
  }
  std::string text() {
    const std::uint64_t size = count();
    return {take(size, 1), size};
  }
  std::uint64_t count() {
    std::uint64_t count = 0;
    std::memcpy(&count, take(1, sizeof count), sizeof count);
    return count;
  }
  template <class T>
  std::vector<T> numbers(std::uint64_t rows) {
    const char* const bytes = take(rows, sizeof(T));
    std::vector<T> values(rows);
    if (rows > 0) std::memcpy(values.data(), bytes, rows * sizeof(T));
    return values;
  }

 private:
  const char* take(std::uint64_t count, std::uint64_t size);

  const std::string& bytes_;
  const std::string& path_;
  std::size_t at_ = 0;
};

// First whether it succeeded, then what `put(out)` puts, or the message of what it throws.
template <class Put>
std::string bytes_or_message(Put&& put) {
  std::string out;
  try {
    put_count(out, 1);
    put(out);
  } catch (const RecordingError& error) {
    out.clear();
    put_count(out, 0);
    put_text(out, error.what());
  }
  return out;
}

}  // namespace catena
