// Reads recordings in HDF5. The library reads and writes where it must not in some damaged files
// (heap overflows in H5Dread, for instance), so it works in a process of its own.

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "catena/record/hdf5_handles.hpp"
#include "catena/record/hdf5_points.hpp"
#include "catena/record/hdf5_reading.hpp"
#include "catena/record/recording_formats.hpp"

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

constexpr int deepest = 16;  // a group may contain itself

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::string& path) : path_(path), numbers_(path) {}

  RecordedTable read() {
    const Hdf5Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file.valid())
      throw RecordingError(fmt::format("{}: cannot be read, {}", path_,
                                       std::filesystem::exists(path_) && hdf5_size_of(path_) == 0
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
      if (type == H5I_GROUP && H5Aexists(object, hdf5_table_attribute) > 0) continue;
      if (type == H5I_GROUP) {
        read_group(object, name + "/", depth + 1);
      } else if (type == H5I_DATASET) {
        table_.names.push_back(name);
        table_.columns.push_back(numbers_.read<double>(object, name, H5T_NATIVE_DOUBLE));
        if (const auto unit = read_unit(object)) table_.units[name] = *unit;
      } else {
        throw RecordingError(
            fmt::format("{}: found '{}', which is neither a dataset nor a group", path_, name));
      }
    }
  }

  std::string path_;
  Hdf5Numbers numbers_;
  RecordedTable table_;
};

// ---- A table as bytes, between the two processes.
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

RecordedTable table_of(TakenBytes bytes) {
  RecordedTable table;
  const std::uint64_t names = bytes.count(), rows = bytes.count();
  for (std::uint64_t i = 0; i < names; ++i) {
    table.names.push_back(bytes.text());
    if (bytes.count() != 0) table.units[table.names.back()] = bytes.text();
    table.columns.push_back(bytes.numbers<double>(rows));
  }
  return table;
}

std::string read_in_child(const std::string& path) {
  return bytes_or_message([&](std::string& out) { out += bytes_of(Hdf5Reader(path).read()); });
}

}  // namespace

RecordedTable read_hdf5(const std::string& path) {
  const std::string bytes = read_hdf5_apart(path, read_in_child);
  TakenBytes answer(bytes, path);
  answer.expect_success();
  return table_of(answer);
}

}  // namespace catena
