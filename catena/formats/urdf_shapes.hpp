#pragma once
// <visual> and <collision> of links: shapes for drawing and for contact.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "catena/formats/xml_reader.hpp"
#include "catena/model/body_shape.hpp"

namespace catena::urdf {

class ShapeReader {
 public:
  // `file`: the URDF file that names of meshes are relative to; may be no file.
  ShapeReader(std::filesystem::path file, std::string source)
      : file_(std::move(file)), source_(std::move(source)) {}

  // A <visual> is drawn, a <collision> touches; a link that has no <visual> is drawn as what
  // touches.
  std::vector<BodyShape> read(const xml::Element& link);
  // What was read and what was not. Nothing where there was nothing.
  std::vector<std::string> notes() const;

 private:
  void read_one(const xml::Element& element, bool drawn, std::vector<BodyShape>& shapes);
  bool read_geometry(const xml::Element& geometry, bool drawn, BodyShape& shape);
  bool read_mesh(const xml::Element& mesh, bool drawn, BodyShape& shape);

  std::filesystem::path file_;
  std::string source_;
  std::map<std::string, BodyShape> loaded_;    // meshes by file, scale and use
  std::map<std::string, std::string> failed_;  // names of mesh files, and why they were not read
  std::vector<std::string> remarks_;
  int empty_ = 0, missing_ = 0;
};

// The file that a name in a URDF file means: "package://NAME/PATH" is looked for in the folders
// above the file, other names beside it. Empty where there is none.
std::filesystem::path find_mesh(const std::filesystem::path& urdf, const std::string& name);

}  // namespace catena::urdf
