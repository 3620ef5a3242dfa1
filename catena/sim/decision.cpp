#include "catena/sim/decision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/dynamics/energy.hpp"
#include "catena/sim/impact.hpp"
#include "catena/solvers/box_qp.hpp"
#include "catena/solvers/friction_problem.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Forces and accelerations below this part of the largest count as none.
constexpr double tiny = 1e-10;
// Sliding rows whose pivot is not above this are in Painleve's paradox.
constexpr double least_pivot = 1e-6;

double largest_of(const Eigen::VectorXd& x) {
  return x.lpNorm<Eigen::Infinity>();
}

FrictionBlock::Kind kind_of(const Block& block) {
  return block.law == Law::Cone           ? FrictionBlock::Kind::Cone
         : block.law == Law::TwoSidedCone ? FrictionBlock::Kind::TwoSidedCone
                                          : FrictionBlock::Kind::Box;
}

}  // namespace

// The unknowns are one effort or normal force for each block that is bounded or slides, and three
// forces for each that may stick. Returns how many there are.
Eigen::Index Decision::number_unknowns() {
  Eigen::Index next = 0;
  for (Block& block : list_.blocks) {
    block.unknown = next;
    next += block.unknown_count();
  }
  return next;
}

// Where nothing but coordinates takes part.
void Decision::solve_bounded() {
  const auto n = static_cast<Eigen::Index>(list_.blocks.size());
  Eigen::VectorXd least(n), most(n);
  std::vector<Eigen::Index> held_before;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Block& block = list_.blocks[static_cast<std::size_t>(i)];
    least[i] = block.lower, most[i] = block.upper;
    if (block.was_held) held_before.push_back(i);
  }
  const BoxQpResult answer = solve_box_qp(response_.W(), b_, least, most, held_before);
  result_.x = answer.x, result_.w = answer.w, result_.solved = answer.solved;
}

// A x + b over the unknowns, with the law of each.
void Decision::solve() {
  const Eigen::Index size = number_unknowns();
  const auto is_bounded = [](const Block& block) { return block.law == Law::Bounded; };
  if (std::all_of(list_.blocks.begin(), list_.blocks.end(), is_bounded)) {
    solve_bounded();
    return;
  }
  std::vector<FrictionBlock> blocks;
  // Which rows the unknowns answer for, and what a unit of each puts on all rows.
  std::vector<Eigen::Index> asked;
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(list_.size(), size);
  for (const Block& block : list_.blocks) {
    blocks.push_back({kind_of(block), block.unknown, block.lower, block.upper, block.friction});
    for (Eigen::Index r = 0; r < block.unknown_count(); ++r) {
      asked.push_back(block.row + r);
      columns(block.row + r, block.unknown + r) = 1.0;
    }
    if (block.law == Law::Sliding)
      columns.block<3, 1>(block.row, block.unknown) =
          block.force(Eigen::VectorXd::Unit(size, block.unknown));
  }
  const Eigen::MatrixXd A = (response_.W() * columns)(asked, Eigen::all);
  const FrictionResult answer = solve_friction_problem(A, b_(asked), blocks);
  result_.x = answer.x, result_.w = answer.w, result_.solved = answer.solved;
}

// Friction opposes sliding whichever side a two-sided contact presses on. Returns whether one was
// taken for pressing on the other.
bool Decision::turn_sides() {
  bool turned = false;
  for (Block& block : list_.blocks) {
    if (block.side_is_known || block.law != Law::Sliding) continue;
    if (block.side * result_.x[block.unknown] >= 0.0) continue;
    block.side = -block.side;
    turned = true;
  }
  return turned;
}

// A sliding contact whose own friction presses it into the surface faster than its normal force can
// lift it has no force that keeps it sliding (Painleve 1895): where it would not come off by
// itself, it stops at once. Returns which block, or -1.
int Decision::find_paradox() const {
  int worst = -1;
  double worst_pivot = infinity;
  for (std::size_t i = 0; i < list_.blocks.size(); ++i) {
    const Block& block = list_.blocks[i];
    if (block.law != Law::Sliding || block.slide.isZero(0.0)) continue;
    const Eigen::Vector3d c = block.force(Eigen::VectorXd::Unit(block.unknown + 1, block.unknown));
    const Eigen::Vector3d Wc = response_.W().block<3, 3>(block.row, block.row) * c;
    const double pivot = Wc[0] / c.dot(Wc);
    const bool presses = block.two_sided || b_[block.row] < 0.0;
    if (pivot < worst_pivot && presses) worst_pivot = pivot, worst = static_cast<int>(i);
  }
  return worst_pivot > least_pivot && result_.solved ? -1 : worst;
}

// The impulse that stops a contact, with all contacts that touch taking part.
void Decision::jam(const Block& stopped, State& state, std::vector<SimulationEvent>& events) {
  const Look look = equations_.look(state);
  RowList touching;
  ImpactSpeed speed;
  for (RowOwner* const owner : equations_.row_owners())
    owner->offer_impact(equations_, look, {}, state, touching, speed);
  RowList list;
  std::vector<FrictionBlock> blocks;
  Eigen::Index row = 0;
  for (const Block& block : touching.blocks) {
    if (block.law == Law::Bounded) continue;
    const Eigen::Index first = list.size();
    for (Eigen::Index r = 0; r < 3; ++r)
      list.add(touching.rows[static_cast<std::size_t>(block.row + r)]);
    if (block.group != stopped.group || block.item != stopped.item) {
      blocks.push_back({kind_of(block), first, 0.0, infinity, block.friction});
      continue;
    }
    row = first;
    for (Eigen::Index r = 0; r < 3; ++r)
      blocks.push_back({FrictionBlock::Kind::Box, first + r, -infinity, infinity, 0.0});
  }
  response_.compute(state, list.rows);
  const Eigen::VectorXd u = velocities(list);
  const FrictionResult answer = solve_friction_problem(response_.W(), u, blocks);
  const double before = kinetic_energy_of(equations_, state, state.v);
  state.v += response_.responses() * answer.x;
  const double lost = before - kinetic_energy_of(equations_, state, state.v);
  state.impact_loss += lost;
  if (u.segment<2>(row + 1).norm() < sliding_at_rest) return;
  const Eigen::Vector3d p = answer.x.segment<3>(row);
  const Group& group = *equations_.groups()[static_cast<std::size_t>(stopped.group)];
  events.push_back({.t = state.t,
                    .kind = EventKind::Jam,
                    .name = group.name_of({.item = stopped.item}),
                    .v_before = u.segment<2>(row + 1).norm(),
                    .v_after = 0.0,
                    .energy_lost = lost,
                    .impulse = p[0],
                    .tangential_impulse = p.tail<2>().norm(),
                    .linear_impulse = world_force(list, row, p)});
}

void Decision::decide(State& state, const Occasion& occasion,
                      std::vector<SimulationEvent>& events) {
  const State before = state;
  Occasion now = occasion;
  Evaluation free;
  for (std::size_t attempt = 0;; ++attempt) {
    list_.clear();
    result_ = {};
    {
      const Look look = equations_.look(state);
      for (RowOwner* const owner : equations_.row_owners())
        owner->offer(equations_, look, now, state, list_);
    }
    if (list_.empty()) break;
    // Accelerations when nothing but paths is held.
    equations_.begin(state, false);
    equations_.evaluate(state, free);
    b_ = response_.accelerations(free, list_.rows);
    for (Block& block : list_.blocks)  // one that begins to slide, whatever holds it
      if (block.law == Law::Sliding && block.friction > 0.0 && block.slide.isZero(0.0))
        block.slide = b_.segment<2>(block.row + 1).normalized();
    response_.compute(state, list_.rows);
    solve();
    if (turn_sides()) solve();
    const int paradox = find_paradox();
    if (paradox < 0) break;
    const Block stopped = list_.blocks[static_cast<std::size_t>(paradox)];
    jam(stopped, state, events);
    if (attempt >= list_.blocks.size()) break;
    now = occasion;
    now.mark(stopped.group, stopped.item, Mark::What::Jammed);
  }
  result_.small_force = tiny * std::max(largest_of(result_.x), equations_.typical_force());
  result_.small_acceleration = tiny * std::max(largest_of(b_), equations_.typical_acceleration());
  {
    const Look look = equations_.look(state);
    for (RowOwner* const owner : equations_.row_owners())
      owner->answer(equations_, look, now, list_, result_, state);
  }
  for (RowOwner* const owner : equations_.row_owners())
    owner->choose_forces(equations_, list_, result_, state);
  for (RowOwner* const owner : equations_.row_owners()) owner->report(before, state, events);
}

bool Decision::must_decide_again(const State& state) {
  const Look look = equations_.look(state);
  return std::any_of(equations_.row_owners().begin(), equations_.row_owners().end(),
                     [&](RowOwner* owner) { return owner->must_decide_again(look); });
}

}  // namespace catena
