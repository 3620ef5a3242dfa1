#include "catena/sim/island_sleep.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// So long a tree must rest before it sleeps, s.
constexpr double rest_time = 0.2;
// Slower than this part of what gravity does within a second is rest, if the tree stays within the
// other part of what it does within a second.
constexpr double slow_part = 1e-10, near_part = 1e-10;
// With a tolerance of contacts: slower than this part of it per step, and within the other.
constexpr double tolerated_speed = 0.02, tolerated_motion = 0.1;
// Forces without contacts that change by less than this part of the weight are the same.
constexpr double same_force = 1e-9;
// Positions that differ by no more than this are the same, rad or m.
constexpr double sleep_rounding = 1e-12;

bool differs_between(const Eigen::VectorXd& a, const Eigen::VectorXd& b, int first, int end,
                     double by) {
  for (int k = first; k < end; ++k)
    if (!(std::abs(a[k] - b[k]) <= by)) return true;
  return false;
}

double largest_between(const Eigen::VectorXd& x, int first, int end) {
  double most = 0.0;
  for (int k = first; k < end; ++k) most = std::max(most, std::abs(x[k]));
  return most;
}

}  // namespace

// ---- SleepGroup

SleepRecord SleepGroup::none() const {
  const std::vector<int> trees = trees_of_nodes(coordinates_.tree());
  SleepRecord record;
  record.trees.resize(static_cast<std::size_t>(trees.back() + 1));
  record.q.setZero(coordinates_.tree().nq());
  record.a.setZero(coordinates_.tree().nv());
  return record;
}

// Of the first body of a tree.
std::string SleepGroup::name_of_tree(int node) const {
  const Model& model = coordinates_.tree();
  for (int b = 1; b < model.body_count(); ++b)
    if (model.body(BodyId{b}).node == node) return model.body(BodyId{b}).name;
  return "node " + std::to_string(node);
}

void SleepGroup::save(const State& state, ModeTable& out) const {
  const SleepRecord& record = state.modes_of<SleepRecord>(index());
  const auto nodes = coordinates_.tree().nodes();
  int tree = -1;
  std::vector<double>* numbers = nullptr;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (node.parent == 0) {
      const SleepRecord::Tree& now = at(record.trees, ++tree);
      numbers = nullptr;
      if (std::isinf(now.since)) continue;  // it moves
      numbers = &out[name_of_tree(static_cast<int>(i))];
      *numbers = {now.since, now.asleep ? 1.0 : 0.0};
    }
    if (numbers == nullptr) continue;
    for (int k = 0; k < node.nq; ++k) numbers->push_back(record.q[node.q + k]);
    for (int k = 0; k < node.nv; ++k) numbers->push_back(record.a[node.v + k]);
  }
}

void SleepGroup::load(const ModeTable& in, State& state) const {
  SleepRecord record = none();
  const auto nodes = coordinates_.tree().nodes();
  int tree = -1;
  const std::vector<double>* numbers = nullptr;
  std::size_t next = 0;
  const auto take = [&] {
    if (next >= numbers->size() || !std::isfinite((*numbers)[next]))
      throw std::invalid_argument(
          "the saved data on bodies at rest do not belong to this mechanism");
    return (*numbers)[next++];
  };
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (node.parent == 0) {
      ++tree;
      const auto found = in.find(name_of_tree(static_cast<int>(i)));
      numbers = found == in.end() ? nullptr : &found->second;
      if (numbers == nullptr) continue;
      next = 0;
      at(record.trees, tree).since = take();
      at(record.trees, tree).asleep = take() != 0.0;
    }
    if (numbers == nullptr) continue;
    for (int k = 0; k < node.nq; ++k) record.q[node.q + k] = take();
    for (int k = 0; k < node.nv; ++k) record.a[node.v + k] = take();
  }
  state.set_modes(index(), std::move(record));
}

// ---- IslandSleep

IslandSleep::IslandSleep(MotionEquations& equations, double step)
    : equations_(equations),
      group_(equations.group<SleepGroup>()),
      contacts_(equations.group<ContactGroup>()) {
  if (group_ == nullptr) return;
  const Model& model = equations.model();
  for (std::size_t i = 1; i < model.nodes().size(); ++i) {
    const Node& node = model.nodes()[i];
    if (node.parent == 0)
      trees_.push_back({node.q, node.q, node.v, node.v, !equations.has_loops()});
    Tree& tree = trees_.back();
    tree.end_q = node.q + node.nq, tree.end_v = node.v + node.nv;
    for (int k = node.v; k < node.v + node.nv; ++k) tree.may_sleep &= !equations.on_path(k);
  }
  const std::vector<int> tree_of = trees_of_nodes(model);
  for (const Contact& contact : equations.setup().contacts)
    for (const BodyId body : {contact.a, contact.b})
      if (const int tree = at(tree_of, model.body(body).node); tree >= 0)
        at(trees_, tree).may_sleep = false;
  // What lies on a belt may go with it at any time.
  if (!equations.setup().shape_contacts.belts.empty())
    for (Tree& tree : trees_) tree.may_sleep = false;
  marked_.resize(trees_.size());
  touches_.resize(trees_.size());
  parent_.resize(trees_.size());
  const ContactOptions& options = equations.setup().contact_options;
  const double g = equations.typical_acceleration();
  slow_ = std::max(slow_part * g, tolerated_speed * options.tolerance / step);
  near_ = std::max(near_part * g, tolerated_motion * options.tolerance);
  small_acceleration_ = std::max(same_force, 2.0 * near_) * g;  // gravity turns with the body
}

int IslandSleep::root_of(int tree) {
  while (at(parent_, tree) != tree) tree = at(parent_, tree) = at(parent_, at(parent_, tree));
  return tree;
}

// Trees that closed contacts between shapes connect; touches_: those that have any.
void IslandSleep::find_islands(const State& state) {
  std::iota(parent_.begin(), parent_.end(), 0);
  std::fill(touches_.begin(), touches_.end(), 0);
  contacts_->for_closed_pairs(state, [&](int a, int b) {
    for (const int tree : {a, b})
      if (tree >= 0) at(touches_, tree) = 1;
    if (a < 0 || b < 0) return;
    const int first = root_of(a), second = root_of(b);
    at(parent_, std::max(first, second)) = std::min(first, second);
  });
}

// These, and all that they are connected with.
void IslandSleep::wake(std::span<const char> trees, State& state) {
  find_islands(state);
  SleepRecord now = record(state);
  std::vector<char> woken(trees_.size(), 0);
  for (std::size_t t = 0; t < trees_.size(); ++t)
    if (trees[t] != 0) at(woken, root_of(static_cast<int>(t))) = 1;
  for (std::size_t t = 0; t < trees_.size(); ++t)
    if (at(woken, root_of(static_cast<int>(t))) != 0) now.trees[t] = {};
  state.set_modes(group_->index(), std::move(now));
}

void IslandSleep::wake_all(State& state) const {
  if (group_ != nullptr) state.set_modes(group_->index(), group_->none());
}

bool IslandSleep::was_moved(const State& state, const SleepRecord& record, std::size_t t) const {
  const Tree& tree = trees_[t];
  return largest_between(state.v, tree.first_v, tree.end_v) != 0.0 ||
         differs_between(state.q, record.q, tree.first_q, tree.end_q, sleep_rounding);
}

// Marks what sleeps and was moved. What was not is where it was, bit for bit: closing the gaps of
// others rounds all positions.
bool IslandSleep::mark_moved(State& state, const SleepRecord& record) {
  bool any = false;
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    marked_[t] = record.trees[t].asleep && was_moved(state, record, t) ? 1 : 0;
    any |= marked_[t] != 0;
    if (marked_[t] != 0 || !record.trees[t].asleep) continue;
    const int first = trees_[t].first_q, size = trees_[t].end_q - first;
    state.q.segment(first, size) = record.q.segment(first, size);
  }
  return any;
}

bool IslandSleep::wake_before(State& state, double h) {
  if (group_ == nullptr || !record(state).any_asleep()) return false;
  mark_moved(state, record(state));
  contacts_->mark_reached_sleepers(equations_.look(state), state, h, marked_);
  if (std::find(marked_.begin(), marked_.end(), 1) == marked_.end()) return false;
  wake(marked_, state);
  return true;
}

bool IslandSleep::same_forces(const SleepRecord& record, std::size_t t) const {
  return !differs_between(equations_.all_free_accelerations(), record.a, trees_[t].first_v,
                          trees_[t].end_v, small_acceleration_);
}

bool IslandSleep::wake_disturbed(State& before, State& after) {
  if (group_ == nullptr || !record(before).any_asleep()) return false;
  const SleepRecord& now = record(before);
  bool any = mark_moved(after, now);
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    if (!now.trees[t].asleep || same_forces(now, t)) continue;
    marked_[t] = 1;
    any = true;
  }
  if (any) wake(marked_, before);
  return any;
}

bool IslandSleep::is_at_rest(const State& state, const SleepRecord& now, std::size_t t) const {
  const Tree& tree = trees_[t];
  return !std::isinf(now.trees[t].since) && same_forces(now, t) &&
         !differs_between(state.q, now.q, tree.first_q, tree.end_q, near_);
}

void IslandSleep::note_rest(const RowList& rows, State& state) {
  if (group_ == nullptr) return;
  const SleepRecord& now = record(state);
  bool changes = false, ready = false;
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    marked_[t] = 0;  // 1: it moves, 2: it has come to rest here
    if (now.trees[t].asleep || !trees_[t].may_sleep) continue;
    if (largest_between(state.v, trees_[t].first_v, trees_[t].end_v) > slow_)
      marked_[t] = std::isinf(now.trees[t].since) ? 0 : 1;
    else if (!is_at_rest(state, now, t))
      marked_[t] = 2;
    else
      ready |= state.t - now.trees[t].since >= rest_time;
    changes |= marked_[t] != 0;
  }
  if (!changes && !ready) return;
  SleepRecord next = now;
  const Eigen::VectorXd& a = equations_.all_free_accelerations();
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    if (marked_[t] == 0) continue;
    next.trees[t].since = marked_[t] == 1 ? infinity : state.t;
    const Tree& tree = trees_[t];
    next.q.segment(tree.first_q, tree.end_q - tree.first_q) =
        state.q.segment(tree.first_q, tree.end_q - tree.first_q);
    next.a.segment(tree.first_v, tree.end_v - tree.first_v) =
        a.segment(tree.first_v, tree.end_v - tree.first_v);
  }
  changes |= ready && put_to_sleep(rows, state.t, state, next);
  if (!changes) return;
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    if (!next.trees[t].asleep || now.trees[t].asleep) continue;
    const int first = trees_[t].first_v, size = trees_[t].end_v - first;
    state.v.segment(first, size).setZero();
    if (state.last_acceleration.size() > 0) state.last_acceleration.segment(first, size).setZero();
  }
  state.set_modes(group_->index(), std::move(next));
}

// Islands of which all have rested long enough, and of which no coordinate is held by anything
// else. Returns whether there are any.
bool IslandSleep::put_to_sleep(const RowList& rows, double t, const State& state,
                               SleepRecord& now) {
  find_islands(state);
  std::vector<char> keeps(trees_.size(), 0);  // per root of an island: it stays awake
  for (std::size_t i = 0; i < trees_.size(); ++i)
    if (touches_[i] == 0 || !trees_[i].may_sleep ||
        !(now.trees[i].asleep || t - now.trees[i].since >= rest_time))
      at(keeps, root_of(static_cast<int>(i))) = 1;
  for (const Row& row : rows.rows)
    for (std::size_t i = 0; row.dof >= 0 && i < trees_.size(); ++i)
      if (row.dof >= trees_[i].first_v && row.dof < trees_[i].end_v)
        at(keeps, root_of(static_cast<int>(i))) = 1;
  bool any = false;
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    if (now.trees[i].asleep || at(keeps, root_of(static_cast<int>(i))) != 0) continue;
    now.trees[i].asleep = any = true;
    const Tree& tree = trees_[i];
    now.q.segment(tree.first_q, tree.end_q - tree.first_q) =
        state.q.segment(tree.first_q, tree.end_q - tree.first_q);
  }
  return any;
}

bool IslandSleep::all_asleep(const State& state) const {
  if (group_ == nullptr || trees_.empty()) return false;
  const SleepRecord& now = record(state);
  for (std::size_t t = 0; t < trees_.size(); ++t)
    if (!now.trees[t].asleep || was_moved(state, now, t)) return false;
  return true;
}

}  // namespace catena
