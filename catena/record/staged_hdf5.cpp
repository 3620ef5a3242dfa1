#include "catena/record/staged_hdf5.hpp"

#include <algorithm>
#include <cstring>

namespace catena {

namespace {

// What the library holds of an open file. The public part has to be first.
struct DriverFile {
  H5FD_t shared;
  StagedHdf5* staged;
};
struct Properties {
  StagedHdf5* staged;
};

StagedHdf5& staged_of(const H5FD_t* file) {
  return *reinterpret_cast<const DriverFile*>(file)->staged;
}

H5FD_t* open_file(const char*, unsigned, hid_t access, haddr_t) {
  const auto* properties = static_cast<const Properties*>(H5Pget_driver_info(access));
  if (properties == nullptr) return nullptr;
  auto* file = new DriverFile{{}, properties->staged};
  return &file->shared;
}
herr_t close_file(H5FD_t* file) {
  delete reinterpret_cast<DriverFile*>(file);
  return 0;
}
herr_t say_features(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}
haddr_t end_of_allocated(const H5FD_t* file, H5FD_mem_t) {
  return staged_of(file).end_of_allocated;
}
herr_t set_end_of_allocated(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  staged_of(file).end_of_allocated = end;
  return 0;
}
haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) {
  return staged_of(file).end_of_file();
}
herr_t read_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t place, std::size_t count, void* bytes) {
  staged_of(file).read(place, static_cast<unsigned char*>(bytes), count);
  return 0;
}
herr_t write_bytes(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t place, std::size_t count,
                   const void* bytes) try {
  staged_of(file).stage(kind, place, static_cast<const unsigned char*>(bytes), count);
  return 0;
} catch (const std::exception&) {  // the caller is C
  return -1;
}

hid_t driver() {
  static const hid_t id = [] {
    H5FD_class_t driver = {};
#ifdef H5FD_CLASS_VERSION  // from 1.14 on
    driver.version = H5FD_CLASS_VERSION;
    driver.value = static_cast<H5FD_class_value_t>(400);
#endif
    driver.name = "catena staged";
    driver.maxaddr = HADDR_MAX - 1;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(Properties);
    driver.open = open_file;
    driver.close = close_file;
    driver.query = say_features;
    driver.get_eoa = end_of_allocated;
    driver.set_eoa = set_end_of_allocated;
    driver.get_eof = end_of_file;
    driver.read = read_bytes;
    driver.write = write_bytes;
    const H5FD_mem_t dichotomy[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(dichotomy), std::end(dichotomy), std::begin(driver.fl_map));
    return H5FDregister(&driver);
  }();
  return id;
}

// Who refers to others comes after them: the head of a dataset, which says how long it is, last.
// The superblock only says how long the file is, which may be too much.
int rank(H5FD_mem_t kind) {
  switch (kind) {
    case H5FD_MEM_SUPER:
      return 0;
    case H5FD_MEM_DRAW:
      return 1;
    case H5FD_MEM_OHDR:
      return 3;
    default:
      return 2;
  }
}

}  // namespace

void StagedHdf5::serve(hid_t file_access) {
  const Properties properties{this};
  H5Pset_driver(file_access, driver(), &properties);
}

void StagedHdf5::stage(H5FD_mem_t kind, std::uint64_t place, const unsigned char* bytes,
                       std::size_t count) {
  end_of_file_ = std::max<std::uint64_t>(end_of_file_, place + count);
  staged_.push_back({kind, place, {bytes, bytes + count}});
}

void StagedHdf5::read(std::uint64_t place, unsigned char* bytes, std::size_t count) const {
  std::memset(bytes, 0, count);
  if (file_ && place < file_->length())
    (void)file_->read(place, {bytes, std::min<std::uint64_t>(count, file_->length() - place)});
  for (const Write& write : staged_) {
    const std::uint64_t first = std::max(place, write.place);
    const std::uint64_t last =
        std::min<std::uint64_t>(place + count, write.place + write.bytes.size());
    if (first < last)
      std::memcpy(bytes + (first - place), write.bytes.data() + (first - write.place),
                  last - first);
  }
}

void StagedHdf5::commit() {
  if (lost_) {
    staged_.clear();
    return;
  }
  if (!file_) file_.emplace(path_);
  const std::uint64_t before = file_->length();
  // Bytes that no state of the file on disk refers to come first.
  std::stable_sort(staged_.begin(), staged_.end(), [&](const Write& a, const Write& b) {
    const bool a_is_old = a.place < before, b_is_old = b.place < before;
    return a_is_old != b_is_old ? b_is_old : a_is_old && rank(a.kind) < rank(b.kind);
  });
  try {
    file_->reserve(std::max(end_of_allocated, end_of_file_));
    for (const Write& write : staged_) file_->overwrite(write.place, write.bytes);
  } catch (...) {
    lost_ = true;
    file_->cut(before);
    staged_.clear();
    throw;
  }
  staged_.clear();
}

void StagedHdf5::finish() {
  commit();
  if (lost_) return;
  if (end_of_allocated < file_->length()) file_->cut(end_of_allocated);
  file_->check_in_place();
}

}  // namespace catena
