// The findings about a mesh as sentences.

#include <fmt/format.h>

#include "catena/meshes/mesh_report.hpp"

namespace catena {

namespace {

std::string counted(int count, const char* one, const char* many) {
  return count == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", count, many);
}

// "2 pairs of triangles cross (3 and 17 near (0.1, 0, 0.2) m, ...): their common volume counts
// twice"
std::string crossing_sentence(const MeshReport& report) {
  std::vector<std::string> pairs;
  for (const MeshCrossing& c : report.crossings)
    pairs.push_back(fmt::format("{} and {} near ({:.4g}, {:.4g}, {:.4g}) m", c.a, c.b, c.near.x,
                                c.near.y, c.near.z));
  const bool more = report.self_contacts > static_cast<int>(pairs.size());
  return fmt::format(
      "{}{} through each other (counted from 0: {}{}): their common volume counts twice",
      report.all_contacts ? "" : "at least ",
      counted(report.self_contacts, "pair of triangles goes", "pairs of triangles go"),
      fmt::join(pairs, ", "), more ? ", ..." : "");
}

std::string nested_sentence(const MeshReport& report) {
  return fmt::format(
      "{} inside the solid of another one: its volume counts twice. If it is a cavity, flip its "
      "triangles; else leave it out",
      counted(report.nested, "closed part lies", "closed parts lie"));
}

}  // namespace

std::string MeshReport::volume_fault() const {
  if (self_contacts > 0) return crossing_sentence(*this);
  return nested > 0 ? nested_sentence(*this) : std::string();
}

std::vector<std::string> MeshReport::remarks() const {
  std::vector<std::string> out;
  if (open_edges > 0)
    out.push_back(
        fmt::format("{}: the surface does not bound a solid. It has no volume, so a density gives "
                    "it no mass, and bodies may get behind it near these edges",
                    counted(open_edges, "open edge", "open edges")));
  if (unpaired_edges > 0)
    out.push_back(
        fmt::format("{} where triangles are inconsistent: inside and outside cannot be "
                    "distinguished there, so it has no volume",
                    counted(unpaired_edges, "edge", "edges")));
  if (flipped > 0)
    out.push_back(
        fmt::format("{} clockwise while most of their part are counter-clockwise: contact would "
                    "push the wrong way there; flip them in the program that made the file",
                    counted(flipped, "triangle is", "triangles are")));
  if (against_normals > 0)
    out.push_back(
        fmt::format("{} with a normal in the file that contradicts the order of its corners: the "
                    "corners are used",
                    counted(against_normals, "triangle", "triangles")));
  if (turned > 0)
    out.push_back(
        fmt::format("it is inside out: {} clockwise seen from outside, and turned for this run; "
                    "flip them in the "
                    "program that made the file",
                    counted(turned, "triangle was", "triangles were")));
  if (closed() && volume == 0.0)
    out.emplace_back(
        "it has no thickness, so it has no volume, and a density gives it no mass; a mass is "
        "spread "
        "over its area");
  if (zero_area > 0)
    out.push_back(fmt::format("{} without area: it has no normal and gives no contact",
                              counted(zero_area, "triangle", "triangles")));
  if (t_junctions > 0)
    out.push_back(
        fmt::format("{} in the middle of an edge (T-junctions): the surface has slits there, and a "
                    "sliding body "
                    "may catch on them; split the edges there",
                    counted(t_junctions, "vertex stands", "vertices stand")));
  if (self_contacts > 0)
    out.push_back(
        fmt::format("{}, and contact may be found inside; unite its solids in the program "
                    "that made the file",
                    crossing_sentence(*this)));
  else if (!all_contacts)
    out.emplace_back(
        "too many of its triangles are near each other to check all of them for intersections");
  if (touching > 0)
    out.push_back(
        fmt::format("{} each other without crossing, as walls between solids do: the volume is "
                    "right, but contact may be found inside",
                    counted(touching, "pair of triangles touches", "pairs of triangles touch")));
  if (nested > 0) out.push_back(nested_sentence(*this));
  if (welded.repeated > 0)
    out.push_back(fmt::format("{} present more than once: left out",
                              counted(welded.repeated, "triangle was", "triangles were")));
  if (welded.collapsed > 0)
    out.push_back(fmt::format("{} two coinciding corners: left out",
                              counted(welded.collapsed, "triangle has", "triangles have")));
  return out;
}

}  // namespace catena
