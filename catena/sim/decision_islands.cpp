// Decision: the forces of each island.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "catena/sim/decision.hpp"
#include "catena/sim/friction_kind.hpp"
#include "catena/solvers/box_qp.hpp"
#include "catena/solvers/dense.hpp"
#include "catena/solvers/holding_forces.hpp"
#include "catena/solvers/redundant_efforts.hpp"

namespace catena {

namespace {

// What the chain is asked for where friction has moments, what will do where that is missed, and
// what counts as solved.
constexpr double asked_residual = 1e-14, good_residual = 1e-13, solved_residual = 1e-10;

// The unknowns of an island: A x + b are the accelerations that they answer for.
struct IslandProblem {
  std::vector<FrictionBlock> blocks;
  std::vector<ContactLaw> laws;
  std::vector<Eigen::Index> unknowns;  // of the decision
  bool has_moments = false;
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
};

IslandProblem problem_of(const RowList& list, const Response& response, int island,
                         const Eigen::VectorXd& b) {
  IslandProblem out;
  // Which rows of the island the unknowns answer for, and what a unit of each puts on its rows.
  std::vector<Eigen::Index> asked;
  const auto n = static_cast<Eigen::Index>(response.rows(island).size());
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(n, n);
  Eigen::Index row = 0;
  const auto add = [&](const Block& block, Eigen::Index from, Eigen::Index count) {
    for (Eigen::Index r = from; r < from + count; ++r) {
      columns(row + r, static_cast<Eigen::Index>(asked.size())) = 1.0;
      out.unknowns.push_back(block.unknown + static_cast<Eigen::Index>(asked.size()) -
                             out.blocks.back().first);
      asked.push_back(row + r);
    }
  };
  for (const int k : response.blocks(island)) {
    const Block& block = list.blocks[static_cast<std::size_t>(k)];
    const auto first = static_cast<Eigen::Index>(asked.size());
    out.blocks.push_back({friction_kind(block), first, block.lower, block.upper, block.friction});
    out.laws.push_back(law_of_unknowns(block));
    out.has_moments |= block.unknown_rolls() > 0 || block.unknown_slides() > 2;
    add(block, 0, 1);
    add(block, 1, block.unknown_slides());
    add(block, 1 + block.slide_rows, block.unknown_rolls());
    if (block.slides() || block.rolls())
      columns.col(first).segment(row, block.row_count()) = block.with_friction();
    row += block.row_count();
  }
  const auto size = static_cast<Eigen::Index>(asked.size());
  out.A = (response.matrix(island) * columns.leftCols(size))(asked, Eigen::all);
  out.b = b(response.rows(island))(asked);
  return out;
}

// Where friction has moments: the chain of solvers.
FrictionResult solve_with_moments(const IslandProblem& problem) {
  FrictionResult out;
  out.x = Eigen::VectorXd::Zero(problem.b.size());
  out.w = problem.b;
  const auto span_of = [](auto& v) {
    return std::span(v.data(), static_cast<std::size_t>(v.size()));
  };
  ContactChain chain;
  const ChainReport report =
      chain.solve(problem.A, span_of(problem.b), problem.laws, span_of(out.x), span_of(out.w),
                  {.tolerance = asked_residual, .enough = good_residual});
  out.residual = report.residual, out.link = report.link;
  out.solved = report.residual <= solved_residual;
  return out;
}

FrictionResult solve_island(const IslandProblem& problem) {
  return problem.has_moments ? solve_with_moments(problem)
                             : solve_friction_problem(problem.A, problem.b, problem.blocks);
}

// How far from their limits, in parts of them, redundant contacts are to be that are at them, and
// that are not. A contact whose normal force runs out had better have no friction. If the first
// cannot be had, none can.
struct Margin {
  double on_edge, inside;
};
constexpr Margin margins[] = {{1e-8, 1e-8}, {1.0, 0.2},   {1.0, 0.01},  {1.0, 1e-3},  {0.5, 0.5},
                              {0.5, 0.01},  {0.2, 0.2},   {0.2, 0.01},  {0.05, 0.05}, {0.01, 0.01},
                              {1e-3, 1e-3}, {1e-4, 1e-4}, {1e-5, 1e-5}, {1e-6, 1e-6}, {1e-7, 1e-7}};
// A force this near to the edge of its cone is on it, in parts of the edge and of the largest
// force; accelerations that differ by this part of the largest are the same.
constexpr double on_edge = 1e-9, same_acceleration = 1e-10;

// A contact whose friction holds something, and whether it does so with all it has.
struct HeldFriction {
  std::size_t block;
  bool is_on_edge;
};

std::vector<HeldFriction> held_frictions(const IslandProblem& problem, const FrictionResult& found,
                                         std::span<const char> may_share) {
  std::vector<HeldFriction> out;
  const double still = same_acceleration * problem.b.lpNorm<Eigen::Infinity>(),
               largest = found.x.lpNorm<Eigen::Infinity>();
  for (std::size_t k = 0; k < problem.blocks.size(); ++k) {
    const ContactLaw& law = problem.laws[k];
    const Eigen::Index first = problem.blocks[k].first, rows = law.limit_rows[0];
    if (law.kind == ContactLaw::Kind::Bounds || may_share[k] == 0) continue;
    if (!(found.w.segment(first + 1, rows).norm() <= still)) continue;
    const double edge = law.friction[0] * std::abs(found.x[first]),
                 friction = found.x.segment(first + 1, rows).norm();
    out.push_back({k, edge > 0.0 && friction >= (1.0 - on_edge) * edge - on_edge * largest});
  }
  return out;
}

// Of redundant contacts that hold, some may be at their limits where others could take over: with
// the next change of the loads they would slip, be held by the others, and so on. Takes forces
// instead that do the same with a margin, where there are any.
void take_from_edges(const IslandProblem& problem, std::span<const char> may_share,
                     FrictionResult& found) {
  if (!found.solved) return;
  const std::vector<HeldFriction> held = held_frictions(problem, found, may_share);
  if (held.size() < 2 || std::none_of(held.begin(), held.end(),
                                      [](const HeldFriction& one) { return one.is_on_edge; }))
    return;
  const double same = same_acceleration * problem.b.lpNorm<Eigen::Infinity>();
  const auto with_margin = [&](const Margin& margin) {
    IslandProblem weaker = problem;
    for (const HeldFriction& one : held) {
      const double part = 1.0 - (one.is_on_edge ? margin.on_edge : margin.inside);
      weaker.blocks[one.block].friction *= part;
      for (int r = 0; r < problem.laws[one.block].limit_rows[0]; ++r)
        weaker.laws[one.block].friction[r] *= part;
    }
    return solve_island(weaker);
  };
  const auto does_the_same = [&](const FrictionResult& other) {
    return other.solved && (other.w - found.w).lpNorm<Eigen::Infinity>() <= same;
  };
  FrictionResult best = with_margin(margins[0]);
  if (!does_the_same(best)) return;
  for (std::size_t i = 1; i < std::size(margins); ++i)
    if (const FrictionResult other = with_margin(margins[i]); does_the_same(other)) {
      best = other;
      break;
    }
  found = best;
}

// Up to so many unknowns, other forces that hold are looked for: the program takes their cube.
constexpr Eigen::Index most_held = 60;

// Whether an answer lets something slip that might have been held.
bool lets_slip(const IslandProblem& problem, const FrictionResult& found) {
  const double still = same_acceleration * problem.b.lpNorm<Eigen::Infinity>();
  for (const ContactLaw& law : problem.laws) {
    const Eigen::Index first =
        problem.blocks[static_cast<std::size_t>(&law - problem.laws.data())].first;
    if (law.kind != ContactLaw::Kind::Bounds &&
        !(found.w.segment(first + 1, law.rows() - 1).norm() <= still))
      return true;
  }
  return false;
}

// How normal forces are shared among redundant contacts decides whether some slip: an answer with
// slip may be right although other forces hold everything. Those are taken where there are any.
void hold_if_possible(const IslandProblem& problem, FrictionResult& found) {
  if (problem.b.size() > most_held || !lets_slip(problem, found)) return;
  const double still = same_acceleration * problem.b.lpNorm<Eigen::Infinity>();
  std::vector<char> all(problem.laws.size(), 1), together(all);
  for (std::size_t k = 0; k < problem.laws.size(); ++k)
    if (std::abs(found.w[problem.blocks[k].first]) > still) together[k] = 0;
  HoldingForces holding;
  Eigen::VectorXd x = found.x;
  if (!holding.find(problem.A, problem.b, problem.laws, all, x) &&
      (together == all || !holding.find(problem.A, problem.b, problem.laws, together, x)))
    return;
  found.x = x;
  found.w = problem.A * x + problem.b;
  found.solved = true;
  found.residual = 0.0;
  for (std::size_t k = 0; k < problem.laws.size(); ++k) {
    if (together[k] == 0) continue;
    const Eigen::Index rows = problem.laws[k].rows();
    found.residual =
        std::max(found.residual, found.w.segment(problem.blocks[k].first, rows).norm());
  }
  found.residual /= std::max(problem.b.norm(), 1e-300);
  found.link = ChainLink::Interior;
}

}  // namespace

// The unknowns are one effort or normal force for each block that is bounded, slides and rolls, and
// further forces for each that may stick or hold. Returns how many there are.
Eigen::Index Decision::number_unknowns() {
  Eigen::Index next = 0;
  for (Block& block : list_.blocks) {
    block.unknown = next;
    next += block.unknown_count();
  }
  return next;
}

void Decision::take(const std::vector<Eigen::Index>& unknowns, const Eigen::VectorXd& x,
                    const Eigen::VectorXd& w, bool solved, double residual, ChainLink link) {
  result_.x(unknowns) = x;
  result_.w(unknowns) = w;
  result_.solved &= solved;
  quality_.take_worse({residual, link, residual <= AnswerQuality::tolerated});
}

// The forces of one island without contacts: efforts within bounds.
void Decision::solve_bounded(const Response& response, int island) {
  const auto n = static_cast<Eigen::Index>(response.blocks(island).size());
  Eigen::VectorXd least(n), most(n);
  std::vector<Eigen::Index> held_before, unknowns;
  Eigen::Index i = 0;
  for (const int b : response.blocks(island)) {
    const Block& block = list_.blocks[static_cast<std::size_t>(b)];
    least[i] = block.lower, most[i] = block.upper;
    unknowns.push_back(block.unknown);
    if (block.was_held) held_before.push_back(i);
    ++i;
  }
  const Eigen::MatrixXd& W = response.matrix(island);
  const Eigen::VectorXd b = b_(response.rows(island));
  BoxQpResult answer = solve_box_qp(W, b, least, most, held_before);
  if (answer.solved)
    take_from_bounds(W, same_acceleration * b.lpNorm<Eigen::Infinity>(), least, most, answer.w,
                     answer.x);
  take(unknowns, answer.x, answer.w, answer.solved, box_qp_residual(W, b, least, most, answer.x),
       ChainLink::Newton);
}

// The same with contacts, with the law of each.
void Decision::solve_with_contacts(const Response& response, int island) {
  const IslandProblem problem = problem_of(list_, response, island, b_);
  FrictionResult answer = solve_island(problem);
  std::vector<char> may_share;
  for (const int k : response.blocks(island)) {
    const Block& block = list_.blocks[static_cast<std::size_t>(k)];
    may_share.push_back(block.unknown_slides() > 0 && !block.shares_limit ? 1 : 0);
  }
  if (std::none_of(response.blocks(island).begin(), response.blocks(island).end(),
                   [&](int k) { return list_.blocks[static_cast<std::size_t>(k)].shares_limit; }))
    hold_if_possible(problem, answer);
  take_from_edges(problem, may_share, answer);
  take(problem.unknowns, answer.x, answer.w, answer.solved, answer.residual, answer.link);
}

// What does not act on each other is solved apart.
void Decision::solve(const Response& response) {
  const Eigen::Index size = number_unknowns();
  result_.x.setZero(size), result_.w.setZero(size), result_.solved = true;
  quality_ = {};
  for (int island = 0; island < response.island_count(); ++island) {
    const std::span<const int> blocks = response.blocks(island);
    const bool bounded = std::all_of(blocks.begin(), blocks.end(), [&](int b) {
      return list_.blocks[static_cast<std::size_t>(b)].law == Law::Bounded;
    });
    bounded ? solve_bounded(response, island) : solve_with_contacts(response, island);
  }
}

}  // namespace catena
