// Scene: as JSON, docs/viewer.md.

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "catena/math/quaternion.hpp"
#include "catena/plot/event_colours.hpp"
#include "catena/view/json.hpp"
#include "catena/view/scene.hpp"

namespace catena {

namespace {

template <class List, class Writer>
std::string json_list(const List& list, Writer&& write) {
  std::string out = "[";
  for (const auto& item : list) {
    if (out.size() > 1) out += ',';
    out += write(item);
  }
  return out + ']';
}

std::string json(const Vec3<double>& v) {
  return fmt::format("[{},{},{}]", json_number(v.x), json_number(v.y), json_number(v.z));
}

std::string json(const Transform<double>& X) {
  const Quaternion<double> q = quaternion_of(X.rotation);
  const Vec3<double>& p = X.translation;
  return fmt::format("[{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}]", p.x, p.y, p.z, q.w, q.x,
                     q.y, q.z);
}

std::string json(const BodyShape& shape, const Scene& scene) {
  const auto& c = shape.color;
  const bool chosen = c != BodyShape{}.color;
  const int mesh = find_drawn_mesh(shape, scene.shape_meshes);
  return fmt::format(R"({{"kind":"{}","size":{},"pose":{},"color":{}{}{}}})",
                     mesh >= 0 ? "mesh" : to_string(shape.kind), json(shape.size), json(shape.X_BS),
                     chosen ? fmt::format("[{:.4g},{:.4g},{:.4g}]", c[0], c[1], c[2]) : "null",
                     mesh >= 0 ? fmt::format(",\"mesh\":{}", mesh) : "",
                     scene.shapes_touch && shape.touches ? ",\"touches\":true" : "");
}

// Half-spaces of the world are planes among the surfaces.
std::string shapes_text(const Scene& scene, std::size_t body) {
  std::vector<std::string> texts;
  for (const BodyShape& shape : scene.shapes[body])
    if (body > 0 || shape.kind != ShapeKind::HalfSpace) texts.push_back(json(shape, scene));
  return json_list(texts, [](const std::string& text) { return text; });
}

// Empty where there are none: most scenes have none.
std::string undrawn_text(const Scene& scene, std::size_t body) {
  if (scene.undrawn[body].empty()) return "";
  return json_list(scene.undrawn[body], [&](const BodyShape& shape) { return json(shape, scene); });
}

std::string vertices_text(const std::vector<Vec3<double>>& vertices) {
  return json_list(vertices, [](const Vec3<double>& v) {
    return fmt::format("{:.6g},{:.6g},{:.6g}", v.x, v.y, v.z);
  });
}

std::string triangles_text(const std::vector<std::array<int, 3>>& triangles) {
  return json_list(triangles, [](const std::array<int, 3>& t) {
    return fmt::format("{},{},{}", t[0], t[1], t[2]);
  });
}

// As the page counts bodies: the world is -1.
int number_of(BodyId body) {
  return body.index - 1;
}

std::string json(const SceneJoint& joint) {
  const auto coordinates = json_list(joint.coordinates, [](const SceneCoordinate& c) {
    return fmt::format(R"({{"name":{},"lower":{},"upper":{},"angle":{}}})", json_text(c.name),
                       json_number(c.lower), json_number(c.upper), c.angle);
  });
  return fmt::format(
      R"({{"name":{},"kind":"{}","a":{},"b":{},"loop":{},"on_b":{}{},"axis":{},"cut":{},"coordinates":{}}})",
      json_text(joint.name), to_string(joint.kind), number_of(joint.a), number_of(joint.b),
      joint.loop, json(joint.X_BJ), joint.X_AJ ? ",\"on_a\":" + json(*joint.X_AJ) : "",
      joint.axis ? json(*joint.axis) : "null", joint.kind != JointKind::Free, coordinates);
}

std::string json(const SurfaceMesh& mesh) {
  return fmt::format(R"({{"kind":"mesh","body":{},"vertices":{},"triangles":{}}})",
                     number_of(mesh.body), vertices_text(mesh.vertices),
                     triangles_text(mesh.triangles));
}

std::string bodies_text(const Scene& scene) {
  const Model& model = *scene.model;
  std::string out = "[";
  for (int b = 1; b < model.body_count(); ++b) {
    const Inertia<double>& inertia = model.body(BodyId{b}).inertia;
    const Vec3<double> com =
        inertia.mass > 0.0 ? (1.0 / inertia.mass) * inertia.moment : Vec3<double>::zero();
    const std::string undrawn = undrawn_text(scene, static_cast<std::size_t>(b));
    const JointInfo& joint = model.joint(model.body(BodyId{b}).inboard_joint);
    out += fmt::format(R"({}{{"name":{},"mass":{},"com":{},"shapes":{}{}{}}})", b > 1 ? "," : "",
                       json_text(model.body(BodyId{b}).name), json_number(inertia.mass), json(com),
                       shapes_text(scene, static_cast<std::size_t>(b)),
                       undrawn.empty() ? "" : ",\"undrawn\":" + undrawn,
                       joint.last_node < joint.first_node ? ",\"fused\":true" : "");
  }
  return out + ']';
}

std::string frames_text(const Model& model) {
  std::string out = "[";
  for (int f = 0; f < model.frame_count(); ++f) {
    const FrameInfo& frame = model.frame(FrameId{f});
    out += fmt::format(R"({}{{"name":{},"body":{},"pose":{}}})", f > 0 ? "," : "",
                       json_text(frame.name), number_of(frame.body), json(frame.X_BF));
  }
  return out + ']';
}

// Planes that stand still; and meshes.
std::string surfaces_text(const Scene& scene) {
  std::vector<std::string> surfaces;
  for (const Contact& c : scene.contacts) {
    if (c.against != Contact::Against::Plane || c.b.index != 0) continue;
    std::string plane = fmt::format(R"({{"kind":"plane","point":{},"normal":{}}})", json(c.p_B),
                                    json((1.0 / norm(c.normal_B)) * c.normal_B));
    if (std::find(surfaces.begin(), surfaces.end(), plane) == surfaces.end())
      surfaces.push_back(std::move(plane));
  }
  const auto add_plane = [&](const Vec3<double>& point, const Vec3<double>& normal) {
    surfaces.push_back(
        fmt::format(R"({{"kind":"plane","point":{},"normal":{}}})", json(point), json(normal)));
  };
  if (scene.has_ground) add_plane({0, 0, 0}, {0, 0, 1});
  for (const BodyShape& shape : scene.shapes[0])
    if (shape.kind == ShapeKind::HalfSpace)
      add_plane(shape.X_BS.translation, shape.X_BS.rotation.c2);
  for (const SurfaceMesh& mesh : scene.meshes) surfaces.push_back(json(mesh));
  return json_list(surfaces, [](const std::string& s) { return s; });
}

std::string columns_text(const Scene& scene) {
  return json_list(scene.described_columns, [](const SceneColumn& column) {
    return fmt::format(R"({{"name":{},"unit":{},"group":{},"quantity":{},"item":{}}})",
                       json_text(column.name), json_text(column.unit), json_text(column.group),
                       json_text(column.quantity), json_text(column.item));
  });
}

// The columns that a panel's names and patterns stand for.
std::string plot_text(const PlotPanel& panel, const std::vector<std::string>& columns) {
  std::vector<std::string> chosen;
  for (const std::string& pattern : panel.columns)
    for (const std::string& column : columns)
      if (fnmatch(pattern.c_str(), column.c_str(), 0) == 0) chosen.push_back(column);
  return fmt::format(R"({{"title":{},"columns":{}}})", json_text(panel.title),
                     json_list(chosen, json_text));
}

// Empty where nothing is said: most scenes say nothing.
std::string picture_text(const PictureItem& picture) {
  if (picture == PictureItem{}) return "";
  const auto given = [](const std::optional<double>& value) {
    return value ? json_number(*value) : std::string("null");
  };
  const auto& from = picture.from;
  return fmt::format(
      R"({{"time":{},"phases":{},"view":{},"from":{},"zoom":{},"around":{},"layers":{},"trails":{},"film":[{},{}],"speed":{}}})",
      given(picture.time), json_list(picture.phases, json_number), json_text(picture.view),
      from ? json(Vec3<double>{(*from)[0], (*from)[1], (*from)[2]}) : "null",
      json_number(picture.zoom), json_list(picture.around, json_text),
      json_list(picture.layers, json_text), json_list(picture.trails, json_text),
      given(picture.film[0]), given(picture.film[1]), given(picture.speed));
}

}  // namespace

std::string scene_text(const Scene& scene, bool live) {
  std::string out = fmt::format(
      R"({{"is":"scene","version":1,"mode":"{}","name":{},"description":{},"source":{},"start":{},"duration":{},"gravity":{},"size":{},"center":{})",
      live ? "live" : "replay", json_text(scene.name), json_text(scene.description),
      json_text(scene.source), json_number(scene.start), json_number(scene.duration),
      json(scene.model->gravity()), json_number(scene.size), json(scene.center));
  const auto add = [&](const char* key, const std::string& value) {
    out += fmt::format(",\"{}\":{}", key, value);
  };
  add("bodies", bodies_text(scene));
  add("fixed", shapes_text(scene, 0));
  if (const std::string undrawn = undrawn_text(scene, 0); !undrawn.empty())
    add("fixed_undrawn", undrawn);
  if (!scene.shape_meshes.empty())
    add("meshes", json_list(scene.shape_meshes, [](const DrawnMesh& mesh) {
          return fmt::format(R"({{"vertices":{},"triangles":{}}})", vertices_text(mesh.vertices),
                             triangles_text(mesh.triangles));
        }));
  add("joints", json_list(scene.joints, [](const SceneJoint& joint) { return json(joint); }));
  add("frames", frames_text(*scene.model));
  add("contacts", json_list(scene.contacts, [](const Contact& c) {
        return fmt::format(R"({{"name":{},"a":{},"b":{},"friction":{},"bilateral":{}}})",
                           json_text(c.name), number_of(c.a), number_of(c.b),
                           json_number(c.material.friction), c.bilateral);
      }));
  add("surfaces", surfaces_text(scene));
  std::vector<std::string> lines;
  for (const Rod& rod : scene.rods) lines.push_back(rod.name);
  for (const Cable& cable : scene.cables) lines.push_back(cable.name);
  add("cables", json_list(lines, [](const std::string& name) {
        return fmt::format(R"({{"name":{}}})", json_text(name));
      }));
  add("motors", json_list(scene.sliders, [](const Slider& s) {
        return fmt::format(
            R"({{"name":{},"kind":"{}","lower":{},"upper":{},"value":{},"unit":{}}})",
            json_text(s.name), s.is_target ? "target" : "effort", json_number(-s.range),
            json_number(s.range), json_number(s.value), json_text(s.unit));
      }));
  add("event_kinds", json_list(event_kinds(), [](const EventKindInfo& kind) {
        return fmt::format(R"({{"kind":{},"colour":"#{:06x}","meaning":{}}})", json_text(kind.text),
                           event_colour(kind.group), json_text(kind.meaning));
      }));
  add("columns", columns_text(scene));
  add("plots", json_list(scene.plots,
                         [&](const PlotPanel& panel) { return plot_text(panel, scene.columns); }));
  if (!scene.grasps.empty())
    add("grasps", json_list(scene.grasps, [](const RecordedGrasp& grasp) {
          return fmt::format(R"({{"name":{},"object":{},"hand":{}}})", json_text(grasp.name),
                             number_of(grasp.object), json_list(grasp.hand, [](BodyId body) {
                               return std::to_string(number_of(body));
                             }));
        }));
  if (const std::string picture = picture_text(scene.picture); !picture.empty())
    add("picture", picture);
  return out + '}';
}

}  // namespace catena
