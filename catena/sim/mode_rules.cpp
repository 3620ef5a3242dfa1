#include "catena/sim/mode_rules.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/solvers/box_qp.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double touching = 1e-12;  // rad or m, relative to 1 + |q|
// What closing the loops may move a coordinate, rad or m.
constexpr double closing_error = 1e-8;
// Slower rebounds count as none: a bouncing coordinate comes to rest after finitely many.
constexpr double rest_speed = 1e-6;
// Where nothing arrives faster than this, all come to rest at their stops. The kicks that they
// would give each other keep strongly damped mechanisms chattering at amplitudes of rounding.
constexpr double capture_speed = 1e-3;

int sign(double x) {
  return x > 0.0 ? 1 : x < 0.0 ? -1 : 0;
}

}  // namespace

ModeRules::ModeRules(MotionEquations& equations)
    : equations_(equations),
      lower_(Eigen::VectorXd::Constant(equations.nv(), -infinity)),
      upper_(Eigen::VectorXd::Constant(equations.nv(), infinity)),
      restitution_(equations.setup().limits.restitution),
      ws_(equations.model()) {
  if (restitution_.size() == 0) restitution_.setZero(equations.nv());
  read_limits(equations.model(), 0);
  if (equations.loops() != nullptr)
    read_limits(equations.loops()->loops().links(), equations.model().nv());
}

void ModeRules::read_limits(const Model& part, int first_v) {
  for (int j = 0; j < part.joint_count(); ++j) {
    const JointInfo& joint = part.joint(JointId{j});
    for (int k = 0; k < joint.nv; ++k) {
      const int dof = first_v + joint.v + k;
      if (equations_.chart().place_in_q(dof) < 0 || equations_.on_path(dof)) continue;
      lower_[dof] = joint.spec.position_lower[k];
      upper_[dof] = joint.spec.position_upper[k];
    }
  }
}

double ModeRules::position(const State& state, int dof) const {
  return state.q[equations_.chart().place_in_q(dof)];
}
bool ModeRules::at_lower(const State& state, int dof) const {
  return std::isfinite(lower_[dof]) &&
         position(state, dof) <= lower_[dof] + touching * (1.0 + std::abs(lower_[dof]));
}
bool ModeRules::at_upper(const State& state, int dof) const {
  return std::isfinite(upper_[dof]) &&
         position(state, dof) >= upper_[dof] - touching * (1.0 + std::abs(upper_[dof]));
}

void ModeRules::start(State& state, std::vector<SimulationEvent>& events) const {
  for (int k = 0; k < equations_.nv(); ++k) {
    if (!std::isfinite(lower_[k]) && !std::isfinite(upper_[k])) continue;
    const double q = position(state, k);
    const double below = lower_[k] - q, above = q - upper_[k];
    if (below <= 0.0 && above <= 0.0) continue;
    const double limit = below > 0.0 ? lower_[k] : upper_[k];
    state.q[equations_.chart().place_in_q(k)] = limit;
    if (std::max(below, above) <= touching) continue;
    events.push_back(
        {state.t, "outside", equations_.coordinate_name(k), state.v[k], state.v[k], 0.0,
         fmt::format("the start {:.6g} is {} the {} limit {:.6g}: moved onto it", q,
                     below > 0.0 ? "below" : "above", below > 0.0 ? "lower" : "upper", limit)});
  }
}

void ModeRules::return_to_stops(State& state) const {
  for (int k = 0; k < equations_.nv(); ++k) {
    if (!std::isfinite(lower_[k]) && !std::isfinite(upper_[k])) continue;
    double& q = state.q[equations_.chart().place_in_q(k)];
    if (q < lower_[k] && q > lower_[k] - closing_error) q = lower_[k];
    if (q > upper_[k] && q < upper_[k] + closing_error) q = upper_[k];
  }
}

Eigen::MatrixXd ModeRules::mobility(const State& state, const std::vector<Eigen::Index>& columns) {
  const int nv = equations_.nv();
  const auto count = static_cast<Eigen::Index>(columns.size());
  if (LoopSolver* const loops = equations_.loops(); loops != nullptr) {
    Eigen::Array<bool, Eigen::Dynamic, 1> held(nv);
    for (int k = 0; k < nv; ++k) held[k] = equations_.on_path(k);
    loops->prepare(state.q, held.data());
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(nv, count);
    Eigen::VectorXd column = Eigen::VectorXd::Zero(nv);
    for (Eigen::Index c = 0; c < count; ++c) {
      loops->mobility(static_cast<int>(columns[static_cast<std::size_t>(c)]), column);
      result.col(c) = column;
    }
    return result;
  }
  Eigen::MatrixXd M(nv, nv);
  crba<double>(equations_.model(), state.q, M, ws_);
  for (int k = 0; k < nv; ++k) {
    if (!equations_.on_path(k)) continue;
    M.row(k).setZero(), M.col(k).setZero();
    M(k, k) = 1.0;
  }
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(nv, nv);
  Eigen::MatrixXd result = M.llt().solve(unit(Eigen::all, columns));
  for (int k = 0; k < nv; ++k)
    if (equations_.on_path(k)) result.row(k).setZero();
  return result;
}

void ModeRules::impact(State& state, std::vector<SimulationEvent>& events, int captured) {
  std::vector<Eigen::Index> at_stop;
  double fastest = 0.0;
  for (int k = 0; k < equations_.nv(); ++k) {
    const bool low = at_lower(state, k), high = at_upper(state, k);
    if ((low && state.v[k] <= 0.0) || (high && state.v[k] >= 0.0) || k == captured) {
      at_stop.push_back(k);
      fastest = std::max(fastest, std::abs(state.v[k]));
    }
  }
  if (fastest == 0.0) return;
  const bool slow = fastest < capture_speed || captured >= 0;
  const auto n = static_cast<Eigen::Index>(at_stop.size());
  Eigen::VectorXd target(n), least(n), most(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<int>(at_stop[static_cast<std::size_t>(i)]);
    const double rebound = std::abs(restitution_[k] * state.v[k]);
    const bool stays = k == captured || (slow && rebound < rest_speed);
    target[i] = stays || rebound < rest_speed ? 0.0 : -restitution_[k] * state.v[k];
    least[i] = stays || at_upper(state, k) ? -infinity : 0.0;
    most[i] = stays || at_lower(state, k) ? infinity : 0.0;
  }
  const Eigen::VectorXd before = state.v;
  const Eigen::MatrixXd response = mobility(state, at_stop);
  const BoxQpResult solution =
      solve_box_qp(response(at_stop, Eigen::all), before(at_stop) - target, least, most);
  state.v += response * solution.x;
  for (Eigen::Index i = 0; i < n; ++i) {  // exact where rounding would leave crumbs
    double& v = state.v[at_stop[static_cast<std::size_t>(i)]];
    const bool stays = std::isinf(least[i]) && std::isinf(most[i]);
    if (stays || solution.x[i] != 0.0 || std::abs(v) < 1e-12 * fastest) v = target[i];
  }
  book_impact(state, before, at_stop, events);
}

// The kinetic energy that a jump of velocities costs, and the events that go with it.
void ModeRules::book_impact(State& state, const Eigen::VectorXd& before,
                            const std::vector<Eigen::Index>& at_stop,
                            std::vector<SimulationEvent>& events) {
  const Model& model = equations_.model();
  Eigen::MatrixXd M(model.nv(), model.nv());
  crba<double>(model, In<double>(state.q.data(), model.nq()), M, ws_);
  const auto twice_kinetic = [&](const Eigen::VectorXd& v) {
    return v.head(model.nv()).dot(M * v.head(model.nv()));
  };
  double lost = 0.5 * twice_kinetic(before) - 0.5 * twice_kinetic(state.v);
  state.impact_loss += lost;
  for (const Eigen::Index k : at_stop) {
    if (before[k] == 0.0) continue;
    const auto dof = static_cast<int>(k);
    events.push_back({state.t, "limit", equations_.coordinate_name(dof), before[k], state.v[k],
                      lost, at_lower(state, dof) ? "lower" : "upper"});
    lost = 0.0;  // it is common to all and stands with the first
  }
}

void ModeRules::decide(State& state, std::vector<SimulationEvent>& events, int leaving,
                       int leaving_to) {
  const std::vector<CoordinateMode> modes_before = state.modes;
  const Eigen::VectorXd& breakaway = equations_.breakaway_friction();
  std::vector<Eigen::Index> candidates;
  std::vector<double> least, most;
  for (int k = 0; k < equations_.nv(); ++k) {
    CoordinateMode& mode = state.modes[static_cast<std::size_t>(k)];
    const bool rubs = breakaway[k] > 0.0;
    mode = {0, rubs && !equations_.on_path(k) ? sign(state.v[k]) : 0};
    if (equations_.on_path(k) || state.v[k] != 0.0) continue;
    if (k == leaving) {
      if (rubs) mode.slip = leaving_to;
      continue;
    }
    const bool low = at_lower(state, k), high = at_upper(state, k);
    if (!low && !high && !rubs) continue;
    candidates.push_back(k);
    least.push_back(high ? -infinity : -breakaway[k]);
    most.push_back(low ? infinity : breakaway[k]);
  }
  if (!candidates.empty()) {
    // Accelerations when nothing but paths is held.
    Evaluation free;
    equations_.begin(state, false);
    equations_.evaluate(state.t, state.q, state.v, free);
    const auto n = static_cast<Eigen::Index>(candidates.size());
    const Eigen::MatrixXd response = mobility(state, candidates);
    std::vector<Eigen::Index> held_before;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (modes_before[static_cast<std::size_t>(candidates[c])].limit != 0)
        held_before.push_back(static_cast<Eigen::Index>(c));
    const BoxQpResult solution =
        solve_box_qp(response(candidates, Eigen::all), free.a(candidates),
                     Eigen::Map<const Eigen::VectorXd>(least.data(), n),
                     Eigen::Map<const Eigen::VectorXd>(most.data(), n), held_before);
    for (Eigen::Index i = 0; i < n; ++i) {
      const std::size_t c = static_cast<std::size_t>(i);
      const auto k = static_cast<int>(candidates[c]);
      CoordinateMode& mode = state.modes[static_cast<std::size_t>(k)];
      const double effort = solution.x[i];
      if (effort == least[c] && most[c] > least[c]) {
        mode.slip = breakaway[k] > 0.0 ? 1 : 0;  // let go, in the direction it is pushed
      } else if (effort == most[c] && most[c] > least[c]) {
        mode.slip = breakaway[k] > 0.0 ? -1 : 0;
      } else if (std::isinf(most[c])) {
        mode.limit = -1;
      } else if (std::isinf(least[c])) {
        mode.limit = 1;
      }
    }
  }
  report(state, modes_before, events);
}

void ModeRules::report(const State& state, const std::vector<CoordinateMode>& before,
                       std::vector<SimulationEvent>& events) const {
  for (int k = 0; k < equations_.nv(); ++k) {
    const CoordinateMode &old = before[static_cast<std::size_t>(k)],
                         &now = state.modes[static_cast<std::size_t>(k)];
    const auto add = [&](const char* kind, const char* note) {
      events.push_back(
          {state.t, kind, equations_.coordinate_name(k), state.v[k], state.v[k], 0.0, note});
    };
    if (old.limit == 0 && now.limit != 0) add("hold", now.limit < 0 ? "lower" : "upper");
    if (old.limit != 0 && now.limit == 0) add("release", old.limit < 0 ? "lower" : "upper");
    if (equations_.breakaway_friction()[k] <= 0.0 || now.limit != 0) continue;
    if (now.slip == 0 && old.slip != 0) add("stick", "");
    if (now.slip != 0 && old.slip != now.slip) add("slip", now.slip > 0 ? "forwards" : "backwards");
  }
}

}  // namespace catena
