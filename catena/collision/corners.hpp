#pragma once
// Corners of the region where two faces lie over each other.

#include <cstdint>
#include <vector>

#include "catena/collision/contact_face.hpp"

namespace catena {

struct Corner {
  enum class Kind { VertexOfA, VertexOfB, Crossing };
  Kind kind = Kind::Crossing;
  Vec3<double> p_a{0, 0, 0}, p_b{0, 0, 0};          // one above the other along n
  FeatureId on_a = 0, on_b = 0;                     // vertex, edge or face of each
  double x = 0.0, y = 0.0;                          // in the plane across n
  Vec3<double> along_a{0, 0, 0}, along_b{0, 0, 0};  // of a crossing: edges, tangents of rims
  double inside = 0.0;  // of a vertex: how far it is from the border of the other face, m
};

// Which corners were there at the last call: they are kept a little beyond the border.
using KeptFeatures = std::vector<std::uint64_t>;

std::uint64_t feature_of(const Corner& corner);

// Corners of the common part of two faces, seen along n (from b to a), without those that coincide.
// Borders are taken to be as thick as `thickness`: vertices on one are inside, and so a corner
// stays the same corner where edges lie on edges.
void find_corners(const ContactFace& a, const ContactFace& b, const Vec3<double>& n,
                  double thickness, const KeptFeatures& kept, std::vector<Corner>& out);

}  // namespace catena
