#pragma once
// A driver for the HDF5 library under which a file on disk goes from one whole state to the next.
// Internal to this module.
//
// The library does not survive a write that fails, and leaves a file between two states then. So it
// never sees one: its writes are kept in memory until commit(), which first takes the room on the
// disk, then writes what is new, and last what refers to it.

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catena/record/output_file.hpp"

namespace catena {

class StagedHdf5 {
 public:
  explicit StagedHdf5(std::string path) : path_(std::move(path)) {}

  // Makes a file created with this list of properties come here. The object must outlive the file.
  void serve(hid_t file_access);

  // Brings all since the last commit to the disk. Where that fails it throws WriteError, the file
  // is as the last commit left it, and what the library writes from then on is dropped. The first
  // one opens the file, so that it is whole from its first moment on; it may throw RecordingError.
  void commit();
  // Likewise, behind the end of the library's use.
  void finish();

  // For the driver.
  void stage(H5FD_mem_t kind, std::uint64_t place, const unsigned char* bytes, std::size_t count);
  void read(std::uint64_t place, unsigned char* bytes, std::size_t count) const;
  std::uint64_t end_of_allocated = 0;
  std::uint64_t end_of_file() const { return end_of_file_; }

 private:
  struct Write {
    H5FD_mem_t kind;
    std::uint64_t place;
    std::vector<unsigned char> bytes;
  };

  std::string path_;
  std::optional<OutputFile> file_;
  std::vector<Write> staged_;  // in the order of the library
  std::uint64_t end_of_file_ = 0;
  bool lost_ = false;
};

}  // namespace catena
