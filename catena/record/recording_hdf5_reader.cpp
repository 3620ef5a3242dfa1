// Reads recordings in HDF5. The library reads and writes where it must not in some damaged files
// (heap overflows in H5Dread, for instance), so it works in a process of its own.

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>

#include "catena/record/hdf5_handles.hpp"
#include "catena/record/recording_formats.hpp"
#include "catena/record/separate_process.hpp"

namespace catena {

namespace {

// Nothing where the dataset has no such text.
std::optional<std::string> read_unit(hid_t dataset) {
  if (H5Aexists(dataset, hdf5_unit_attribute) <= 0) return std::nullopt;
  const Hdf5Handle attribute(H5Aopen(dataset, hdf5_unit_attribute, H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type(attribute.valid() ? H5Aget_type(attribute) : -1, H5Tclose);
  if (!type.valid() || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0)
    return std::nullopt;
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0) return std::nullopt;
  return text.substr(0, text.find('\0'));
}

constexpr hssize_t most_rows = 1 << 28;  // of a file that is whole: 2 GB per column
constexpr int deepest = 16;              // a group may contain itself

// A file takes no more room in memory than what the best packing makes of it.
constexpr std::uint64_t most_packed = 1100, least_room = 16 << 20;

// Bytes; 0 where there is no such file.
std::uint64_t size_of(const std::string& path) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  return none ? 0 : size;
}

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::string& path)
      : path_(path), most_bytes_(least_room + most_packed * size_of(path)) {}

  RecordedTable read() {
    const Hdf5Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file.valid())
      throw RecordingError(fmt::format("{}: cannot be read, {}", path_,
                                       std::filesystem::exists(path_) && size_of(path_) == 0
                                           ? "it is empty: its run ended before the "
                                             "first row"
                                           : "expected an HDF5 file; check the path "
                                             "and its permissions"));
    const Hdf5Handle root(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose);
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
    const Hdf5Handle creation(H5Gget_create_plist(group), H5Pclose);
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
      const Hdf5Handle object(H5Oopen(group, link.c_str(), H5P_DEFAULT), H5Oclose);
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

  std::vector<double> read_dataset(hid_t dataset, const std::string& name) {
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
    const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
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
    taken_ += static_cast<std::uint64_t>(count) * sizeof(double);
    if (taken_ > most_bytes_)
      throw RecordingError(fmt::format(
          "{}: dataset '{}' says that it has {} rows, more than a file of this size holds; the "
          "file is damaged",
          path_, name, count));
    std::vector<double> values(static_cast<std::size_t>(count));
    if (!values.empty() &&
        H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      throw RecordingError(
          fmt::format("{}: dataset '{}' cannot be read; the file is damaged", path_, name));
    return values;
  }

  std::string path_;
  std::uint64_t most_bytes_, taken_ = 0;
  RecordedTable table_;
};

// ---- A table as bytes, between the two processes.
void put_count(std::string& out, std::uint64_t count) {
  out.append(reinterpret_cast<const char*>(&count), sizeof count);
}

void put_text(std::string& out, const std::string& text) {
  put_count(out, text.size());
  out += text;
}

std::string bytes_of(const RecordedTable& table) {
  std::string out;
  put_count(out, table.names.size());
  put_count(out, table.row_count());
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    put_text(out, table.names[i]);
    const auto unit = table.units.find(table.names[i]);
    put_count(out, unit != table.units.end() ? 1 : 0);
    if (unit != table.units.end()) put_text(out, unit->second);
    out.append(reinterpret_cast<const char*>(table.columns[i].data()),
               table.columns[i].size() * sizeof(double));
  }
  return out;
}

// What bytes_of() and failures have written; refuses what is too short.
class TableBytes {
 public:
  TableBytes(const std::string& bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  RecordedTable table() {
    RecordedTable table;
    const std::uint64_t names = count(), rows = count();
    for (std::uint64_t i = 0; i < names; ++i) {
      table.names.push_back(text());
      if (count() != 0) table.units[table.names.back()] = text();
      const char* const numbers = take(rows, sizeof(double));
      std::vector<double>& column = table.columns.emplace_back(rows);
      if (rows > 0) std::memcpy(column.data(), numbers, rows * sizeof(double));
    }
    return table;
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

 private:
  const char* take(std::uint64_t count, std::uint64_t size) {
    if (count > (bytes_.size() - at_) / size)
      throw RecordingError(fmt::format("{}: cannot be read; the file is damaged", path_));
    const char* const place = bytes_.data() + at_;
    at_ += count * size;
    return place;
  }

  const std::string& bytes_;
  const std::string& path_;
  std::size_t at_ = 0;
};

// First whether it is a table, then that or the message.
std::string read_in_child(const std::string& path) {
  std::string out;
  try {
    const RecordedTable table = Hdf5Reader(path).read();
    put_count(out, 1);
    out += bytes_of(table);
  } catch (const RecordingError& error) {
    out.clear();
    put_count(out, 0);
    put_text(out, error.what());
  }
  return out;
}

}  // namespace

RecordedTable read_hdf5(const std::string& path) {
  const Hdf5Session session;
  const std::uint64_t size = size_of(path);
  const std::string bytes = in_separate_process(
      [&] { return read_in_child(path); }, 8 + size / (20 << 20), (800UL << 20) + 24 * size,
      fmt::format("{}: the HDF5 library fails on it; the file is damaged", path));
  TableBytes answer(bytes, path);
  if (answer.count() == 0) throw RecordingError(answer.text());
  return answer.table();
}

}  // namespace catena
