#pragma once
// Convex quadratic programs with linear constraints, dense, of up to some hundred variables:
//
//   minimise 1/2 x^T P x + q^T x   subject to   lower <= A x <= upper
//
// Rows with lower == upper are equalities; bounds may be infinite. P is symmetric and positive
// semidefinite: blocks of zeros are fine, and P = 0 is a linear program.

#include <Eigen/Core>
#include <vector>

#include "catena/solvers/qp_working_set.hpp"

namespace catena {

struct QpProblem {
  Eigen::MatrixXd P;  // n x n
  Eigen::VectorXd q;  // n
  Eigen::MatrixXd A;  // m x n
  Eigen::VectorXd lower, upper;
};

enum class QpStatus { Solved, Infeasible, Unbounded, TooManyIterations };

// "solved", "infeasible", ...
const char* to_string(QpStatus status);

enum class QpSide { Lower, Upper, Equal };

// A row that is held at one of its bounds.
struct QpActiveRow {
  int row = 0;
  QpSide side = QpSide::Equal;
};

struct QpResult {
  QpStatus status = QpStatus::TooManyIterations;
  // Where Unbounded: a direction along which the objective falls without end.
  Eigen::VectorXd x;
  // P x + q + A^T y = 0 with y >= 0 at upper bounds, y <= 0 at lower ones, any sign at equalities.
  Eigen::VectorXd multipliers;
  std::vector<QpActiveRow> active;
  int iterations = 0;  // changes of the active set
  // Where Infeasible: a y with A^T y = 0 and sum(upper y+) + sum(lower y-) < 0, which no x allows
  // (Farkas); the largest element is 1 or -1. `conflict` has the rows that take part, the one that
  // could not be met first. Otherwise zero, and empty.
  Eigen::VectorXd certificate;
  std::vector<QpActiveRow> conflict;
  // Of solve_closest(): how far A x is above upper (positive) or below lower (negative).
  Eigen::VectorXd violation;
  bool relaxed = false;  // some soft row had to be violated
};

// Goldfarb & Idnani's dual active-set method (1983), started at the active set of the last solve.
// Where P is singular it solves a few problems with a small multiple of |x - centre|^2 added, each
// centred at the last solution (proximal points; ends after finitely many: Rockafellar 1976), in
// the factorisation of the first one. The last active set is solved with the given P, and refined.
// Where several x are optimal, it gives one that is close to the smallest; see near_rigid.hpp for a
// choice among them. Nothing allocates after the first solve of a size.
class QpSolver {
 public:
  // Demands that contradict each other by less than this, relative to their bounds (or, where these
  // are zero, to a thousandth of q / P), count as met.
  explicit QpSolver(double feasibility = 1e-10) : feasibility_(feasibility) {}

  // Solves; the result stays valid until the next call. Throws std::invalid_argument where sizes do
  // not fit, numbers are not finite, a lower bound is above its upper one or P is indefinite.
  const QpResult& solve(const QpProblem& problem);

  // Solves; where no x satisfies all rows, first minimises sum(weight_i violation_i^2) over the
  // rows with weight_i > 0 (soft; the others stay hard), then the objective among all x that reach
  // it. Infeasible only where hard rows contradict each other. Allocates where rows were relaxed.
  const QpResult& solve_closest(const QpProblem& problem, const Eigen::VectorXd& weights);

  // The next solve does not start at the active set of the last.
  void forget() { last_.clear(); }

  const QpResult& result() const { return result_; }

 private:
  // Row `row` as sign (a^T x - bound) >= 0, with |a| = 1.
  struct Entry {
    int row = 0;
    double sign = 1.0;
    bool equality = false;
  };
  enum class Entering { Done, Loose, Conflict, Limit };

  void check(const QpProblem& problem) const;
  void resize(Eigen::Index n, Eigen::Index m);
  void take(const QpProblem& problem);
  void factorize(const QpProblem& problem);
  void start_working_set();
  void shift_less(const QpProblem& problem);
  void remember_held();
  bool try_hold(const Entry& entry);
  void solve_rounds(const QpProblem& problem);

  void settle(const QpProblem& problem);
  QpStatus add_violated(const QpProblem& problem);
  bool most_violated(Entry& entry);
  Entering enter(const Entry& entry);
  Eigen::Index blocking(double& length) const;
  void drop(Eigen::Index k);
  bool conflicts(const Entry& entry);
  bool polish(const QpProblem& problem);
  bool is_optimal();
  double refine(const QpProblem& problem);
  bool falls_forever(const QpProblem& problem);
  void store(QpStatus status);

  double bound(const Entry& e) const { return e.sign > 0.0 ? lower_[e.row] : upper_[e.row]; }
  // What rounding in x is relative to, also where x = 0.
  double x_size() const { return x_.norm() + x_floor_; }
  double violation(Eigen::Index row) const;  // of values_
  double slack_tolerance(Eigen::Index row, double size) const;

  double feasibility_;
  QpWorkingSet set_;
  std::vector<Entry> held_;        // as ordered in set_
  std::vector<QpActiveRow> last_;  // of the last solve
  std::vector<char> is_held_, is_loose_;
  Eigen::MatrixXd normals_;               // a_i / |a_i| as columns
  Eigen::VectorXd lower_, upper_, norm_;  // of the rows; bounds divided by |a_i|
  Eigen::VectorXd shift_;                 // H = P + diag(shift)
  Eigen::VectorXd x_, centre_, proximal_, mu_;
  Eigen::VectorXd g_, h_, dx_, dmu_, z_, r_, normal_, values_, certificate_;
  double tolerance_ = 0.0, gradient_size_ = 0.0, x_floor_ = 0.0;
  int changes_ = 0, most_changes_ = 0;
  bool shifted_ = false;
  QpResult result_;
};

}  // namespace catena
