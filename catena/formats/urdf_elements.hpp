#pragma once
// The elements of a URDF file as plain structs, each checked by itself; urdf.cpp joins them.

#include <filesystem>
#include <string>
#include <vector>

#include "catena/formats/urdf.hpp"
#include "catena/formats/xml_reader.hpp"

namespace catena::urdf {

struct Link {
  xml::Element element;
  std::string name;
  Inertia<double> inertia;  // about the link's origin, in its axes
  std::vector<BodyShape> shapes = {};
};

struct Joint {
  xml::Element element;
  JointSpec spec;
  std::string parent, child;  // names of links
  Transform<double> X_PF;     // <origin>: the child link's frame in the parent link's at q = 0
};

struct Robot {
  std::vector<Link> links;
  std::vector<Joint> joints;
};

// Reads <robot>. Notes tell what was left out or understood in a special way.
// `file`: where meshes are looked for.
Robot read_robot(const xml::Document& document, const std::filesystem::path& file,
                 std::vector<std::string>& notes);

}  // namespace catena::urdf
