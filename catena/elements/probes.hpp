#pragma once
// Numbers of the motion that formulas may name besides coordinates: where points of bodies are and
// how they move, and how far two of them are apart.

#include <vector>

#include "catena/elements/look.hpp"

namespace catena {

struct Probe {
  enum class Of {
    Position,  // of the point, in the world's axes
    Velocity,  // of the point
    Turning,   // the angular velocity of the body
    Distance,  // of the point from another one, which is a position
    Parting,   // the rate of that, which is a velocity
  };
  Of of = Of::Position;
  BodyId body = world_body;
  Transform<double> X_BP = Transform<double>::identity();  // the point and its axes in the body
  int axis = 0;                                            // 0 to 2: x, y, z
  bool in_own_axes = false;  // of velocities: along the axes of the point, not of the world
  // The other point of a distance, in its body.
  BodyId other = world_body;
  Vec3<double> p_O = Vec3<double>::zero();

  bool is_position() const { return of == Of::Position || of == Of::Distance; }

  friend bool operator==(const Probe& a, const Probe& b);
};

// Those that some formulas name. They see the positions behind q, the velocities behind v.
struct ProbeList {
  std::vector<Probe> positions, velocities;

  bool empty() const { return positions.empty() && velocities.empty(); }
  // The place of a probe, which is added where it is new.
  int add_position(const Probe& probe) { return add(probe, positions); }
  int add_velocity(const Probe& probe) { return add(probe, velocities); }

 private:
  static int add(const Probe& probe, std::vector<Probe>& all);
};

double value(const Probe& probe, const Look& look);
// How fast a position changes.
double rate(const Probe& position, const Look& look);
// How fast a velocity, or the rate of a position, changes where the accelerations of the joints are
// those that the kinematics were computed with.
double rate_of_rate(const Probe& probe, const Model& tree, const Kinematics<double>& motion);

// Positions and velocities that formulas see: those of the start, then probes. Does not allocate
// once the vectors have their size.
void append_probes(const ProbeList& probes, const Look& look, const Eigen::VectorXd& q,
                   const Eigen::VectorXd& v, Eigen::VectorXd& q_all, Eigen::VectorXd& v_all);

}  // namespace catena
