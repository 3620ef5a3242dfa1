// Recordings in HDF5: one extendible dataset of doubles per column, named like the column. A slash
// in a name makes a group, as everywhere in HDF5, and file["q.left/knee"] finds it again. The unit
// of a column is the attribute `unit` of its dataset. No file has groups with rows of their own
// yet: that is the place of columns that begin during a run.

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "catena/record/recording_formats.hpp"
#include "catena/record/staged_hdf5.hpp"

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

Handle create_file(StagedHdf5& staged, const std::string& path) {
  const Handle creation = properties(H5P_FILE_CREATE);
  H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  const Handle access = properties(H5P_FILE_ACCESS);
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
      : path_(path), staged_(path), file_(create_file(staged_, path)) {
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
    staged_.commit();
  }

  ~Hdf5Sink() override {
    const Session session;
    close_library();
  }

  void finish() override {
    const Session session;
    close_library();
    staged_.finish();
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
    staged_.commit();
    row_count_ = total;
  }

 private:
  void close_library() {
    datasets_.clear();
    file_ = Handle();
  }
  void check(herr_t status) const {
    if (status < 0)
      throw WriteError(fmt::format("{}: the HDF5 library refuses to write it", path_));
  }

  std::string path_;
  StagedHdf5 staged_;
  Handle file_;
  std::vector<Handle> datasets_;
  std::vector<double> scratch_;
  hsize_t row_count_ = 0;
};

constexpr hssize_t most_rows = 1 << 28;  // of a file that is whole: 2 GB per column
constexpr int deepest = 16;              // a group may contain itself

bool is_empty(const std::string& path) {
  std::error_code none;
  return std::filesystem::file_size(path, none) == 0 && !none;
}

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::string& path) : path_(path) {}

  RecordedTable read() {
    const Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file.valid())
      throw RecordingError(fmt::format("{}: cannot be read, {}", path_,
                                       is_empty(path_) ? "it is empty: its run ended before the "
                                                         "first row"
                                                       : "expected an HDF5 file; check the path "
                                                         "and its permissions"));
    const Handle root(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose);
    read_group(root, "", 0);
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

  void read_group(hid_t group, const std::string& prefix, int depth) {
    if (depth > deepest)
      throw RecordingError(
          fmt::format("{}: found groups within groups, more than {} deep; the file is damaged",
                      path_, deepest));
    for (const std::string& link : links(group)) {
      const std::string name = prefix + link;
      const Handle object(H5Oopen(group, link.c_str(), H5P_DEFAULT), H5Oclose);
      const H5I_type_t type = object.valid() ? H5Iget_type(object) : H5I_BADID;
      if (type == H5I_GROUP) {
        read_group(object, name + "/", depth + 1);
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
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count < 0 || count > most_rows)
      throw RecordingError(
          fmt::format("{}: dataset '{}' says that it has {} rows, expected at most {}; the file is "
                      "damaged",
                      path_, name, count, most_rows));
    std::vector<double> values(static_cast<std::size_t>(count));
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
