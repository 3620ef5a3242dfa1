#pragma once
// One side of a pair in contact: a convex solid, a half-space, or one triangle of a mesh.

#include "catena/collision/closed_forms.hpp"
#include "catena/collision/region_maker.hpp"

namespace catena {

struct ContactSide {
  const Collider& solid;
  const Transform<double>& X;  // its pose
  int triangle = -1;           // of a mesh
};

// The face that the side turns towards the unit vector m, where p is its nearest point; in world
// axes both.
void side_face(const ContactSide& side, const Vec3<double>& m, const Vec3<double>& p, int& kept,
               ContactFace& out);

// Whether something at p in the direction m outside touches the mesh there: the direction is one of
// the normals of the feature (triangle, edge, vertex) that p lies on. Inner edges of a flat or
// hollow surface have none, so that what slides over them does not catch.
bool is_outward(const ContactSide& side, const Vec3<double>& m, const Vec3<double>& p);

// Whether p lies on an edge, or a vertex, inside of a plane of several triangles.
bool is_on_inner_edge(const ContactSide& side, const Vec3<double>& p);

// The distance of two sides, in the frame of a. A triangle has an outside: what has just passed it
// overlaps it, by up to `slight`.
LocalDistance side_distance(const ContactSide& a, const ContactSide& b,
                            const Transform<double>& X_AB, double slight);

// The outward normal of the triangle, in world axes.
Vec3<double> triangle_normal(const ContactSide& side);

}  // namespace catena
