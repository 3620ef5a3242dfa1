#include "catena/formats/urdf_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/geometry/geometry_error.hpp"
#include "catena/math/rotation.hpp"
#include "catena/meshes/mesh_file.hpp"

namespace catena::urdf {

namespace {

using xml::Element;

Transform<double> shape_origin(const Element& owner) {
  for (const Element& origin : owner.at_most_one("origin")) {
    const Vec3<double> rpy = origin.vector_or("rpy", {0, 0, 0});
    return {rotation_from_rpy(rpy.x, rpy.y, rpy.z), origin.vector_or("xyz", {0, 0, 0})};
  }
  return Transform<double>::identity();
}

bool is_file(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace

std::filesystem::path find_mesh(const std::filesystem::path& urdf, const std::string& name) {
  const std::filesystem::path folder = urdf.parent_path();
  for (const char* scheme : {"package://", "model://"}) {
    const std::string_view start(scheme);
    if (!std::string_view(name).starts_with(start)) continue;
    const std::filesystem::path inside(name.substr(start.size()));
    const std::filesystem::path package = inside.empty() ? inside : *inside.begin();
    const std::filesystem::path rest = inside.lexically_relative(package);
    std::error_code error;
    std::filesystem::path above = std::filesystem::absolute(folder, error);
    for (int level = 0; level < 16; ++level) {
      if (is_file(above / inside)) return above / inside;
      if (above.filename() == package && is_file(above / rest)) return above / rest;
      if (!above.has_relative_path()) break;
      above = above.parent_path();
    }
    return {};
  }
  constexpr std::string_view file_scheme = "file://";
  const bool named = std::string_view(name).starts_with(file_scheme);
  const std::filesystem::path path = folder / (named ? name.substr(file_scheme.size()) : name);
  return is_file(path) ? path : std::filesystem::path();
}

bool ShapeReader::read_mesh(const Element& mesh, bool drawn, BodyShape& shape) {
  const std::string name = mesh.text("filename");
  const Vec3<double> scale = mesh.vector_or("scale", {1, 1, 1});
  const std::string key = fmt::format("{} {} {} {} {}", name, scale.x, scale.y, scale.z, drawn);
  if (const auto found = loaded_.find(key); found != loaded_.end()) {
    static_cast<Shape&>(shape) = found->second;
    return true;
  }
  if (failed_.count(name) > 0) return false;
  const std::filesystem::path path = find_mesh(file_, name);
  if (path.empty()) {
    failed_.emplace(name, "");
    ++missing_;
    return false;
  }
  try {
    MeshOptions options;
    options.scale = {scale.x, scale.y, scale.z};
    options.check = !drawn;
    const LoadedMesh loaded = load_mesh(path, options);
    shape.kind = ShapeKind::Mesh;
    shape.mesh = loaded.mesh;
    shape.source = loaded.source;
    for (const std::string& remark : loaded.report.remarks())
      remarks_.push_back(fmt::format("{}:{}: mesh '{}': {}", source_, mesh.line(), name, remark));
  } catch (const GeometryError& error) {
    failed_.emplace(name, error.what());
    return false;
  }
  loaded_.emplace(key, shape);
  return true;
}

bool ShapeReader::read_geometry(const Element& geometry, bool drawn, BodyShape& shape) {
  for (const Element& solid : geometry.children()) {
    const std::string tag = solid.tag();
    if (tag == "mesh") return read_mesh(solid, drawn, shape);
    if (tag == "box") {
      shape.kind = ShapeKind::Box;
      shape.size = solid.vector("size");
    } else if (tag == "sphere") {
      shape.kind = ShapeKind::Sphere;
      shape.size = {solid.number("radius"), 0, 0};
    } else if (tag == "cylinder" || tag == "capsule") {
      shape.kind = tag == "cylinder" ? ShapeKind::Cylinder : ShapeKind::Capsule;
      shape.size = {solid.number("radius"), solid.number("length"), 0};
    } else {
      continue;
    }
    return true;
  }
  ++empty_;
  return false;
}

void ShapeReader::read_one(const Element& element, bool drawn, std::vector<BodyShape>& shapes) {
  BodyShape shape;
  const std::vector<Element> geometry = element.at_most_one("geometry");
  if (geometry.empty()) {
    ++empty_;
    return;
  }
  if (!read_geometry(geometry.front(), drawn, shape)) return;
  shape.X_BS = shape_origin(element);
  shape.drawn = drawn;
  shape.touches = !drawn;
  try {
    check_shape(shape);
  } catch (const Error& error) {
    remarks_.push_back(
        fmt::format("{}:{}: a shape is left out: {}", source_, element.line(), error.what()));
    return;
  }
  shapes.push_back(std::move(shape));
}

std::vector<BodyShape> ShapeReader::read(const Element& link) {
  std::vector<BodyShape> shapes;
  for (const Element& visual : link.children("visual")) read_one(visual, true, shapes);
  const bool seen = !shapes.empty();
  for (const Element& collision : link.children("collision")) read_one(collision, false, shapes);
  if (!seen)
    for (BodyShape& shape : shapes) shape.drawn = true;
  return shapes;
}

std::vector<std::string> ShapeReader::notes() const {
  std::vector<std::string> notes = remarks_;
  if (empty_ > 0)
    notes.push_back(fmt::format(
        "{}: {} <visual> or <collision> without a box, sphere, cylinder, capsule or mesh", source_,
        empty_));
  if (missing_ > 0) {
    const auto first = std::find_if(failed_.begin(), failed_.end(),
                                    [](const auto& entry) { return entry.second.empty(); });
    notes.push_back(fmt::format("{}: {} mesh {} not found and left out, such as '{}'", source_,
                                missing_, missing_ == 1 ? "file is" : "files are", first->first));
  }
  for (const auto& [name, why] : failed_)
    if (!why.empty())
      notes.push_back(fmt::format("{}: mesh '{}' is left out: {}", source_, name, why));
  return notes;
}

}  // namespace catena::urdf
