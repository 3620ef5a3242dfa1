#pragma once
// The table of points of contact in a file of HDF5, while it is written. Internal to this module.

#include <string>
#include <vector>

#include "catena/record/contact_points.hpp"
#include "catena/record/hdf5_handles.hpp"

namespace catena {

// The group of the table, which has the attribute `table`, and the names of the bodies in it.
inline constexpr const char* hdf5_points_group = "contact_points";
inline constexpr const char* hdf5_table_attribute = "table";
inline constexpr const char* hdf5_bodies = "bodies";

// A text of fixed length in UTF-8, as h5py reads it.
Hdf5Handle hdf5_text_type(std::size_t size);
// As an attribute of a dataset or group.
bool write_hdf5_text(hid_t object, const char* attribute, const std::string& text);

class Hdf5Points {
 public:
  // To be called within a Hdf5Session, as all of it. Throws WriteError.
  Hdf5Points(hid_t file, const std::vector<std::string>& bodies, std::string path);
  void append(const RecordedPoints& points);

 private:
  void check(bool good) const;

  std::string path_;
  std::vector<Hdf5Handle> datasets_;  // in the order of RecordedPoints::for_columns()
  hsize_t count_ = 0;
};

}  // namespace catena
