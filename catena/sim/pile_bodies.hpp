#pragma once
// Free bodies as flat lists, in world axes: where their mass centres are, how they move and turn,
// at the beginning of a time step, in its middle and at its end.

#include <vector>

#include "catena/elements/state.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/model/model.hpp"

namespace catena {

inline Vec3<double> vector_from(const double* x) {
  return {x[0], x[1], x[2]};
}

struct PileBody {
  int q = 0, v = 0;  // first coordinates
  double mass = 0.0;
  Vec3<double> centre = Vec3<double>::zero();  // of mass, in the axes of the node
  Sym3<double> inertia = Sym3<double>::zero(),
               inverse = Sym3<double>::zero();  // about it, likewise
  bool round = true;                            // all moments of inertia are equal
  double size = 0.0;                            // |v|^2 + size^2 |w|^2 is the square of its speed
  Transform<double> X_WF = Transform<double>::identity();  // the frame that q is seen from

  // At the beginning.
  Mat3<double> R = Mat3<double>::identity();
  Vec3<double> x = Vec3<double>::zero(), velocity = Vec3<double>::zero();  // of the mass centre
  Vec3<double> turning = Vec3<double>::zero();                             // in axes of the body
  // In the middle: where it would be with these velocities.
  Mat3<double> R_middle = Mat3<double>::identity();
  Vec3<double> x_middle = Vec3<double>::zero();
  Vec3<double> gyration = Vec3<double>::zero();  // what Euler's term adds to `turning`
  bool jumps = false;  // the velocity at the end moves it, since something strikes it
  bool slow = false;   // at the beginning, so that it is where it was in the middle, too
  bool stays = false;  // it is pressed and slow: it is not moved, and stops
};

class PileBodies {
 public:
  // Whether all that moves is a free body.
  static bool knows(const Model& model);
  explicit PileBodies(const Model& model);

  // One per node; the first is the world.
  int count() const { return static_cast<int>(bodies_.size()); }
  const PileBody& operator[](int i) const { return bodies_[static_cast<std::size_t>(i)]; }
  PileBody& operator[](int i) { return bodies_[static_cast<std::size_t>(i)]; }

  // A step of h from this state. What has less than the speed `still`, m/s, is slow.
  void begin(const State& state, double h, double still);
  // The pose of a body's frame in the middle, and its velocity about the world's origin with the
  // velocities of the beginning.
  Transform<double> pose_in_middle(BodyId body) const;
  Motion<double> motion_in_middle(BodyId body) const;
  int number_of(BodyId body) const { return model_.body(body).node; }
  // Angular velocity at the beginning, in world axes as they are in the middle.
  Vec3<double> turning_in_middle(int i) const;

  // The angular velocity at the end with which Euler's term does no work, where impulses alone
  // have led to `turning` there; both in world axes as they are in the middle.
  Vec3<double> turning_at_end(int i, const Vec3<double>& turning, double h) const;
  // Whether a body that has these velocities at the end comes no farther than with `still`.
  bool stays_slow(int i, const Vec3<double>& velocity, const Vec3<double>& turning,
                  double still) const;
  // The kinetic energy with velocities like these, J.
  double energy_of(int i, const Vec3<double>& velocity, const Vec3<double>& turning) const;
  // Moves body i of a state to the end of the step, with these velocities there.
  void put_end(int i, const Vec3<double>& velocity, const Vec3<double>& turning, double h,
               State& state) const;
  // Moves body i of a state by a small way and turn.
  void move(int i, const Vec3<double>& way, const Vec3<double>& turn, State& state) const;
  // Where its mass centre is in a state.
  Vec3<double> centre_in(int i, const State& state) const;
  // Its inverse inertia in world axes.
  Sym3<double> inverse_in(int i, const Mat3<double>& R) const;
  Mat3<double> rotation_in(int i, const State& state) const;

 private:
  const Model& model_;
  std::vector<PileBody> bodies_;
};

}  // namespace catena
