#pragma once
// Sweeps for piles: many free bodies that touch at points with Coulomb's friction. One contact
// after the other is solved exactly while the others rest, in velocities of the bodies: nothing is
// assembled, and a sweep costs the number of contacts (Jean 1999). Between sweeps the forces go on
// in the direction in which they have changed, as in the method of conjugate gradients (Silcowitz
// et al. 2010), which saves more than half of the sweeps where bodies stand on each other.

#include <span>
#include <vector>

#include "catena/solvers/chain_laws.hpp"
#include "catena/solvers/step_problem.hpp"

namespace catena {

// The workspace. Nothing allocates once problems of that size were solved; the same input gives the
// same bits.
class PileSweeps {
 public:
  struct Outcome {
    double residual = 0.0;  // as of the chain (solvers/contact_chain.hpp)
    int sweeps = 0;
  };

  // Whether a problem is one of free bodies whose mass matrix is one and of contacts of three rows.
  static bool knows(const StepProblem& problem);

  struct Goal {
    double tolerance = 1e-4;  // of the residual
    int most_sweeps = 400;
    // Forces that are given with no more than this part of the tolerance are left as they are; else
    // some sweeps are made at least. Below one, what rests comes to rest in some steps.
    double as_given = 1.0;
  };
  // From the forces x until the residual is at most the tolerance, or the sweeps are used up. x,
  // and the v and u that belong to it, are the best that was found.
  Outcome solve(const StepProblem& problem, std::span<double> x, std::span<double> v,
                std::span<double> u, const Goal& goal);

 private:
  // A contact in units in which the mean of its own diagonal is one. Rows of J per body, padded
  // to eight, for one body of two or for both.
  struct Contact {
    double rows[2][24];
    double inverse[12];  // of its own matrix; 0 where that is singular
    double own[12];
    double bias[4];
    double friction, scale;
    int place[2];  // of the bodies' velocities; the second is that of nothing where there is none
  };

  void prepare(const StepProblem& problem, double tolerance);
  void set_contact(const StepProblem& problem, const StepProblem::Block& given, Contact& out) const;
  void begin(std::span<const double> x);
  double sweep();  // returns the square of all changes
  double residual() const;
  void go_on(double part);
  void start_again(bool first);
  void mark_all();
  void finish(std::span<double> x) const;

  std::vector<Contact> contacts_;
  std::vector<double> x_, x_before_, x_direction_;  // four per contact
  std::vector<double> s_, s_before_, s_direction_;  // eight per body, then nothing's
  std::vector<double> rest_, best_;                 // velocities without forces; four per contact
  double rest_squares_ = 0.0;
  // A contact is looked at where one of its bodies has changed since, by more than this square.
  // Changes are counted; per body (then nothing's) the last one, per contact when it was looked at.
  double small_change_ = 0.0;
  int changes_ = 0;
  std::vector<int> changed_, seen_;
};

}  // namespace catena
