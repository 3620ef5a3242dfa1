#pragma once
// Makes the points of one region.

#include "catena/collision/corners.hpp"
#include "catena/collision/region.hpp"

namespace catena {

// The face of any solid but a mesh towards the unit vector m.
void solid_face(const Collider& c, const Transform<double>& X, const Vec3<double>& m, int& kept,
                ContactFace& out);

// The normal of the region. Where two faces lie on each other it is that of one of them, the
// reference: 1 a, 2 b, the same from step to step; else, with 0, that of the distance.
Vec3<double> region_normal(const ContactFace& a, const ContactFace& b, const Vec3<double>& n,
                           int& reference);

class RegionMaker {
 public:
  struct Place {
    const Transform<double>& X_WA;
    const Transform<double>& X_WB;
    Vec3<double> n;
    double contact_distance;
    double nearest = -1e300;  // how far the two are apart, m
    bool is_convex = false;   // edges of faces are those of the solids
  };

  RegionMaker(const ContactFace& a, const ContactFace& b, const Place& place, RegionList& out);

  // Adds a corner unless its gap is larger than the contact distance.
  void add(const Corner& corner);
  // Adds all corners of the common part of the two faces.
  void add_corners(double size, const KeptFeatures& kept, int reference);
  // The same for two points of the cores, with a normal along their difference.
  void add_cores(const Corner& corner);
  // Adds the nearest points themselves where no corner is as near.
  void ensure(const Distance& d, double tolerance);
  // Orders the points; `features` becomes the sorted list of theirs.
  void finish(std::vector<std::uint64_t>& features);

 private:
  bool touches_edge(const Corner& c) const;
  Vec3<double> normal_of_sides(const Corner& c) const;
  struct FaceEdge {
    const FacePoint *from, *to;
  };
  bool add_parallel_ends(const FaceEdge& a, const FaceEdge& b);
  bool add_along_border(const ContactFace& line, const ContactFace& face);
  void push(RegionPoint point, const Vec3<double>& core_a, const Vec3<double>& core_b);

  const ContactFace& a_;
  const ContactFace& b_;
  Place place_;
  RegionList& out_;
  int first_;
  double least_ = 1e300;
  bool is_flat_ = false;  // a face of one of them gives the normal
};

// Orders points counter-clockwise about n, beginning with the least feature.
void order_points(const Vec3<double>& n, RegionPoint* begin, RegionPoint* end);

}  // namespace catena
