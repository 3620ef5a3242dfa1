#include "catena/record/hdf5_reading.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "catena/record/hdf5_handles.hpp"
#include "catena/record/separate_process.hpp"

namespace catena {

namespace {

constexpr hssize_t most_rows = 1 << 28;  // of a file that is whole: 2 GB per column
// A file takes no more room in memory than what the best packing makes of it.
constexpr std::uint64_t most_packed = 1100, least_room = 16 << 20;

}  // namespace

std::uint64_t hdf5_size_of(const std::string& path) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  return none ? 0 : size;
}

std::string read_hdf5_apart(const std::string& path, std::string (*work)(const std::string& path)) {
  const Hdf5Session session;
  const std::uint64_t size = hdf5_size_of(path);
  return in_separate_process(
      [&] { return work(path); }, 8 + size / (20 << 20), (800UL << 20) + 24 * size,
      fmt::format("{}: the HDF5 library fails on it; the file is damaged", path));
}

Hdf5Numbers::Hdf5Numbers(std::string path)
    : path_(std::move(path)), most_bytes_(least_room + most_packed * hdf5_size_of(path_)) {}

std::size_t Hdf5Numbers::count(hid_t dataset, const std::string& name, std::size_t size) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const int dimensions = H5Sget_simple_extent_ndims(space);
  const H5T_class_t kind = H5Tget_class(type);
  const bool numbers = kind == H5T_FLOAT || kind == H5T_INTEGER;
  if (dimensions != 1 || !numbers)
    throw RecordingError(
        fmt::format("{}: dataset '{}' has {} dimensions{}, expected numbers in one dimension",
                    path_, name, dimensions, numbers ? "" : " and no numbers"));
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0 || count > most_rows)
    throw RecordingError(
        fmt::format("{}: dataset '{}' says that it has {} rows, expected at most {}; the file is "
                    "damaged",
                    path_, name, count, most_rows));
  taken_ += static_cast<std::uint64_t>(count) * size;
  if (taken_ > most_bytes_)
    throw RecordingError(fmt::format(
        "{}: dataset '{}' says that it has {} rows, more than a file of this size holds; the "
        "file is damaged",
        path_, name, count));
  return static_cast<std::size_t>(count);
}

void Hdf5Numbers::fill(hid_t dataset, const std::string& name, hid_t memory_type, void* out) const {
  if (H5Dread(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) < 0)
    throw RecordingError(
        fmt::format("{}: dataset '{}' cannot be read; the file is damaged", path_, name));
}

const char* TakenBytes::take(std::uint64_t count, std::uint64_t size) {
  if (count > (bytes_.size() - at_) / size)
    throw RecordingError(fmt::format("{}: cannot be read; the file is damaged", path_));
  const char* const place = bytes_.data() + at_;
  at_ += count * size;
  return place;
}

}  // namespace catena
