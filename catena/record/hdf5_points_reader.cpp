// Reads the table of points of contact of recordings in HDF5.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <type_traits>

#include "catena/record/hdf5_points.hpp"
#include "catena/record/hdf5_reading.hpp"

namespace catena {

namespace {

constexpr std::size_t longest_name = 1 << 16;

template <class T>
hid_t native_type() {
  if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
  if constexpr (std::is_same_v<T, std::int32_t>) return H5T_NATIVE_INT32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return H5T_NATIVE_UINT64;
}

std::vector<std::string> read_names(hid_t group, const std::string& path) {
  const auto damaged = [&] {
    return RecordingError(
        fmt::format("{}: the names of the bodies of '{}' cannot be read; the "
                    "file is damaged",
                    path, hdf5_points_group));
  };
  const Hdf5Handle dataset(H5Dopen2(group, hdf5_bodies, H5P_DEFAULT), H5Dclose);
  if (!dataset.valid()) throw damaged();
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose), space(H5Dget_space(dataset), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
      H5Sget_simple_extent_ndims(space) != 1)
    throw damaged();
  const std::size_t size = H5Tget_size(type);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (size == 0 || size > longest_name || count < 0 ||
      static_cast<std::uint64_t>(count) * size > 16 * hdf5_size_of(path))
    throw damaged();
  std::string text(static_cast<std::size_t>(count) * size, '\0');
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) throw damaged();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const std::string name = text.substr(i * size, size);
    names.push_back(name.substr(0, name.find('\0')));
  }
  return names;
}

// Columns that recordings of older versions lack, and what they have instead.
std::optional<double> instead_of(std::string_view name) {
  if (name == "friction_across") return -1.0;
  constexpr std::array<std::string_view, 5> zero = {"tx", "ty", "tz", "spin", "rolling"};
  return std::find(zero.begin(), zero.end(), name) == zero.end() ? std::nullopt
                                                                 : std::optional(0.0);
}

RecordedPoints read_table(const std::string& path) {
  RecordedPoints points;
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.valid())
    throw RecordingError(
        fmt::format("{}: cannot be read, expected an HDF5 file; check the path and its "
                    "permissions",
                    path));
  if (H5Lexists(file, hdf5_points_group, H5P_DEFAULT) <= 0) return points;
  const Hdf5Handle group(H5Gopen2(file, hdf5_points_group, H5P_DEFAULT), H5Gclose);
  if (!group.valid() || H5Aexists(group, hdf5_table_attribute) <= 0) return points;
  points.bodies = read_names(group, path);
  Hdf5Numbers numbers(path);
  std::size_t rows = SIZE_MAX;
  RecordedPoints::for_columns(points, [&](const char* name, const char*, auto& column) {
    if (instead_of(name) && H5Lexists(group, name, H5P_DEFAULT) <= 0) return;
    const Hdf5Handle dataset(H5Dopen2(group, name, H5P_DEFAULT), H5Dclose);
    if (!dataset.valid())
      throw RecordingError(fmt::format("{}: found no dataset '{}/{}'; the file is damaged", path,
                                       hdf5_points_group, name));
    using T = typename std::decay_t<decltype(column)>::value_type;
    column =
        numbers.read<T>(dataset, fmt::format("{}/{}", hdf5_points_group, name), native_type<T>());
    rows = std::min(rows, column.size());
  });
  // A run that was killed while it wrote may have reached some columns only.
  RecordedPoints::for_columns(points, [&](const char* name, const char*, auto& column) {
    using T = typename std::decay_t<decltype(column)>::value_type;
    column.resize(rows, static_cast<T>(instead_of(name).value_or(0.0)));
  });
  const auto outside = [&](std::int32_t i) {
    return i < 0 || static_cast<std::size_t>(i) >= points.bodies.size();
  };
  if (std::any_of(points.a.begin(), points.a.end(), outside) ||
      std::any_of(points.b.begin(), points.b.end(), outside))
    throw RecordingError(
        fmt::format("{}: '{}' has points of bodies without a name; the file is "
                    "damaged",
                    path, hdf5_points_group));
  return points;
}

std::string read_points_in_child(const std::string& path) {
  return bytes_or_message([&](std::string& out) {
    const RecordedPoints points = read_table(path);
    put_count(out, points.bodies.size());
    for (const std::string& name : points.bodies) put_text(out, name);
    put_count(out, points.count());
    RecordedPoints::for_columns(points, [&](const char*, const char*, const auto& column) {
      out.append(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(column[0]));
    });
  });
}

}  // namespace

RecordedPoints read_contact_points(const std::string& path) {
  RecordedPoints points;
  check_recording_ending(path);
  if (std::filesystem::path(path).extension() == ".csv") return points;
  const std::string bytes = read_hdf5_apart(path, read_points_in_child);
  TakenBytes answer(bytes, path);
  answer.expect_success();
  const std::uint64_t names = answer.count();
  for (std::uint64_t i = 0; i < names; ++i) points.bodies.push_back(answer.text());
  const std::uint64_t rows = answer.count();
  RecordedPoints::for_columns(points, [&](const char*, const char*, auto& column) {
    using T = typename std::decay_t<decltype(column)>::value_type;
    column = answer.numbers<T>(rows);
  });
  return points;
}

}  // namespace catena
