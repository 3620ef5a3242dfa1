// The findings about a mesh as sentences.

#include <fmt/format.h>

#include "catena/meshes/mesh_report.hpp"

namespace catena {

namespace {

std::string counted(int count, const char* one, const char* many) {
  return count == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", count, many);
}

}  // namespace

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
  if (volume < 0.0)
    out.push_back(
        fmt::format("its volume is {:.6g} m^3: all triangles are clockwise seen from outside, so "
                    "inside and outside are exchanged; flip them",
                    volume));
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
        fmt::format("{}{} of triangles that intersect or overlap: their common volume counts "
                    "twice, and contact may be found inside",
                    all_contacts ? "" : "at least ", counted(self_contacts, "pair", "pairs")));
  else if (!all_contacts)
    out.emplace_back(
        "too many of its triangles are near each other to check all of them for intersections");
  if (welded.repeated > 0)
    out.push_back(fmt::format("{} present more than once: left out",
                              counted(welded.repeated, "triangle was", "triangles were")));
  if (welded.collapsed > 0)
    out.push_back(fmt::format("{} two coinciding corners: left out",
                              counted(welded.collapsed, "triangle has", "triangles have")));
  return out;
}

}  // namespace catena
