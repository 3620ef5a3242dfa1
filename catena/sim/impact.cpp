#include "catena/sim/impact.hpp"

#include <algorithm>
#include <cmath>

#include "catena/dynamics/energy.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

namespace {

// Rows that arrive more slowly than this part of the fastest do not.
constexpr double rounding = 1e-13;

ImpactPoint::Kind impact_kind(const Block& block) {
  return block.law == Law::Bounded ? ImpactPoint::Kind::Stop
         : block.two_sided         ? ImpactPoint::Kind::TwoSidedContact
                                   : ImpactPoint::Kind::Contact;
}

}  // namespace

Eigen::VectorXd velocities(const RowList& list) {
  Eigen::VectorXd u(list.size());
  for (Eigen::Index r = 0; r < u.size(); ++r)
    u[r] = list.rows[static_cast<std::size_t>(r)].velocity;
  return u;
}

double kinetic_energy_of(const MotionEquations& equations, const State& state,
                         const Eigen::VectorXd& v) {
  const Model& model = equations.model();
  Workspace<double> ws(model);
  return kinetic_energy<double>(model, detail::part(state.q, 0, model.nq()),
                                detail::part(v, 0, model.nv()), ws);
}

Eigen::Vector3d world_force(const RowList& list, Eigen::Index row, const Eigen::Vector3d& p) {
  Vec3<double> sum = Vec3<double>::zero();
  for (int r = 0; r < 3; ++r) sum += p[r] * list.rows[static_cast<std::size_t>(row + r)].axis;
  return to_eigen(sum);
}

// What does not act on each other is resolved apart, and not at all where nothing arrives.
ImpactResult Impact::resolve_islands(const Response& response, const Eigen::VectorXd& sign,
                                     const Eigen::VectorXd& u) const {
  const double slow = rounding * u.lpNorm<Eigen::Infinity>();
  ImpactResult all;
  all.impulse = Eigen::VectorXd::Zero(u.size());
  all.solved = true;
  for (int island = 0; island < response.island_count(); ++island) {
    std::vector<ImpactPoint> points;
    bool any = false;
    Eigen::Index first = 0;
    for (const int b : response.blocks(island)) {
      const Block& block = list_.blocks[static_cast<std::size_t>(b)];
      points.push_back({impact_kind(block), first, block.restitution, block.friction, block.stays});
      any |= is_held(points.back()) ? std::abs(u[block.row]) > slow : -u[block.row] > slow;
      first += block.row_count();
    }
    if (!any) continue;
    const std::span<const Eigen::Index> rows = response.rows(island);
    const Eigen::VectorXd signs = sign(rows);
    const Eigen::MatrixXd W = signs.asDiagonal() * response.matrix(island) * signs.asDiagonal();
    const ImpactResult result = resolve_impact(W, u(rows), points, law_, order_);
    all.impulse(rows) = result.impulse;
    all.restitution_factor = std::min(all.restitution_factor, result.restitution_factor);
    all.solved &= result.solved;
  }
  return all;
}

void Impact::resolve(State& state, const Triggers& triggers, std::vector<SimulationEvent>& events) {
  const std::vector<RowOwner*>& owners = equations_.row_owners();
  list_.clear();
  ImpactSpeed speed;
  {
    const Look look = equations_.look(state);
    for (RowOwner* const owner : owners)
      owner->offer_impact(equations_, look, triggers, state, list_, speed);
  }
  if (!speed.any) return;
  for (RowOwner* const owner : owners) owner->set_restitution(state, speed, list_);
  const Response& response = equations_.response(state, list_);
  // Rows of stops count velocities away from the stop.
  Eigen::VectorXd sign = Eigen::VectorXd::Ones(list_.size());
  for (const Block& block : list_.blocks) sign[block.row] = block.sign;
  const Eigen::VectorXd u = sign.cwiseProduct(velocities(list_));
  const ImpactResult result = resolve_islands(response, sign, u);
  const Eigen::VectorXd before = state.v;
  state.v += equations_.respond(sign.cwiseProduct(result.impulse));
  for (RowOwner* const owner : owners)
    owner->settle_velocities(list_, result.impulse, speed, state);
  double lost =
      kinetic_energy_of(equations_, state, before) - kinetic_energy_of(equations_, state, state.v);
  state.impact_loss += lost;
  const ImpactReport report{result.impulse, u,   before, result.restitution_factor,
                            result.solved,  lost};
  const Look look = equations_.look(state);
  for (RowOwner* const owner : owners) owner->report_impact(list_, report, look, state, events);
}

}  // namespace catena
