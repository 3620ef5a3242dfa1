// Recordings in HDF5: one extendible dataset of doubles per column, named like the column. A slash
// in a name makes a group, as everywhere in HDF5, and file["q.left/knee"] finds it again. The unit
// of a column is the attribute `unit` of its dataset. No file has groups with rows of their own
// yet: that is the place of columns that begin during a run.

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "catena/record/recording_formats.hpp"

namespace catena {

namespace {

// The C library keeps global state and is usually built without locks of its own.
std::mutex& hdf5_mutex() {
  static std::mutex mutex;
  return mutex;
}

// Holds the library for one caller and keeps it from printing what is reported as exceptions.
class Session {
 public:
  Session() : lock_(hdf5_mutex()) {
    H5Eget_auto2(H5E_DEFAULT, &printer_, &printer_data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Session() { H5Eset_auto2(H5E_DEFAULT, printer_, printer_data_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  std::lock_guard<std::mutex> lock_;
  H5E_auto2_t printer_ = nullptr;
  void* printer_data_ = nullptr;
};

// Owns an identifier of the C library; invalid where the library refused.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (valid()) close_(id_);
  }
  bool valid() const { return id_ >= 0; }
  operator hid_t() const { return id_; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

Handle properties(hid_t kind) {
  return {H5Pcreate(kind), H5Pclose};
}

Handle create_file(const std::string& path) {
  const Handle creation = properties(H5P_FILE_CREATE);
  H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  const Handle access = properties(H5P_FILE_ACCESS);
  // Without a lock a run can be plotted while it goes on.
  H5Pset_file_locking(access, false, true);
  // Metadata goes to the file when it is flushed and never in between, so that what a killed run
  // leaves is the state of the last flush.
  H5AC_cache_config_t cache = {};
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  H5Pget_mdc_config(access, &cache);
  cache.evictions_enabled = false;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  H5Pset_mdc_config(access, &cache);
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
  if (!file.valid())
    throw RecordingError(fmt::format(
        "{}: cannot be written; check that its folder exists and may be written to", path));
  return file;
}

// A text of fixed length in UTF-8, as h5py reads it.
Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(size, 1));
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

constexpr const char* unit_attribute = "unit";

bool write_unit(hid_t dataset, const std::string& unit) {
  const Handle type = text_type(unit.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(dataset, unit_attribute, type, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  return attribute.valid() && H5Awrite(attribute, type, unit.c_str()) >= 0;
}

// Nothing where the dataset has no such text.
std::optional<std::string> read_unit(hid_t dataset) {
  if (H5Aexists(dataset, unit_attribute) <= 0) return std::nullopt;
  const Handle attribute(H5Aopen(dataset, unit_attribute, H5P_DEFAULT), H5Aclose);
  const Handle type(attribute.valid() ? H5Aget_type(attribute) : -1, H5Tclose);
  if (!type.valid() || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0)
    return std::nullopt;
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0) return std::nullopt;
  return text.substr(0, text.find('\0'));
}

class Hdf5Sink final : public RecordingSink {
 public:
  // To be called within a Session.
  Hdf5Sink(const std::string& path, const std::vector<std::string>& columns,
           const std::vector<std::string>& units)
      : path_(path), file_(create_file(path)) {
    const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = recording_block_rows;
    const double fill = std::numeric_limits<double>::quiet_NaN();
    const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
    const Handle creation = properties(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 1, &chunk);
    H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &fill);
    const Handle link = properties(H5P_LINK_CREATE);
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
      check(write_unit(datasets_[i], units[i]) ? 0 : -1);
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL));
  }

  ~Hdf5Sink() override {
    const Session session;
    datasets_.clear();
    file_ = Handle();
  }

  void write_rows(std::span<const double> rows) override {
    const Session session;
    const std::size_t columns = datasets_.size();
    const hsize_t count = rows.size() / columns;
    const hsize_t total = row_count_ + count;
    const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
    scratch_.resize(count);
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t k = 0; k < count; ++k) scratch_[k] = rows[k * columns + i];
      check(H5Dset_extent(datasets_[i], &total));
      const Handle space(H5Dget_space(datasets_[i]), H5Sclose);
      check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &row_count_, nullptr, &count, nullptr));
      check(H5Dwrite(datasets_[i], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, scratch_.data()));
    }
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL));
    row_count_ = total;
  }

 private:
  void check(herr_t status) const {
    if (status < 0)
      throw std::runtime_error(
          fmt::format("{}: rows could not be written; check that the disk has space left", path_));
  }

  std::string path_;
  Handle file_;
  std::vector<Handle> datasets_;
  std::vector<double> scratch_;
  hsize_t row_count_ = 0;
};

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::string& path) : path_(path) {}

  RecordedTable read() {
    const Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file.valid())
      throw RecordingError(fmt::format(
          "{}: cannot be read, expected an HDF5 file; check the path and its permissions", path_));
    const Handle root(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose);
    read_group(root, "");
    // A run that was killed while it wrote may have reached some columns only.
    std::size_t rows = table_.row_count();
    for (const auto& column : table_.columns) rows = std::min(rows, column.size());
    for (auto& column : table_.columns) column.resize(rows);
    return std::move(table_);
  }

 private:
  // The names in a group: in the order of their creation where the file keeps it.
  std::vector<std::string> links(hid_t group) const {
    unsigned order = 0;
    const Handle creation(H5Gget_create_plist(group), H5Pclose);
    H5Pget_link_creation_order(creation, &order);
    const H5_index_t index =
        (order & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    std::vector<std::string> names;
    const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
      static_cast<std::vector<std::string>*>(data)->emplace_back(name);
      return 0;
    };
    if (H5Literate(group, index, H5_ITER_INC, nullptr, collect, &names) < 0)
      throw RecordingError(fmt::format("{}: its list of datasets is damaged", path_));
    return names;
  }

  void read_group(hid_t group, const std::string& prefix) {
    for (const std::string& link : links(group)) {
      const std::string name = prefix + link;
      const Handle object(H5Oopen(group, link.c_str(), H5P_DEFAULT), H5Oclose);
      const H5I_type_t type = object.valid() ? H5Iget_type(object) : H5I_BADID;
      if (type == H5I_GROUP) {
        read_group(object, name + "/");
      } else if (type == H5I_DATASET) {
        table_.names.push_back(name);
        table_.columns.push_back(read_dataset(object, name));
        if (const auto unit = read_unit(object)) table_.units[name] = *unit;
      } else {
        throw RecordingError(
            fmt::format("{}: found '{}', which is neither a dataset nor a group", path_, name));
      }
    }
  }

  std::vector<double> read_dataset(hid_t dataset, const std::string& name) const {
    const Handle space(H5Dget_space(dataset), H5Sclose);
    const Handle type(H5Dget_type(dataset), H5Tclose);
    const int dimensions = H5Sget_simple_extent_ndims(space);
    const H5T_class_t kind = H5Tget_class(type);
    if (dimensions != 1 || (kind != H5T_FLOAT && kind != H5T_INTEGER))
      throw RecordingError(fmt::format(
          "{}: dataset '{}' has {} dimensions{}, expected numbers in one dimension", path_, name,
          dimensions, kind == H5T_FLOAT || kind == H5T_INTEGER ? "" : " and no numbers"));
    std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    if (!values.empty() &&
        H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      throw RecordingError(
          fmt::format("{}: dataset '{}' cannot be read; the file is damaged", path_, name));
    return values;
  }

  std::string path_;
  RecordedTable table_;
};

}  // namespace

std::unique_ptr<RecordingSink> create_hdf5(const std::string& path,
                                           const std::vector<std::string>& columns,
                                           const std::vector<std::string>& units) {
  const Session session;
  return std::make_unique<Hdf5Sink>(path, columns, units);
}

RecordedTable read_hdf5(const std::string& path) {
  const Session session;
  return Hdf5Reader(path).read();
}

}  // namespace catena
