#include "catena/sim/decision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/contact/sliding.hpp"
#include "catena/sim/impact.hpp"
#include "catena/solvers/box_qp.hpp"
#include "catena/solvers/friction_problem.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Forces and accelerations below this part of the largest count as none.
constexpr double tiny = 1e-10;

double largest_of(const Eigen::VectorXd& x) {
  return x.lpNorm<Eigen::Infinity>();
}

FrictionBlock::Kind friction_kind(const Block& block) {
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

void Decision::take(const std::vector<Eigen::Index>& unknowns, const Eigen::VectorXd& x,
                    const Eigen::VectorXd& w, bool solved) {
  result_.x(unknowns) = x;
  result_.w(unknowns) = w;
  result_.solved &= solved;
}

// The forces of one part without contacts: efforts within bounds.
void Decision::solve_bounded(const RowResponse::Part& part) {
  const auto n = static_cast<Eigen::Index>(part.blocks.size());
  Eigen::VectorXd least(n), most(n);
  std::vector<Eigen::Index> held_before, unknowns;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Block& block = block_of(part, i);
    least[i] = block.lower, most[i] = block.upper;
    unknowns.push_back(block.unknown);
    if (block.was_held) held_before.push_back(i);
  }
  const BoxQpResult answer = solve_box_qp(part.W, b_(part.rows), least, most, held_before);
  take(unknowns, answer.x, answer.w, answer.solved);
}

// The same with contacts: A x + b over the unknowns of a part, with the law of each.
void Decision::solve_with_contacts(const RowResponse::Part& part) {
  std::vector<FrictionBlock> blocks;
  // The unknowns, which rows of the part they answer for, and what a unit of each puts on its rows.
  std::vector<Eigen::Index> unknowns, asked;
  const auto n = static_cast<Eigen::Index>(part.rows.size());
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(n, n);
  Eigen::Index row = 0;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(part.blocks.size()); ++i) {
    const Block& block = block_of(part, i);
    const auto first = static_cast<Eigen::Index>(unknowns.size());
    blocks.push_back({friction_kind(block), first, block.lower, block.upper, block.friction});
    for (Eigen::Index r = 0; r < block.unknown_count(); ++r) {
      unknowns.push_back(block.unknown + r), asked.push_back(row + r);
      columns(row + r, first + r) = 1.0;
    }
    if (block.law == Law::Sliding)
      columns.block<3, 1>(row, first) =
          block.force(Eigen::VectorXd::Unit(block.unknown + 1, block.unknown));
    row += block.row_count();
  }
  const auto size = static_cast<Eigen::Index>(unknowns.size());
  const Eigen::MatrixXd A = (part.W * columns.leftCols(size))(asked, Eigen::all);
  const Eigen::VectorXd b = b_(part.rows)(asked);
  const FrictionResult answer = solve_friction_problem(A, b, blocks);
  take(unknowns, answer.x, answer.w, answer.solved);
}

// What does not act on each other is solved apart.
void Decision::solve() {
  const Eigen::Index size = number_unknowns();
  result_.x.setZero(size), result_.w.setZero(size), result_.solved = true;
  for (const RowResponse::Part& part : response_.parts()) {
    const bool bounded = std::all_of(part.blocks.begin(), part.blocks.end(), [&](int b) {
      return list_.blocks[static_cast<std::size_t>(b)].law == Law::Bounded;
    });
    bounded ? solve_bounded(part) : solve_with_contacts(part);
  }
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
    const Eigen::Vector3d Wc = response_.at_block(block) * c;
    const double pivot = Wc[0] / c.dot(Wc);
    const bool presses = block.two_sided || b_[block.row] < 0.0;
    if (pivot < worst_pivot && presses) worst_pivot = pivot, worst = static_cast<int>(i);
  }
  return worst_pivot > least_pivot && result_.solved ? -1 : worst;
}

// In the part of the mechanism that answers to the contact; nothing happens in the others.
Eigen::VectorXd Decision::jam_impulse(const RowList& list, const Eigen::VectorXd& u,
                                      std::size_t jammed) const {
  Eigen::VectorXd impulse = Eigen::VectorXd::Zero(list.size());
  for (const RowResponse::Part& part : response_.parts()) {
    if (std::find(part.blocks.begin(), part.blocks.end(), static_cast<int>(jammed)) ==
        part.blocks.end())
      continue;
    std::vector<FrictionBlock> blocks;
    Eigen::Index first = 0;
    for (const int b : part.blocks) {
      const Block& block = list.blocks[static_cast<std::size_t>(b)];
      if (b != static_cast<int>(jammed))
        blocks.push_back({friction_kind(block), first, 0.0, infinity, block.friction});
      else
        for (Eigen::Index r = 0; r < 3; ++r)
          blocks.push_back({FrictionBlock::Kind::Box, first + r, -infinity, infinity, 0.0});
      first += 3;
    }
    impulse(part.rows) = solve_friction_problem(part.W, u(part.rows), blocks).x;
  }
  return impulse;
}

// The impulse that stops a contact, with all contacts that touch taking part.
void Decision::jam(const Block& stopped, State& state, std::vector<SimulationEvent>& events) {
  const Look look = equations_.look(state);
  RowList touching;
  ImpactSpeed speed;
  for (RowOwner* const owner : equations_.row_owners())
    owner->offer_impact(equations_, look, {}, state, touching, speed);
  RowList list;
  std::size_t jammed = 0;
  for (Block block : touching.blocks) {
    if (block.law == Law::Bounded) continue;
    const Eigen::Index first = list.size();
    for (Eigen::Index r = 0; r < 3; ++r)
      list.add(touching.rows[static_cast<std::size_t>(block.row + r)]);
    if (block.group == stopped.group && block.item == stopped.item) jammed = list.blocks.size();
    block.row = first;
    list.blocks.push_back(block);
  }
  response_.compute(state, list);
  const Eigen::VectorXd u = velocities(list);
  const Eigen::Index row = list.blocks[jammed].row;
  const Eigen::VectorXd impulse = jam_impulse(list, u, jammed);
  const double before = kinetic_energy_of(equations_, state, state.v);
  state.v += response_.response(list, impulse);
  const double lost = before - kinetic_energy_of(equations_, state, state.v);
  state.impact_loss += lost;
  if (u.segment<2>(row + 1).norm() < sliding_at_rest) return;
  const Eigen::Vector3d p = impulse.segment<3>(row);
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

void Decision::decide(State& state, const Triggers& triggers,
                      std::vector<SimulationEvent>& events) {
  const State before = state;
  Triggers now = triggers;
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
    b_ = response_.accelerations(free, list_);
    for (Block& block : list_.blocks)  // one that begins to slide, whatever holds it
      if (block.law == Law::Sliding && block.friction > 0.0 && block.slide.isZero(0.0))
        block.slide = b_.segment<2>(block.row + 1).normalized();
    response_.compute(state, list_);
    solve();
    if (turn_sides()) solve();
    const int paradox = find_paradox();
    if (paradox < 0) break;
    const Block stopped = list_.blocks[static_cast<std::size_t>(paradox)];
    jam(stopped, state, events);
    if (attempt >= list_.blocks.size()) break;
    now = triggers;
    now.add(stopped.group, stopped.item, Trigger::What::Jammed);
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
