// Recordings in HDF5: one extendible dataset of doubles per column, named like the column. A slash
// in a name makes a group, as everywhere in HDF5, and file["q.left/knee"] finds it again. The unit
// of a column is the attribute `unit` of its dataset. A group with the attribute `table` has rows
// of its own: the points where shapes touch, which come and go.

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "catena/record/hdf5_handles.hpp"
#include "catena/record/hdf5_points.hpp"
#include "catena/record/recording_formats.hpp"
#include "catena/record/staged_hdf5.hpp"

namespace catena {

namespace {

Hdf5Handle properties(hid_t kind) {
  return {H5Pcreate(kind), H5Pclose};
}

Hdf5Handle create_file(StagedHdf5& staged, const std::string& path) {
  const Hdf5Handle creation = properties(H5P_FILE_CREATE);
  H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  const Hdf5Handle access = properties(H5P_FILE_ACCESS);
  // Metadata stays in memory, so that nothing is read back.
  H5AC_cache_config_t cache = {};
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  H5Pget_mdc_config(access, &cache);
  cache.evictions_enabled = false;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  H5Pset_mdc_config(access, &cache);
  staged.serve(access);
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose};
}

class Hdf5Sink final : public RecordingSink {
 public:
  // To be called within a Hdf5Session.
  Hdf5Sink(const std::string& path, const std::vector<std::string>& columns,
           const std::vector<std::string>& units, const std::vector<std::string>& bodies)
      : path_(path), staged_(path), file_(create_file(staged_, path)) {
    const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = recording_block_rows;
    const double fill = std::numeric_limits<double>::quiet_NaN();
    const Hdf5Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
    const Hdf5Handle creation = properties(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 1, &chunk);
    H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &fill);
    const Hdf5Handle link = properties(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    for (const std::string& name : columns) {
      datasets_.emplace_back(
          H5Dcreate2(file_, name.c_str(), H5T_IEEE_F64LE, space, link, creation, H5P_DEFAULT),
          H5Dclose);
      if (!datasets_.back().valid())
        throw RecordingError(fmt::format(
            "{}: HDF5 refuses '{}' as the name of a column; choose one in which no part between "
            "slashes is empty, '.' or another column's name",
            path, name));
    }
    for (std::size_t i = 0; i < units.size(); ++i)
      check(write_hdf5_text(datasets_[i], hdf5_unit_attribute, units[i]) ? 0 : -1);
    if (!bodies.empty()) points_.emplace(file_, bodies, path);
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL));
    staged_.commit();
  }

  ~Hdf5Sink() override {
    const Hdf5Session session;
    close_library();
  }

  void finish() override {
    const Hdf5Session session;
    close_library();
    staged_.finish();
  }

  void write_rows(std::span<const double> rows, const RecordedPoints& points) override {
    const Hdf5Session session;
    if (points_) points_->append(points);
    const std::size_t columns = datasets_.size();
    const hsize_t count = rows.size() / columns;
    const hsize_t total = row_count_ + count;
    const Hdf5Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
    scratch_.resize(count);
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t k = 0; k < count; ++k) scratch_[k] = rows[k * columns + i];
      check(H5Dset_extent(datasets_[i], &total));
      const Hdf5Handle space(H5Dget_space(datasets_[i]), H5Sclose);
      check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &row_count_, nullptr, &count, nullptr));
      check(H5Dwrite(datasets_[i], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, scratch_.data()));
    }
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL));
    staged_.commit();
    row_count_ = total;
  }

 private:
  void close_library() {
    datasets_.clear();
    points_.reset();
    file_ = Hdf5Handle();
  }
  void check(herr_t status) const {
    if (status < 0)
      throw WriteError(fmt::format("{}: the HDF5 library refuses to write it", path_));
  }

  std::string path_;
  StagedHdf5 staged_;
  Hdf5Handle file_;
  std::vector<Hdf5Handle> datasets_;
  std::optional<Hdf5Points> points_;  // where there is a table of them
  std::vector<double> scratch_;
  hsize_t row_count_ = 0;
};

}  // namespace

std::unique_ptr<RecordingSink> create_hdf5(const std::string& path,
                                           const std::vector<std::string>& columns,
                                           const std::vector<std::string>& units,
                                           const std::vector<std::string>& bodies) {
  const Hdf5Session session;
  return std::make_unique<Hdf5Sink>(path, columns, units, bodies);
}

}  // namespace catena
