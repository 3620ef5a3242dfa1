#include "catena/sim/impact.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "catena/sim/answer_report.hpp"
#include "catena/sim/carried_rows.hpp"
#include "catena/sim/pressed.hpp"

namespace catena {

namespace {

// Rows that arrive more slowly than this part of the fastest do not.
constexpr double rounding = 1e-13;

// So many stops are worth a recursion that holds them, and so many contacts the solvers of steps.
constexpr std::size_t many_stops = 8, many_contacts = 24;
// Energy below this part of what impulses exchange is rounding.
constexpr double no_energy = 1e-9;

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

Eigen::Vector3d world_force(const RowList& list, Eigen::Index row, const Eigen::Vector3d& p) {
  Vec3<double> sum = Vec3<double>::zero();
  for (int r = 0; r < 3; ++r) sum += p[r] * list.rows[static_cast<std::size_t>(row + r)].axis;
  return to_eigen(sum);
}

// What does not act on each other is resolved apart, and not at all where nothing arrives.
ImpactResult Impact::resolve_islands(const Response& response, const Eigen::VectorXd& sign,
                                     const Eigen::VectorXd& u, Eigen::VectorXd& after) const {
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
      points.push_back({impact_kind(block), first, block.restitution, block.friction,
                        block.rest_speed, block.stays});
      any |= is_held(points.back()) ? std::abs(u[block.row]) > slow : -u[block.row] > slow;
      first += block.row_count();
    }
    if (!any) continue;
    const std::span<const Eigen::Index> rows = response.rows(island);
    const Eigen::VectorXd signs = sign(rows);
    const Eigen::MatrixXd W = signs.asDiagonal() * response.matrix(island) * signs.asDiagonal();
    const ImpactResult result = resolve_impact(W, u(rows), points, law_, order_);
    all.impulse(rows) = result.impulse;
    after(rows) += W * result.impulse;
    all.restitution_factor = std::min(all.restitution_factor, result.restitution_factor);
    all.solved &= result.solved;
    all.residual = std::max(all.residual, result.residual);
    all.link = std::max(all.link, result.link);
  }
  return all;
}

// Whether the solvers of time steps are asked, which know what acts on what: of many stops alone,
// with one restitution, that nothing leaves, where both laws agree; and by Newton's law of many
// contacts.
bool Impact::is_for_steps() const {
  const std::vector<Block>& blocks = list_.blocks;
  if (equations_.has_loops() || order_ != ImpactOrder::Simultaneous) return false;
  if (law_ == ImpactLaw::Newton && blocks.size() > many_contacts) return true;
  if (blocks.size() < many_stops) return false;
  return std::all_of(blocks.begin(), blocks.end(), [&](const Block& block) {
    const double v = list_.rows[static_cast<std::size_t>(block.row)].velocity;
    return block.law == Law::Bounded && block.restitution == blocks.front().restitution &&
           (block.restitution == 0.0 || !(block.sign * v > 0.0));
  });
}

// The velocities of all rows with what restitution wants of them, which the laws make zero; which
// blocks arrive, and the bounds of stops.
Eigen::VectorXd Impact::set_targets(double slow) {
  Eigen::VectorXd b = velocities(list_);
  arriving_.clear();
  for (Block& block : list_.blocks) {
    double& rate = b[block.row];
    if (std::abs(rate) <= slow) rate = 0.0;
    const double away = block.sign * rate;
    const bool held = block.two_sided || (block.law == Law::Bounded && block.stays);
    arriving_.push_back((held ? rate != 0.0 : away < 0.0) ? 1 : 0);
    const bool rebounds = !held && -block.restitution * away >= block.rest_speed;
    if (rebounds) rate += block.restitution * std::min(away, 0.0) * block.sign;
    if (block.law != Law::Bounded) continue;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    block.lower = block.stays || block.sign < 0.0 ? -infinite : 0.0;
    block.upper = block.stays || block.sign > 0.0 ? infinite : 0.0;
  }
  return b;
}

// Whether impulses give energy to one of the islands.
bool Impact::creates_energy(const Eigen::VectorXd& x, const Eigen::VectorXd& before,
                            const Eigen::VectorXd& after) const {
  for (const StepIslands::Island& island : steps_->islands()) {
    double energy = 0.0, size = 0.0;
    for (const std::vector<int>& blocks :
         {std::cref(island.contacts), std::cref(island.coordinates)})
      for (const int b : blocks) {
        const Block& block = list_.blocks[static_cast<std::size_t>(b)];
        for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r) {
          energy += 0.5 * x[r] * (before[r] + after[r]);
          size += 0.5 * std::abs(x[r]) * (std::abs(before[r]) + std::abs(after[r]));
        }
      }
    if (energy > no_energy * size) return true;
  }
  return false;
}

// In O(n) per try, where a matrix between n rows would cost n^2 and the program upon it n^3.
// Nothing where the law has no solution that creates no energy.
std::optional<ImpactResult> Impact::resolve_by_steps(const State& state,
                                                     const Eigen::VectorXd& sign,
                                                     const Eigen::VectorXd& u,
                                                     Eigen::VectorXd& dv) {
  if (!steps_) steps_.emplace(equations_);
  const Eigen::VectorXd b = set_targets(rounding * u.lpNorm<Eigen::Infinity>());
  Eigen::VectorXd x, after;
  equations_.begin_step(state);
  equations_.free_accelerations(state.t, state.q, state.v, dv);  // for poses and inertias
  steps_->begin(state, list_);
  const StepQuality quality = steps_->solve_impact(list_, b, x, after, arriving_);
  dv.setZero();
  steps_->add_response(x, dv);
  const Eigen::VectorXd before = sign.cwiseProduct(u);
  const bool lawful = quality.solved && !creates_energy(x, before, after + before - b);
  equations_.begin(state);
  if (!lawful) return std::nullopt;
  ImpactResult result;
  result.impulse = sign.cwiseProduct(x);
  result.solved = true;
  result.residual = quality.residual, result.link = quality.link;
  return result;
}

// What moves on a path goes on as it did, and pushes what strikes it. Along its motion w the
// impulse that it needs for that does the work w . (M (v - v_before) - J^T x).
double Impact::add_work_of_paths(const Eigen::VectorXd& x, const Eigen::VectorXd& before,
                                 State& state) {
  if (equations_.path_count() == 0) return 0.0;
  const Eigen::VectorXd jump = state.v - before;
  Eigen::VectorXd w, rates;
  equations_.begin_step(state);
  equations_.free_accelerations(state.t, state.q, state.v, w);  // for the poses of the joints
  CarriedRows rows(equations_.model());
  const auto kinetic = [&](const Eigen::VectorXd& v) {
    return equations_.kinetic_energy_with(state, v);
  };
  double sum = 0.0;
  for (std::size_t p = 0; p < equations_.path_count(); ++p) {
    equations_.path_motion(p, state.q, before, w);
    rows.velocities(list_, equations_.workspace(), w, rates);
    const double given = kinetic(jump + w) - kinetic(jump) - kinetic(w) - x.dot(rates);
    state.spent[equations_.path_account(p)] += given;
    sum += given;
  }
  equations_.begin(state);
  return sum;
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
  // Rows of stops count velocities away from the stop.
  Eigen::VectorXd sign = Eigen::VectorXd::Ones(list_.size());
  for (const Block& block : list_.blocks) sign[block.row] = block.sign;
  const Eigen::VectorXd u = sign.cwiseProduct(velocities(list_));
  const Eigen::VectorXd before = state.v;
  ImpactResult result;
  Eigen::VectorXd dv;
  std::optional<ImpactResult> by_steps;
  if (is_for_steps()) by_steps = resolve_by_steps(state, sign, u, dv);
  if (by_steps) {
    result = *by_steps;
    state.v += dv;
  } else {
    Eigen::VectorXd after = u;
    result = resolve_islands(equations_.response(state, list_), sign, u, after);
    if (const std::vector<int> pressed = still_arriving(list_, after, speed.fastest, true);
        !pressed.empty())
      refuse_pressed(equations_, list_, pressed, state);
    state.v += equations_.respond(sign.cwiseProduct(result.impulse));
  }
  for (RowOwner* const owner : owners)
    owner->settle_velocities(list_, result.impulse, speed, state);
  const Eigen::VectorXd impulse = sign.cwiseProduct(result.impulse);
  Eigen::VectorXd by_belts;
  const double given =
      add_work_of_paths(impulse, before, state) + equations_.drive_work(list_, impulse, by_belts);
  state.spent += by_belts;
  double lost = given + equations_.kinetic_energy_with(state, before) -
                equations_.kinetic_energy_with(state, state.v);
  state.impact_loss += lost;
  const ImpactReport report{result.impulse, u,   before, result.restitution_factor,
                            result.solved,  lost};
  const Look look = equations_.look(state);
  for (RowOwner* const owner : owners) owner->report_impact(list_, report, look, state, events);
  report_answer({result.residual, result.link, result.solved}, "the impulses of an impact", state,
                events);
}

}  // namespace catena
