#pragma once
// A file that one program writes: refused to a second one, and never left with half a piece.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "catena/math/error.hpp"

namespace catena {

// A file that took no more: the disk is full, or the file is gone. What was written before is kept.
class WriteError : public Error {
 public:
  using Error::Error;
};

class OutputFile {
 public:
  // Empties an existing file as soon as it is known that no one else writes it. Throws
  // RecordingError where it cannot be opened, or where another writer has it open.
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // All of it, or nothing: then it throws WriteError, and the file is as long as before.
  void append(std::string_view bytes);

  // Takes room on the disk up to this length, or throws WriteError and takes none.
  void reserve(std::uint64_t length);
  // Bytes of the file from a place on; throws WriteError. They should lie within what is reserved.
  void overwrite(std::uint64_t place, std::span<const unsigned char> bytes);
  // False where the file ends before.
  bool read(std::uint64_t place, std::span<unsigned char> bytes) const;
  void cut(std::uint64_t length);

  // Throws WriteError where the path does not lead to this file any more: it was deleted or
  // replaced, and nobody will find what was written.
  void check_in_place() const;

  std::uint64_t length() const { return length_; }
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  int file_ = -1;
  bool regular_ = true;  // a device has neither a length nor a place
  std::uint64_t length_ = 0;
};

}  // namespace catena
