#pragma once
// Where contacts are and how they move, at one state: gaps, normals, and the rows J of the
// velocities at the points of contact, with the accelerations that keep them.

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "catena/constraints/closure_rows.hpp"
#include "catena/contact/contact_normals.hpp"

namespace catena {

// One contact, in world axes. Its rows are forces along the normal and two tangents, and where it
// has them the moments about these; a row's unit force acts on body a and, reversed, on body b.
struct ContactPlace {
  int node_a = 0, node_b = 0;
  double gap = 0.0;                         // m; negative: inside
  Vec3<double> p;                           // the point, in the world
  std::array<Vec3<double>, 3> axes;         // normal (towards a), tangents
  std::array<Force<double>, 6> on_a, on_b;  // per row, in node axes about the node's origin
  // Of a against the surface of b at the point, along the axes; and how it turns.
  Vec3<double> velocity, turning = Vec3<double>::zero();
  // How fast the surface of b moves past b, less how fast that of a moves past a, likewise.
  Vec3<double> surface = Vec3<double>::zero();
  // J a = target: the normal velocity stays what it is, and so do others that are zero.
  std::array<double, 6> target;
  FrictionShape shape;
  // The axis of anisotropic friction is along the normal: all directions are across it.
  bool is_along_axis = false;

  double rate(int row) const { return row < 3 ? velocity[row] : turning[row - 3]; }
  const Vec3<double>& axis(int row) const { return axes[static_cast<std::size_t>(row % 3)]; }
  // Sliding and spin: velocities along the rows 1, 2 and 3.
  Vec3<double> sliding() const { return {velocity.y, velocity.z, turning.x}; }
  double sliding_speed() const { return shape.speed(sliding()); }
  double rolling_speed() const { return std::hypot(turning.y, turning.z); }
};

// A vector of the world along the axes of a contact.
inline Vec3<double> along_axes(const ContactPlace& place, const Vec3<double>& world) {
  return {dot(place.axes[0], world), dot(place.axes[1], world), dot(place.axes[2], world)};
}

class ContactGeometry {
 public:
  ContactGeometry(const Model& model, const std::vector<Contact>& contacts);

  // Other contacts instead. Does not allocate once it has had as many.
  void set_contacts(std::span<const Contact> contacts);
  int count() const { return static_cast<int>(places_.size()); }
  const Contact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }

  // All contacts, for a tree that stands and moves like this, at the time of set_time(). Gaps: with
  // points and axes; rows, velocities and shapes stay as they were. Arrivals: likewise, with the
  // velocities along the normals.
  enum class Part { All, Gaps, Arrivals };
  void compute(const ClosureGeometry::TreeState& tree, Part part = Part::All);
  void set_time(double t) { t_ = t; }
  // Those of belts at the instants of compute(), see Contact::belt_a. They must outlive this.
  void set_surface_motions(std::span<const SurfaceMotion> motions) { motions_ = motions; }
  const SurfaceMotion& surface_motion(int belt) const {
    return motions_[static_cast<std::size_t>(belt)];
  }

  const ContactPlace& place(int i) const { return places_[static_cast<std::size_t>(i)]; }
  // Instead of that of the present motion.
  void set_shape(int i, const FrictionShape& shape) {
    places_[static_cast<std::size_t>(i)].shape = shape;
  }
  // Row r of contact i times a motion of the nodes.
  double row_times(int i, int r, std::span<const Motion<double>> node_rate) const;
  // The point of contact i in the frames of its bodies; in that of a only where nothing is rounded.
  const Vec3<double>& point_in_a(int i) const { return p_A_[static_cast<std::size_t>(i)]; }
  const Vec3<double>& point_in_b(int i) const { return p_B_[static_cast<std::size_t>(i)]; }
  // A vector in the axes of body a of contact i, in those of the world; and likewise of b, and
  // back.
  Vec3<double> from_a(int i, const Vec3<double>& x) const;
  Vec3<double> in_b(int i, const Vec3<double>& x) const;
  Vec3<double> from_b(int i, const Vec3<double>& x) const;

 private:
  struct Pair {  // how two bodies stand and move, seen from the root of b
    int a = -1, b = -1, node_a = 0, node_b = 0;
    Transform<double> X_WNa, X_WNb, X_WA, X_WB;
    Motion<double> v_A, v_B;
    Vec3<double> root_b;
  };
  void place_pair(const Contact& contact, const ClosureGeometry::TreeState& tree, Pair& out) const;
  static double normal_velocity(const Pair& pair, const ContactNormal& normal);
  static void add_forces(const Pair& pair, const ContactNormal& normal, ContactPlace& out);
  void add_belts(const Contact& contact, const Pair& pair, ContactPlace& out) const;
  ContactNormal find_normal(const Contact& contact, const Transform<double>& X_WA,
                            const Transform<double>& X_WB, const Motion<double>& v_A,
                            const Motion<double>& v_B) const;

  const Model& model_;
  double t_ = 0.0;
  std::span<const SurfaceMotion> motions_;
  std::vector<Contact> contacts_;
  std::vector<ContactPlace> places_;
  std::vector<Mat3<double>> R_WA_, R_WB_;  // per contact: its bodies
  std::vector<Vec3<double>> p_A_, p_B_;    // per contact: its point in their frames
};

}  // namespace catena
