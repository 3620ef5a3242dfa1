#include "catena/record/hdf5_points.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/record/output_file.hpp"

namespace catena {

namespace {

constexpr hsize_t chunk_rows = 4096;

hid_t file_type(const std::vector<double>&) {
  return H5T_IEEE_F64LE;
}
hid_t file_type(const std::vector<std::int32_t>&) {
  return H5T_STD_I32LE;
}
hid_t file_type(const std::vector<std::uint64_t>&) {
  return H5T_STD_U64LE;
}
hid_t memory_type(const std::vector<double>&) {
  return H5T_NATIVE_DOUBLE;
}
hid_t memory_type(const std::vector<std::int32_t>&) {
  return H5T_NATIVE_INT32;
}
hid_t memory_type(const std::vector<std::uint64_t>&) {
  return H5T_NATIVE_UINT64;
}

}  // namespace

Hdf5Handle hdf5_text_type(std::size_t size) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(size, 1));
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

bool write_hdf5_text(hid_t object, const char* attribute, const std::string& text) {
  const Hdf5Handle type = hdf5_text_type(text.size());
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle made(H5Acreate2(object, attribute, type, space, H5P_DEFAULT, H5P_DEFAULT),
                        H5Aclose);
  return made.valid() && H5Awrite(made, type, text.c_str()) >= 0;
}

Hdf5Points::Hdf5Points(hid_t file, const std::vector<std::string>& bodies, std::string path)
    : path_(std::move(path)) {
  const Hdf5Handle group(H5Gcreate2(file, hdf5_points_group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Gclose);
  check(group.valid());
  check(write_hdf5_text(group, hdf5_table_attribute,
                        "points where shapes touch: one row per point and sample"));
  const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = chunk_rows;
  const Hdf5Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(creation, 1, &chunk);
  const RecordedPoints columns;
  RecordedPoints::for_columns(columns, [&](const char* name, const char* unit, const auto& column) {
    datasets_.emplace_back(
        H5Dcreate2(group, name, file_type(column), space, H5P_DEFAULT, creation, H5P_DEFAULT),
        H5Dclose);
    check(datasets_.back().valid());
    check(write_hdf5_text(datasets_.back(), hdf5_unit_attribute, unit));
  });
  std::size_t longest = 1;
  for (const std::string& name : bodies) longest = std::max(longest, name.size());
  std::string text;
  for (const std::string& name : bodies) text += name + std::string(longest - name.size(), '\0');
  const Hdf5Handle type = hdf5_text_type(longest);
  const hsize_t count = bodies.size();
  const Hdf5Handle all(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Hdf5Handle names(
      H5Dcreate2(group, hdf5_bodies, type, all, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  check(names.valid() && H5Dwrite(names, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) >= 0);
}

void Hdf5Points::append(const RecordedPoints& points) {
  const hsize_t count = points.count(), total = count_ + count;
  if (count == 0) return;
  const Hdf5Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
  std::size_t i = 0;
  RecordedPoints::for_columns(points, [&](const char*, const char*, const auto& column) {
    const Hdf5Handle& dataset = datasets_[i++];
    check(H5Dset_extent(dataset, &total) >= 0);
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &count_, nullptr, &count, nullptr) >= 0);
    check(H5Dwrite(dataset, memory_type(column), memory, space, H5P_DEFAULT, column.data()) >= 0);
  });
  count_ = total;
}

void Hdf5Points::check(bool good) const {
  if (!good) throw WriteError(fmt::format("{}: the HDF5 library refuses to write it", path_));
}

}  // namespace catena
