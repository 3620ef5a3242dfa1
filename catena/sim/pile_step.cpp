#include "catena/sim/pile_step.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "catena/contact/border_rule.hpp"
#include "catena/contact/contact_normals.hpp"
#include "catena/math/index.hpp"
#include "catena/math/infinity.hpp"
#include "catena/sim/answer_report.hpp"
#include "catena/solvers/contact_chain.hpp"

namespace catena {

namespace {

// Bodies turn no further within a step, rad.
constexpr double farthest_turn = 0.2;
constexpr double shortest_part = 1.0 / 64.0;
// What would be this part of the tolerance inside after a step at mean velocities arrives.
constexpr double arriving_part = 0.2;
// Sweeps end where one changes velocities by what moves things by this part of the tolerance within
// a step, and by no more than this part of what gravity does within it.
constexpr double swept_part = 0.005, swept_fall = 1e-3;
// Where something strikes, so much of its speed may be left, and no more than this part of the
// tolerance: the next step stops it.
constexpr double of_strike = 2e-3, struck_part = 0.05;
// Where that is reached soon, sweeps go on to this part of the speed at which things stay.
constexpr double finer = 0.5;
// Sweeps that have not got there by then converge so slowly, under something heavy for instance,
// that what one of them changes does not tell how far off they are: the general method makes the
// step. Where something strikes, some contacts pass a load on to each other for long. So much of
// the speed of the strike may be left then, and what moves things by so many times the tolerance
// within the step: positions are corrected at its end, which costs far less than the general
// method.
constexpr int most_pile_sweeps = 300, most_struck_sweeps = 100;
constexpr double left_of_strike = 0.02, struck_left = 3.0;
// What is pressed at so many points, would move by less than this part of the tolerance within the
// step, and has less than this part of the speed that gravity gives within it, stays where it is.
constexpr int resting_points = 3;
constexpr double still_part = 1e-3, still_fall = 1e-4;
// Of any point of a shape: so many times as much.
constexpr double still_times = 4.0;
// Impulses of the last step that change a velocity by so many times what gravity does within a step
// were those of something that struck. They say nothing about the next ones.
constexpr double struck_times = 50.0;

// What is slower than this, m/s, hardly moves.
double still_speed(double tolerance, double h, double acceleration) {
  return std::min(still_part * tolerance / h, still_fall * h * acceleration);
}

bool is_plain(const ContactMaterial& law) {
  return law.restitution == 0.0 && law.law == FrictionLaw::Coulomb && law.friction_across < 0.0 &&
         law.spin == 0.0 && law.rolling == 0.0 && law.holds() == law.friction;
}

void put(const Vec3<double>& x, double* out) {
  out[0] = x.x, out[1] = x.y, out[2] = x.z, out[3] = 0.0;
}

}  // namespace

// Two bodies in the middle of the step.
struct PileStep::Pair {
  int a = -1, b = -1;
  Transform<double> X_WA, X_WB;
  Motion<double> v_A, v_B;
};

bool PileStep::knows(const MotionEquations& equations) {
  const SimulationSetup& setup = equations.setup();
  const ContactOptions& options = setup.contact_options;
  const ContactGroup* const group = equations.group<ContactGroup>();
  if (!options.compact || !(options.tolerance > 0.0) || options.correction != 0.0 ||
      options.sleep || options.solver.kind != ContactSolver::Kind::Chain || group == nullptr ||
      !group->is_of_shapes_alone() || equations.has_loops() || setup.may_be_pulled)
    return false;
  if (!setup.motors.empty() || !setup.prescribed.empty() || !setup.cables.empty() ||
      !setup.elements.empty() || !setup.changes.empty() || setup.shape_contacts.filter ||
      !setup.shape_contacts.belts.empty())
    return false;
  const std::vector<ContactMaterial>& laws = group->shapes()->laws();
  return std::all_of(laws.begin(), laws.end(), is_plain) && PileBodies::knows(equations.model());
}

PileStep::PileStep(MotionEquations& equations)
    : equations_(equations),
      group_(*equations.group<ContactGroup>()),
      shapes_(*group_.shapes()),
      tolerance_(equations.setup().contact_options.tolerance),
      gravity_(equations.model().gravity()),
      bodies_(equations.model()),
      gaps_(bodies_) {}

double PileStep::size(const State& state, double whole) const {
  double fastest = 0.0;
  for (int i = 1; i < bodies_.count(); ++i)
    fastest = std::max(fastest, norm(vector_from(state.v.data() + bodies_[i].v)));
  double h = whole;
  while (h * fastest > farthest_turn && h > shortest_part * whole) h *= 0.5;
  return h;
}

bool PileStep::advance(double t, State& state, std::vector<SimulationEvent>& events) {
  h_ = t - state.t;
  ++work_.steps;
  still_ = still_speed(tolerance_, h_, equations_.typical_acceleration());
  shapes_.set_still(still_times * still_);
  const ContactModes& modes = state.modes_of<ContactModes>(group_.index());
  points_ = shapes_.find_points(equations_.look(state), modes.hints(), h_);
  bodies_.begin(state, h_, still_);
  add_touches(state);
  find_islands();
  if (!solve(state, events)) return false;
  find_resting();
  book_works(state);
  set_kinds();
  v_before_ = state.v;
  put_reactions(state);
  put_modes(state, events);
  state.t = t;
  put_velocities(state);
  if (!state.q.allFinite() || !state.v.allFinite()) return false;
  state.last_acceleration = (state.v - v_before_) / h_;
  close_gaps(state, events);
  return state.q.allFinite();
}

// The rows of a point in the middle of the step. Returns whether it could touch within it.
bool PileStep::place(const ShapePoint& point, const Pair& pair, bool closed, Touch& touch,
                     SweptContact& out) const {
  const ContactNormal at = normal_of_shapes(point, pair.X_WA, pair.X_WB, pair.v_A, pair.v_B);
  const Vec3<double> u = detail::velocity_at(pair.v_A, at.p) - detail::velocity_at(pair.v_B, at.p);
  const double speed = dot(at.n, u), gap = std::max(0.0, point.gap);
  const StepRequest request{.h = h_, .typical_acceleration = equations_.typical_acceleration()};
  if (!closed && gap > request.reach(speed)) return false;
  out.a = bodies_.number_of(point.a), out.b = bodies_.number_of(point.b);
  out.friction = shapes_.laws()[to_index(point.law)].friction;
  const PileBody &a = bodies_[out.a], &b = bodies_[out.b];
  put(at.p - a.x_middle, out.arm_a), put(at.p - b.x_middle, out.arm_b);
  put(at.n, out.normal);
  put((closed ? 0.0 : gap / h_) * at.n, out.rate);
  // d/dt of the velocity of a's point against that of b at the same place.
  touch.drift = 0.5 * h_ *
                (cross(pair.v_A.angular, at.p_rate - a.velocity) -
                 cross(pair.v_B.angular, at.p_rate - b.velocity) + dot(at.n_rate, u) * at.n);
  const double at_start = speed - dot(at.n, touch.drift);
  touch.arrives = gap + h_ * at_start < -arriving_part * tolerance_;
  touch.speed = at_start;
  touch.was_closed = closed;
  return true;
}

Vec3<double> PileStep::first_impulse(const Touch& touch, const SweptContact& contact,
                                     const Mat3<double>& R_WB) const {
  if (touch.last == nullptr) return Vec3<double>::zero();
  const auto& f = touch.last->force;
  const Vec3<double> x = h_ * (R_WB * Vec3<double>{f[0], f[1], f[2]});
  double masses = 0.0;
  for (const int body : {contact.a, contact.b})
    if (body != 0) masses += 1.0 / bodies_[body].mass;
  const bool struck = norm(x) * masses > struck_times * h_ * equations_.typical_acceleration();
  return struck ? Vec3<double>::zero() : x;
}

void PileStep::add_touches(const State& state) {
  touches_.clear(), contacts_.clear(), impulses_.clear();
  kinds_.assign(points_.size(), ContactMode::Kind::Open);
  passing_.assign(points_.size(), 0);
  const Look look = equations_.look(state);
  const BorderRule border(shapes_, look, {h_, equations_.typical_acceleration(), tolerance_});
  ContactModes::Cursor modes(state.modes_of<ContactModes>(group_.index()));
  ReactionCursor last(state.reactions.of_group(group_.index()));
  Pair pair;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const ShapePoint& point = points_[i];
    if (point.a.index != pair.a || point.b.index != pair.b) {
      pair.a = point.a.index, pair.b = point.b.index;
      pair.X_WA = bodies_.pose_in_middle(point.a), pair.X_WB = bodies_.pose_in_middle(point.b);
      pair.v_A = bodies_.motion_in_middle(point.a), pair.v_B = bodies_.motion_in_middle(point.b);
    }
    Touch touch;
    SweptContact contact;
    touch.point = static_cast<int>(i);
    touch.last = last.find(point.key.pair, point.key.feature);
    const bool closed = modes.at(point.key).closed();
    if (!place(point, pair, closed, touch, contact)) continue;
    // What passes beside the border of a face is not struck.
    passing_[i] = !closed && touch.speed < 0.0 && border.passes_after(point) < infinity ? 1 : 0;
    if (passing_[i] != 0) continue;
    touches_.push_back(touch);
    contacts_.push_back(contact);
    impulses_.push_back(first_impulse(touch, contact, pair.X_WB.rotation));
  }
  work_.points += static_cast<long>(points_.size());
  work_.contacts += static_cast<long>(touches_.size());
}

int PileStep::root(int body) {
  while (roots_[to_index(body)] != body)
    body = roots_[to_index(body)] = roots_[to_index(roots_[to_index(body)])];
  return body;
}

// All that hangs together with an arrival jumps.
void PileStep::find_islands() {
  roots_.resize(to_index(bodies_.count()));
  for (int i = 0; i < bodies_.count(); ++i) roots_[to_index(i)] = i;
  for (const SweptContact& c : contacts_)
    if (c.a != 0 && c.b != 0) {
      const int a = root(c.a), b = root(c.b);
      roots_[to_index(std::max(a, b))] = std::min(a, b);
    }
  strike_ = 0.0;
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    if (touches_[k].arrives) {
      strike_ = std::max(strike_, -touches_[k].speed);
      const SweptContact& c = contacts_[k];
      bodies_[root(c.a != 0 ? c.a : c.b)].jumps = true;
    }
  for (int i = 1; i < bodies_.count(); ++i) bodies_[i].jumps = bodies_[root(i)].jumps;
}

// Returns false where sweeps do not get near enough.
bool PileStep::solve(State& state, std::vector<SimulationEvent>& events) {
  sweeps_.clear(bodies_.count());
  for (int i = 1; i < bodies_.count(); ++i) {
    const PileBody& body = bodies_[i];
    sweeps_.set_body(i, 1.0 / body.mass, bodies_.inverse_in(i, body.R_middle),
                     body.velocity + h_ * gravity_, body.R_middle * (body.turning + body.gyration));
  }
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    SweptContact& c = contacts_[k];
    if (!bodies_[c.a != 0 ? c.a : c.b].jumps) put(vector_from(c.rate) + touches_[k].drift, c.rate);
    sweeps_.add(c, impulses_[k]);
  }
  const double slow =
      std::min(swept_part * tolerance_ / h_, swept_fall * h_ * equations_.typical_acceleration());
  const double error = std::max(slow, std::min(struck_part * tolerance_ / h_, of_strike * strike_));
  const bool strikes = error > slow;
  const BodySweeps::Outcome outcome =
      sweeps_.solve({.error = error,
                     .most_sweeps = strikes ? most_struck_sweeps : most_pile_sweeps,
                     .worst = strikes ? infinity : finer * still_});
  work_.sweeps += outcome.sweeps, work_.visits += outcome.visits;
  const double left = std::min(struck_left * tolerance_ / h_, left_of_strike * strike_);
  if (outcome.error > std::max(error, left)) return false;
  double fastest = h_ * equations_.typical_acceleration();
  turnings_.resize(to_index(bodies_.count()));
  for (int i = 1; i < bodies_.count(); ++i) {
    turnings_[to_index(i)] = bodies_.turning_at_end(i, sweeps_.turning(i), h_);
    fastest = std::max({fastest, norm(sweeps_.velocity(i)), norm(bodies_[i].velocity)});
  }
  report_answer({outcome.error / fastest, ChainLink::Sweeps, true},
                "the impulses of a step of a pile", state, events);
  return true;
}

// What is pressed and hardly moves stays.
void PileStep::find_resting() {
  pressed_.assign(to_index(bodies_.count()), 0);
  for (int k = 0; k < sweeps_.count(); ++k) {
    const SweptContact& c = sweeps_.contact(k);
    if (!(dot(sweeps_.impulse(k), vector_from(c.normal)) > 0.0)) continue;
    ++pressed_[to_index(c.a)], ++pressed_[to_index(c.b)];
  }
  for (int i = 1; i < bodies_.count(); ++i)
    bodies_[i].stays = pressed_[to_index(i)] >= resting_points &&
                       bodies_.stays_slow(i, sweeps_.velocity(i), turnings_[to_index(i)], still_);
}

// The work of impulses is that of mean velocities.
void PileStep::book_works(State& state) const {
  double dissipated = 0.0, lost = 0.0;
  for (std::size_t k = 0; k < touches_.size(); ++k) {
    const SweptContact& c = contacts_[k];
    const Vec3<double> x = sweeps_.impulse(static_cast<int>(k));
    if (x.x == 0.0 && x.y == 0.0 && x.z == 0.0) continue;
    Vec3<double> mean = Vec3<double>::zero();
    for (const auto& [i, arm, sign] :
         {std::tuple{c.a, c.arm_a, 0.5}, std::tuple{c.b, c.arm_b, -0.5}}) {
      if (i == 0) continue;
      const Vec3<double> w = turnings_[to_index(i)] + bodies_.turning_in_middle(i);
      mean += sign * (sweeps_.velocity(i) + bodies_[i].velocity + cross(w, vector_from(arm)));
    }
    const Vec3<double> n = vector_from(c.normal);
    const double work = dot(x, mean), of_normal = dot(n, x) * dot(n, mean);
    const bool strikes = bodies_[c.a != 0 ? c.a : c.b].jumps;
    lost -= strikes ? of_normal : 0.0;
    dissipated -= strikes ? work - of_normal : work;
  }
  // What weight does over the way that bodies jump beyond their mean velocity, or do not move.
  for (int i = 1; i < bodies_.count(); ++i) {
    const PileBody& body = bodies_[i];
    const double half = 0.5 * h_ * body.mass;
    if (body.stays)
      lost += bodies_.energy_of(i, sweeps_.velocity(i), turnings_[to_index(i)]) -
              half * dot(gravity_, sweeps_.velocity(i) + body.velocity);
    else if (body.jumps)
      lost += half * dot(gravity_, sweeps_.velocity(i) - body.velocity);
  }
  state.spent[group_.account_of_shapes()] += dissipated;
  state.impact_loss += lost;
}

}  // namespace catena
