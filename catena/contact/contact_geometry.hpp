#pragma once
// Where contacts are and how they move, at one state: gaps, normals, and the rows J of the
// velocities at the points of contact, with the accelerations that keep them.

#include <array>
#include <span>
#include <vector>

#include "catena/constraints/closure_rows.hpp"
#include "catena/contact/contacts.hpp"

namespace catena {

// One contact, in world axes. Its three rows are the normal and two tangents; a row's unit force
// acts on body a and, reversed, on body b.
struct ContactPlace {
  int node_a = 0, node_b = 0;
  double gap = 0.0;                         // m; negative: inside
  Vec3<double> p;                           // the point, in the world
  std::array<Vec3<double>, 3> axes;         // normal (towards a), tangents
  std::array<Force<double>, 3> on_a, on_b;  // per row, in node axes about the node's origin
  Vec3<double> velocity;                    // of a against b at the point, along the axes
  // J a = target: the normal velocity stays what it is, and so do tangential ones that are zero.
  std::array<double, 3> target;
};

class ContactGeometry {
 public:
  ContactGeometry(const Model& model, const std::vector<Contact>& contacts);

  int count() const { return static_cast<int>(places_.size()); }
  const Contact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }

  // All contacts, for a tree that stands and moves like this.
  void compute(const ClosureGeometry::TreeState& tree);

  const ContactPlace& place(int i) const { return places_[static_cast<std::size_t>(i)]; }
  // Row r of contact i times a motion of the nodes.
  double row_times(int i, int r, std::span<const Motion<double>> node_rate) const;
  // A vector in the world's axes, seen in those of body b of contact i, and back.
  Vec3<double> in_b(int i, const Vec3<double>& x) const;
  Vec3<double> from_b(int i, const Vec3<double>& x) const;

 private:
  struct Normal {  // and its rate; point of contact and its rate
    Vec3<double> n, n_rate, p, p_rate;
    double gap;
  };
  Normal find_normal(const Contact& contact, const Transform<double>& X_WA,
                     const Transform<double>& X_WB, const Motion<double>& v_A,
                     const Motion<double>& v_B) const;

  const Model& model_;
  std::vector<Contact> contacts_;
  std::vector<ContactPlace> places_;
  std::vector<Mat3<double>> R_WB_;  // per contact: body b
};

}  // namespace catena
