#pragma once
// Contacts of given geometry: a point or a sphere of one body against a plane, a smooth surface,
// or a sphere of another. The materials determine restitution and friction.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catena/contact/contact_region.hpp"
#include "catena/expressions/expression.hpp"
#include "catena/model/model.hpp"

namespace catena {

class SwitchedLaw;
struct ProbeList;

// A smooth function C of a point r, whose zeros are a surface (Li et al. 2014, eq. 1).
struct SurfaceValue {
  double value = 0.0;      // C
  Vec3<double> gradient;   // dC/dr
  Vec3<double> curvature;  // (d^2 C / dr^2) direction
};
using SurfaceFunction =
    std::function<SurfaceValue(const Vec3<double>& r, const Vec3<double>& direction)>;

// C(r) from a formula of x, y and z. The first throws ExpressionError; the second needs these three
// as its variables.
SurfaceFunction surface_from_formula(std::string_view formula);
SurfaceFunction surface_from_formula(Expression formula);

enum class FrictionLaw {
  Coulomb,        // sticks until the force leaves the cone, then slides
  AlwaysSliding,  // |f_t| = friction f_n against the last motion, also at a standstill (Li et al.
                  // 2014, eq. 6): where Coulomb's law rests it trembles, within 1 mm/s
};

struct ContactMaterial {
  double restitution = 0.0;  // 0 to 1
  double friction = 0.0;     // coefficient of Coulomb's law; 0: smooth
  FrictionLaw law = FrictionLaw::Coulomb;
  // Of contacts that stick (Miller & Christensen 2003, eq. 13); less than `friction`: as that.
  double static_friction = 0.0;
  double slip_speed = 0.0;  // m/s; slower sliding has the static coefficient, too
  // Across `axis`, a direction in the axes of b (or a), seen along the surface; negative: as along
  // it. Where the axis is along the normal, all directions are across it.
  double friction_across = -1.0;
  Vec3<double> axis = Vec3<double>::zero();
  bool axis_is_of_a = false;
  // The most moment about the normal, and about the tangents, per normal force, m. Spin shares one
  // ellipsoid with the tangents (soft finger); rolling has a limit of its own.
  double spin = 0.0, rolling = 0.0;

  double sliding_at(double speed) const { return speed < slip_speed ? holds() : friction; }
  double holds() const { return std::max(friction, static_friction); }
  double across() const { return friction_across < 0.0 ? friction : friction_across; }
};

// How the surface of b moves past b, in its axes: a belt. What points along the normal is left out.
struct SurfaceMotion {
  Vec3<double> velocity = Vec3<double>::zero(), acceleration = Vec3<double>::zero();
};
using SurfaceMotionFunction = std::function<SurfaceMotion(double t)>;
// From three formulas of t, m/s.
SurfaceMotionFunction surface_motion_from_formulas(std::array<Expression, 3> velocity);

// A surface that moves by formulas of time and state, which may jump.
struct Belt {
  std::string name;  // of its work, and of what switches it
  // Three numbers, m/s, along these axes, seen in the body. It sees the probes behind the
  // coordinates of the start.
  std::shared_ptr<const SwitchedLaw> law;
  Mat3<double> axes = Mat3<double>::identity();
  std::shared_ptr<const ProbeList> probes = nullptr;
};

// Of the two sides, b is the one that carries the plane or surface. The normal points from b to a.
struct Contact {
  enum class Against {
    Plane,
    Surface,
    Sphere,
    Line,     // of b, through p_B along edge_B: a ball of a on an edge, or on the side of a cone
    Lines,    // of both bodies, which cross: edges, or the axes of rounded ones or of cones
    Rounded,  // both are rounded: balls, points, ellipsoids; or b is the line along edge_B
    String,   // an inextensible string to a point of b: the gap is what is missing until it is taut
  };
  std::string name;
  BodyId a{0}, b{0};
  Vec3<double> p_A = Vec3<double>::zero();  // the point of a, or the centre of its sphere
  double radius = 0.0;                      // of that sphere; 0: a point
  Against against = Against::Plane;
  Vec3<double> p_B = Vec3<double>::zero();  // on the plane, or the centre of the sphere of b
  Vec3<double> normal_B = {0.0, 0.0, 1.0};  // of the plane, in the axes of b
  double radius_b = 0.0;                    // of the sphere of b; 0: a point
  // Half axes of an ellipsoid around p_A or p_B instead of a sphere, as columns in the axes of the
  // body; a disc has two, and its rim touches. Null: there is none. a's may be on a plane.
  std::shared_ptr<const Mat3<double>> half_axes_A = {}, half_axes_B = {};
  // Of spheres and lines: normal_B says on which side a is, also where it has passed the centre.
  bool sided = false;
  // Of lines: directions in the axes of both; normal_B says on which side a is.
  Vec3<double> edge_A = Vec3<double>::zero(), edge_B = Vec3<double>::zero();
  // Of a line that is the axis of a cone, through its apex: the sine of half its opening, positive
  // where the axis points to the apex. The side of the cone touches then; 0: the line itself.
  double slope_A = 0.0, slope_B = 0.0;
  SurfaceFunction surface;  // in the frame of b; a is where C >= 0. Points only
  double length = 0.0;      // of a string, m
  bool bilateral = false;   // the point is kept on the surface, from both sides
  ContactMaterial material = {};
  SurfaceMotionFunction surface_motion = {};  // none: b's surface is fixed to it
  std::shared_ptr<const Belt> belt = {};      // likewise
  // The belts of both surfaces by their places among those of the simulation, which numbers them;
  // -1: there is none.
  int belt_a = -1, belt_b = -1;
  // Of a corner of a face of a that rests on a plane: the face, whose friction acts at its
  // centroid, and where it is (z towards a). Corners of one face stand one after the other.
  std::shared_ptr<const ContactRegion> region = {};
  Transform<double> X_AR = Transform<double>::identity();
  std::uint64_t feature = 0;  // of the pair that the contact before it began; 0: it is a new pair

  const Mat3<double>* half_axes_of_a() const { return half_axes_A.get(); }
  const Mat3<double>* half_axes_of_b() const { return half_axes_B.get(); }
  // A point, and nothing around it.
  bool is_sharp() const {
    return radius == 0.0 && radius_b == 0.0 && !half_axes_A && !half_axes_B && !has_cones();
  }
  bool has_cones() const { return slope_A != 0.0 || slope_B != 0.0; }
  bool has_spin() const { return region != nullptr || material.spin > 0.0; }
  bool has_rolling() const { return material.rolling > 0.0; }
  bool is_rough() const { return material.friction > 0.0 || has_moments(); }
  bool has_moments() const { return has_spin() || has_rolling(); }
  bool has_belts() const { return belt_a >= 0 || belt_b >= 0; }
  // Whether friction is anything else than Coulomb's disc.
  bool has_shape() const { return has_spin() || material.friction_across >= 0.0; }
};

// How simultaneous impacts are resolved.
enum class ImpactLaw {
  Newton,   // the normal velocity after is -e times that before (Carvalho 2007, eq. 4.22)
  Poisson,  // the impulse of restitution is e times that of compression
};
enum class ImpactOrder {
  Simultaneous,  // all at once, by complementarity
  Sequential,    // one after the other, the fastest first, until none approaches
};

// How motion with contacts, stops and dry friction is advanced.
enum class ContactMethod {
  Automatic,  // by events while they are few, by time steps where they pile up
  Events,     // exact times of all changes
  Stepping,   // steps of given size
};

// Who finds the impulses of time steps.
struct ContactSolver {
  enum class Kind {
    Chain,  // links that are tried until one arrives (solvers/contact_chain.hpp)
    Lemke,  // pivoting on pyramids (Miller & Christensen 2003), the chain where that does not end
  };
  Kind kind = Kind::Chain;
  int edges = 8;            // of the pyramids, 4 to 64
  bool equal_area = false;  // pyramids as large as the cones; else inscribed
  // Newton's method on the cones follows. Without it friction is that of the pyramids.
  bool polish = true;

  bool on_pyramids() const { return kind == Kind::Lemke && !polish; }
  friend bool operator==(const ContactSolver&, const ContactSolver&) = default;
};

struct ContactOptions {
  ImpactLaw law = ImpactLaw::Newton;
  ImpactOrder order = ImpactOrder::Simultaneous;
  double rest_speed = 1e-6;  // m/s; slower rebounds count as none, so that bouncing ends
  ContactMethod method = ContactMethod::Automatic;
  double step = 0.0;  // of time steps, s; 0: that of the integrator if it is fixed, else 1 ms
  // Of time steps: the part of a penetration that velocities take out in each step (Miller &
  // Christensen 2003, eq. 19); 0: positions are put back, and no velocity is added.
  double correction = 0.0;
  // Of time steps: how far closed contacts may be from their surfaces, and sticking points from
  // where they stick, m; 0: as little as can be reached. Larger ones take less time: positions are
  // put back less often, and forces are found to what moves things by a hundredth of it in a step.
  double tolerance = 0.0;
  // Of time steps with a tolerance: piles of free bodies go by steps of their own
  // (sim/pile_step.hpp).
  bool compact = true;
  bool sleep = false;  // of time steps: what rests is not computed until something changes
  // Likewise for bodies that rest on each other or on the world while others move. They go on where
  // they were as soon as something touches them; the motion is the same but for rounding.
  bool sleep_islands = false;
  ContactSolver solver = {};  // of time steps
  // Threads of a simulation, with the caller's own; 1 to 256. Results are the same, bit for bit.
  int threads = 1;
};

// An inextensible string without mass between a point of body a and one of body b. It pulls, and
// does not push; where it becomes taut, velocities jump as in an impact with this restitution.
Contact string_between(std::string name, BodyId a, const Vec3<double>& p_A, BodyId b,
                       const Vec3<double>& p_B, double length, double restitution = 0.0);

// The corners of a face (`region` and X_AR are given), which touch one by one; of a face without
// corners, so many on its rim.
std::vector<Contact> contacts_of_face(const Contact& face, int corners = 8);

// How many pairs they are of: corners of one face count once.
inline int pair_count(const std::vector<Contact>& contacts) {
  return static_cast<int>(std::count_if(contacts.begin(), contacts.end(),
                                        [](const Contact& c) { return c.feature == 0; }));
}

// Checks names, bodies and numbers. Throws ModelError.
void check_contacts(const Model& model, const std::vector<Contact>& contacts);

}  // namespace catena
