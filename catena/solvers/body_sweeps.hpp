#pragma once
// Sweeps over the contacts of many free bodies, for piles: one contact after the other is solved
// while the others rest, in velocities of the bodies (Jean 1999). Nothing is assembled, nothing is
// copied: a contact is one record, a body two vectors. Between sweeps impulses go on in the
// direction in which they have changed, as in the method of conjugate gradients (Silcowitz et al.
// 2010). All vectors are in world axes.

#include <vector>

#include "catena/math/infinity.hpp"
#include "catena/math/mat3.hpp"

namespace catena {

// A contact of three rows with Coulomb's friction. Vectors and columns have a fourth number, 0.
struct SweptContact {
  int a = 0, b = 0;  // numbers of bodies; the impulse acts on a and, reversed, on b
  double friction = 0.0;
  double own = 0.0;                          // mean of the diagonal of its own matrix W
  double arm_a[4] = {}, arm_b[4] = {};       // from the mass centres
  double normal[4] = {0.0, 0.0, 1.0, 0.0};   // from b to a
  double rate[4] = {};                       // added to the velocity of a against b
  double inverse[12] = {}, matrix[12] = {};  // of W = J M^-1 J^T, and W; columns
};

// The workspace. Nothing allocates once there were as many bodies and contacts; the same input
// gives the same bits.
class BodySweeps {
 public:
  struct Goal {
    double error = 1e-6;  // of velocities, m/s: how much a sweep changes them, rms over contacts
    int most_sweeps = 200;
    // The same at any single contact, as a wish: where the goal is reached soon, a few sweeps more
    // are made for it. Where nothing changes, the next problem begins with what they have found.
    double worst = infinity;
  };
  struct Outcome {
    double error = 0.0;  // of the last sweep, m/s
    int sweeps = 0;
    long visits = 0;  // contacts that were solved: the work that was done
  };

  // All bodies anew; the first one is the world. Then contacts.
  void clear(int bodies);
  void set_body(int body, double inverse_mass, const Sym3<double>& inverse_inertia,
                const Vec3<double>& velocity, const Vec3<double>& turning);
  // A contact with bodies, arms, normal, rate and friction set, and the impulse to begin with.
  // Completes it.
  SweptContact& add(const SweptContact& contact, const Vec3<double>& impulse);

  // From the impulses that are set until a sweep changes velocities by no more than the goal.
  Outcome solve(const Goal& goal);

  int count() const { return static_cast<int>(contacts_.size()); }
  const SweptContact& contact(int k) const { return contacts_[static_cast<std::size_t>(k)]; }
  Vec3<double> impulse(int k) const { return vector(&impulses_[4 * static_cast<std::size_t>(k)]); }
  Vec3<double> velocity(int body) const {
    return vector(&motions_[8 * static_cast<std::size_t>(body)]);
  }
  Vec3<double> turning(int body) const {
    return vector(&motions_[8 * static_cast<std::size_t>(body) + 4]);
  }
  // Of a against b at the point of a contact, with `rate`.
  Vec3<double> rate(int k) const;

 private:
  struct Mass {
    double inverse[12] = {};  // of the inertia about the mass centre, columns of four
    double of_mass = 0.0;     // 1 / mass
    double padding[3] = {};
  };

  static Vec3<double> vector(const double* x) { return {x[0], x[1], x[2]}; }
  void apply_all();
  void pass_on_from(double error);
  double sweep();  // returns the square of all changes of velocities
  void visit(std::size_t k);
  void go_on(double part);
  void start_again(bool first);

  std::vector<SweptContact> contacts_;
  std::vector<Mass> masses_;
  std::vector<double> motions_, motions_before_, motion_directions_;     // eight per body
  std::vector<double> impulses_, impulses_before_, impulse_directions_;  // four per contact
  // A contact is looked at where one of its bodies has changed since, by more than this square.
  // Changes are counted; per body the last one, per contact when it was looked at.
  double small_change_ = 0.0, changes_of_sweep_ = 0.0;
  double worst_change_ = 0.0;  // of the sweep, likewise a square
  long visits_ = 0;
  int change_count_ = 0;
  std::vector<int> changed_, seen_;
};

}  // namespace catena
