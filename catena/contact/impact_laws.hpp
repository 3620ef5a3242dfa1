#pragma once
// Impacts at several points at once: impulses from velocities and the matrix between them.

#include <Eigen/Core>
#include <vector>

#include "catena/contact/contacts.hpp"
#include "catena/solvers/contact_chain.hpp"

namespace catena {

// A point at which an impulse may act, and its rows of u = J v and p.
struct ImpactPoint {
  enum class Kind {
    Stop,             // one row; u >= 0 separates
    Contact,          // normal and two tangents; u_n >= 0 separates
    TwoSidedContact,  // likewise, but kept on its surface: u_n = 0 after, p_n of either sign
  };
  Kind kind = Kind::Contact;
  Eigen::Index first = 0;  // row; the others follow
  double restitution = 0.0;
  double friction = 0.0;
  double rest_speed = 0.0;  // rebounds slower than this, m/s, are none
  bool stays = false;  // comes to rest whatever the law says; a Stop's impulse then has either sign
};

// Whether impulses of either sign hold the point.
inline bool is_held(const ImpactPoint& point) {
  return point.kind == ImpactPoint::Kind::TwoSidedContact ||
         (point.kind == ImpactPoint::Kind::Stop && point.stays);
}

struct ImpactResult {
  Eigen::VectorXd impulse;          // p
  Eigen::VectorXd u;                // after: u_before + W p
  double energy_change = 0.0;       // 1/2 p.(u_before + u), never above zero but for rounding
  double restitution_factor = 1.0;  // on all restitutions; < 1 where they would create energy
  bool solved = false;
  // How far the impulses are from the law (solvers/friction_problem.hpp), and who found them; of a
  // sequence the worst. Where none keep to the law, of those that came nearest.
  double residual = 0.0;
  ChainLink link = ChainLink::Start;
  int impacts = 0;  // how often impulses were computed: 1, or one for each of a sequence
};

// Resolves an impact with W = J M^-1 J^T and Coulomb's law between impulses and velocities after.
//   Newton: u_n = -e u_n before where an impulse acts (Moreau 1988).
//   Poisson: compression to u_n = 0, then restitution with at least e times the impulse of
//     compression (Glocker & Pfeiffer 1995).
//   Sequential: one point at a time by the same law, the one that approaches fastest first, until
//     none does; after 200 rounds for each point the rest comes to rest at once.
// With friction both laws can create energy (Kane & Levinson 1985): all restitutions are then
// multiplied by the largest factor for which they do not; at zero the impact is plastic.
ImpactResult resolve_impact(const Eigen::MatrixXd& W, const Eigen::VectorXd& u_before,
                            const std::vector<ImpactPoint>& points, ImpactLaw law,
                            ImpactOrder order);

}  // namespace catena
