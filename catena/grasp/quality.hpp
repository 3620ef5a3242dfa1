#pragma once
// How well a grasp resists loads: the largest ball of wrenches (eps), the volume of the hull, what
// it reaches of a task; for cones with edges and for the cones themselves.

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "catena/grasp/contact_set.hpp"
#include "catena/grasp/grown_hull.hpp"
#include "catena/grasp/wrench_set.hpp"

namespace catena::grasp {

struct QualityOptions : WrenchSetOptions {
  // Loads of a task: { Q a : |a| <= 1 }, a regular matrix. eps is then the largest s with which s
  // times the ellipsoid is inside (Borst, Fischer & Hirzinger 2004). Empty: the unit ball.
  Eigen::MatrixXd ellipsoid;
};

struct Quality {
  // The origin is inside, as force_closure() decides it: wrenches span their space, and some forces
  // in all cones balance each other. eps may be so small then that it is rounding.
  bool closed = false;
  int rank = 0;
  // The smallest support that was found; 0 where it is not closed. lower <= true value <= eps holds
  // for certain. `proven` says that both are as near as was asked: then eps is the minimum to
  // within that, else it is an upper bound that may have missed the minimum.
  double eps = 0.0;
  // The unit wrench of which contacts can give least, eps; loads against it are resisted least.
  // Empty where it is not closed.
  Eigen::VectorXd weakest;
  double lower = 0.0, upper = 0.0;  // upper: eps
  bool proven = false;
  int facets = 0;  // of the proof
};

// Keeps its workspace, and begins at the last weakest wrench: for one grasp along a run.
class QualityEvaluator {
 public:
  explicit QualityEvaluator(QualityOptions options = {});
  ~QualityEvaluator();
  QualityEvaluator(QualityEvaluator&&) noexcept;
  QualityEvaluator& operator=(QualityEvaluator&&) noexcept;

  // The value for one of many sets: to 1e-6 min(1, eps) where few facets prove that, which
  // `proven` says.
  const Quality& value(const ContactSet& set);

  // The value with proven bounds: upper - lower <= gap min(1, eps), unless that takes more facets
  // than the limit. Searches from several directions and from the last weakest wrench, then grows
  // bounds, which finds what these have missed.
  const Quality& certified(const ContactSet& set, double gap = 1e-6, int most_facets = 400000);

  // The largest s for which s times the load (or each column of loads) is in the set: how much of a
  // task, a polytope of wrenches that contacts have to give, is reached. 0 where the origin is not
  // inside.
  double reached(const ContactSet& set, const Eigen::MatrixXd& loads);

  // Forgets the last weakest wrench.
  void forget();

 private:
  const Quality& search(const ContactSet& set);

  struct Work;
  std::unique_ptr<Work> work_;
};

// The volume of the hull in the dimensions of the set; 0 where it is flat. Nothing where the hull
// has more facets than the limit. Cones need edges.
std::optional<double> hull_volume(const ContactSet& set, const WrenchSetOptions& options,
                                  int most_facets = 200000);

}  // namespace catena::grasp
