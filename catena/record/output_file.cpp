#include "catena/record/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "catena/record/recording_file.hpp"

namespace catena {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw RecordingError(
        fmt::format("{}: cannot be written ({}); check that its folder exists and may be written "
                    "to",
                    path_, std::strerror(errno)));
  // Not flock(), which readers of HDF5 use: they may read what is being written. File systems
  // without locks are used without.
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(file_, F_OFD_SETLK, &whole) != 0 && (errno == EAGAIN || errno == EACCES)) {
    ::close(file_);
    throw RecordingError(fmt::format(
        "{}: another run is writing this file; wait for its end, or choose another name", path_));
  }
  struct stat info {};
  regular_ = ::fstat(file_, &info) == 0 && S_ISREG(info.st_mode);
  if (regular_) cut(0);
}

OutputFile::~OutputFile() {
  ::close(file_);
}

void OutputFile::fail(int error) const {
  const char* advice = error == ENOSPC || error == EDQUOT ? "; make room on the disk"
                       : error == EFBIG ? "; the limit of the size of files is reached"
                                        : "";
  throw WriteError(fmt::format("{}: cannot be written: {}{}", path_, std::strerror(error), advice));
}

void OutputFile::append(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const char* rest = bytes.data() + done;
    const std::size_t count = bytes.size() - done;
    const ssize_t n = regular_ ? ::pwrite(file_, rest, count, static_cast<off_t>(length_ + done))
                               : ::write(file_, rest, count);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const int error = n < 0 ? errno : ENOSPC;
      cut(length_);
      fail(error);
    }
    done += static_cast<std::size_t>(n);
  }
  length_ += bytes.size();
}

void OutputFile::reserve(std::uint64_t length) {
  if (length <= length_) return;
  const int error =
      ::posix_fallocate(file_, static_cast<off_t>(length_), static_cast<off_t>(length - length_));
  if (error != 0) {
    cut(length_);
    fail(error);
  }
  length_ = length;
}

void OutputFile::overwrite(std::uint64_t place, std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail(n < 0 ? errno : ENOSPC);
    place += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

bool OutputFile::read(std::uint64_t place, std::span<unsigned char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = ::pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    place += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

void OutputFile::cut(std::uint64_t length) {
  if (::ftruncate(file_, static_cast<off_t>(length)) == 0) length_ = length;
}

void OutputFile::check_in_place() const {
  struct stat mine {
  }, named{};
  const bool there = ::fstat(file_, &mine) == 0 && ::stat(path_.c_str(), &named) == 0 &&
                     mine.st_dev == named.st_dev && mine.st_ino == named.st_ino;
  if (!there)
    throw WriteError(fmt::format(
        "{}: was deleted or replaced while it was written; nothing of it is left", path_));
}

}  // namespace catena
