#include "catena/sim/decision.hpp"

#include <algorithm>
#include <cmath>

#include "catena/contact/sliding.hpp"
#include "catena/math/infinity.hpp"
#include "catena/sim/answer_report.hpp"
#include "catena/sim/friction_kind.hpp"
#include "catena/sim/impact.hpp"
#include "catena/solvers/friction_problem.hpp"

namespace catena {

namespace {

// Forces and accelerations below this part of the largest count as none.
constexpr double tiny = 1e-10;

double largest_of(const Eigen::VectorXd& x) {
  return x.lpNorm<Eigen::Infinity>();
}

// The impulse that stops contact `jammed`. Nothing happens outside of its island.
Eigen::VectorXd jam_impulse(const Response& response, const RowList& list, const Eigen::VectorXd& u,
                            std::size_t jammed, AnswerQuality& quality) {
  Eigen::VectorXd impulse = Eigen::VectorXd::Zero(list.size());
  for (int island = 0; island < response.island_count(); ++island) {
    const std::span<const int> touching = response.blocks(island);
    if (std::find(touching.begin(), touching.end(), static_cast<int>(jammed)) == touching.end())
      continue;
    std::vector<FrictionBlock> blocks;
    Eigen::Index first = 0;
    for (const int b : touching) {
      const Block& block = list.blocks[static_cast<std::size_t>(b)];
      if (b != static_cast<int>(jammed))
        blocks.push_back({friction_kind(block), first, 0.0, infinity, block.friction});
      else
        for (Eigen::Index r = 0; r < 3; ++r)
          blocks.push_back({FrictionBlock::Kind::Box, first + r, -infinity, infinity, 0.0});
      first += 3;
    }
    const std::span<const Eigen::Index> rows = response.rows(island);
    const FrictionResult answer = solve_friction_problem(response.matrix(island), u(rows), blocks);
    impulse(rows) = answer.x;
    quality.take_worse({answer.residual, answer.link, answer.residual <= AnswerQuality::tolerated});
  }
  return impulse;
}

}  // namespace

// J a less what keeps the rows' velocities, after MotionEquations::evaluate().
Eigen::VectorXd Decision::accelerations(const Evaluation& at) const {
  Eigen::VectorXd result(list_.size());
  const auto times = [&](const NodeWrench& on) {
    return dot(on.wrench, equations_.loops()->node_rates()[static_cast<std::size_t>(on.node)]);
  };
  for (Eigen::Index r = 0; r < list_.size(); ++r) {
    const Row& row = list_.rows[static_cast<std::size_t>(r)];
    result[r] = row.dof >= 0 ? at.a[row.dof] : times(row.on_a) + times(row.on_b) - row.target;
  }
  return result;
}

// Friction opposes sliding whichever side a two-sided contact presses on. Returns whether one was
// taken for pressing on the other.
bool Decision::turn_sides() {
  bool turned = false;
  for (Block& block : list_.blocks) {
    if (block.side_is_known || !(block.slides() || block.rolls())) continue;
    if (block.side * result_.x[block.unknown] >= 0.0) continue;
    block.side = -block.side;
    turned = true;
  }
  return turned;
}

// A sliding contact whose own friction presses it into the surface faster than its normal force can
// lift it has no force that keeps it sliding (Painleve 1895): where it would not come off by
// itself, it stops at once. Returns which block, or -1.
int Decision::find_paradox(const Response& response) const {
  int worst = -1;
  double worst_pivot = infinity;
  for (std::size_t i = 0; i < list_.blocks.size(); ++i) {
    const Block& block = list_.blocks[i];
    if (!block.slides() || block.slide.isZero(0.0)) continue;
    const Block::Forces c = block.with_friction();
    const Eigen::VectorXd Wc = response.at_block(static_cast<int>(i)) * c;
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
  const Response& response = equations_.response(state, list);
  const Eigen::VectorXd u = velocities(list);
  const Eigen::Index row = list.blocks[jammed].row;
  const Eigen::VectorXd impulse = jam_impulse(response, list, u, jammed, jammed_);
  const double before = equations_.kinetic_energy_with(state, state.v);
  state.v += equations_.respond(impulse);
  Eigen::VectorXd by_belts;
  const double given = equations_.drive_work(list, impulse, by_belts);
  state.spent += by_belts;
  const double lost = given + before - equations_.kinetic_energy_with(state, state.v);
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

// Forces and accelerations for what is offered. Laws that depend on the forces are asked again.
// Returns the response to them, null where nothing is offered.
const Response* Decision::find(State& state, const Triggers& triggers) {
  Evaluation free;
  for (;;) {
    list_.clear();
    result_ = {}, quality_ = {};
    {
      const Look look = equations_.look(state);
      for (RowOwner* const owner : equations_.row_owners())
        owner->offer(equations_, look, triggers, state, list_);
    }
    if (list_.empty()) return nullptr;
    // Accelerations when nothing but paths is held.
    equations_.begin(state, false);
    equations_.evaluate(state, free);
    b_ = accelerations(free);
    for (Block& block : list_.blocks)  // one that begins to slide, whatever holds it
      if (block.slides() && block.friction > 0.0 && block.slide.isZero(0.0))
        block.slide.head<2>() = b_.segment<2>(block.row + 1).normalized();
    const Response& response = equations_.response(state, list_);
    solve(response);
    if (turn_sides()) solve(response);
    result_.small_force = tiny * std::max(largest_of(result_.x), equations_.typical_force());
    result_.small_acceleration = tiny * std::max(largest_of(b_), equations_.typical_acceleration());
    bool again = false;
    for (RowOwner* const owner : equations_.row_owners()) again |= owner->adapt(list_, result_);
    if (!again) return &response;
  }
}

void Decision::decide(State& state, const Triggers& triggers,
                      std::vector<SimulationEvent>& events) {
  const State before = state;
  Triggers now = triggers;
  jammed_ = {};
  for (std::size_t attempt = 0;; ++attempt) {
    const Response* const response = find(state, now);
    if (response == nullptr) break;
    const int paradox = find_paradox(*response);
    if (paradox < 0) break;
    const Block stopped = list_.blocks[static_cast<std::size_t>(paradox)];
    jam(stopped, state, events);
    if (attempt >= list_.blocks.size()) break;
    now = triggers;
    now.add(stopped.group, stopped.item, Trigger::What::Jammed);
  }
  {
    const Look look = equations_.look(state);
    for (RowOwner* const owner : equations_.row_owners())
      owner->answer(equations_, look, now, list_, result_, state);
  }
  for (RowOwner* const owner : equations_.row_owners())
    owner->choose_forces(equations_, list_, result_, state);
  for (RowOwner* const owner : equations_.row_owners()) owner->report(before, state, events);
  quality_.take_worse(jammed_);
  if (!list_.empty()) report_answer(quality_, "the forces of a decision", state, events);
}

bool Decision::must_decide_again(const State& state) {
  const Look look = equations_.look(state);
  return std::any_of(equations_.row_owners().begin(), equations_.row_owners().end(),
                     [&](RowOwner* owner) { return owner->must_decide_again(look); });
}

}  // namespace catena
