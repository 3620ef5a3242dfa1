#include "apps/catena/demo_timing.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <random>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/model/configuration.hpp"

namespace catena::app {

namespace {

// The shortest of several rounds: what the machine does when nobody else disturbs it.
template <class Call>
double nanoseconds(const Call& call) {
  using Clock = std::chrono::steady_clock;
  using Nanoseconds = std::chrono::duration<double, std::nano>;
  constexpr double round_length = 2e5;
  constexpr int rounds = 30;
  const auto time_of = [&call](int repetitions) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < repetitions; ++i) call();
    return Nanoseconds(Clock::now() - begin).count() / repetitions;
  };
  time_of(3);  // warms up the caches
  const int repetitions = std::max(1, static_cast<int>(round_length / time_of(10)));
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rounds; ++i) shortest = std::min(shortest, time_of(repetitions));
  return shortest;
}

// A random state of one lane or more.
template <class T>
struct Inputs {
  VectorX<T> q, v, a;
};

Inputs<double> random_state(const Model& model, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] {
    return Eigen::VectorXd(
        Eigen::VectorXd::NullaryExpr(model.nv(), [&](Eigen::Index) { return unit(random); }));
  };
  return {random_configuration(model, random), vector(), vector()};
}

Inputs<Pack4> random_states(const Model& model, std::mt19937_64& random) {
  Inputs<Pack4> states{VectorX<Pack4>(model.nq()), VectorX<Pack4>(model.nv()),
                       VectorX<Pack4>(model.nv())};
  for (std::size_t lane = 0; lane < Pack4::lanes; ++lane) {
    const Inputs<double> one = random_state(model, random);
    for (int i = 0; i < model.nq(); ++i) states.q[i].set_lane(lane, one.q[i]);
    for (int i = 0; i < model.nv(); ++i) states.v[i].set_lane(lane, one.v[i]);
    for (int i = 0; i < model.nv(); ++i) states.a[i].set_lane(lane, one.a[i]);
  }
  return states;
}

template <class T>
std::array<double, algorithms.size()> time_all(const Model& model, const Inputs<T>& state) {
  const VectorX<T>&q = state.q, &v = state.v, &a = state.a;
  Workspace<T> ws(model);
  VectorX<T> out(model.nv());
  MatrixX<T> A(model.nv(), model.nv()), B = A, C = A, J(6, model.nv());
  const auto measured = [&](const auto& call) { return nanoseconds(call); };
  return {
      measured([&] { rnea(model, q, v, a, out, ws); }),
      measured([&] { aba(model, q, v, a, out, ws); }),
      measured([&] { crba(model, q, A, ws); }),
      measured([&] { jacobians(model, q, J, ws); }),
      measured([&] { rnea_derivatives(model, q, v, a, A, B, C, ws); }),
      measured([&] { aba_derivatives(model, q, v, a, A, B, C, ws); }),
  };
}

}  // namespace

std::array<Timing, algorithms.size()> time_algorithms(const Model& model) {
  std::mt19937_64 random(1);
  const auto single = time_all(model, random_state(model, random));
  const auto packed = time_all(model, random_states(model, random));
  std::array<Timing, algorithms.size()> timings{};
  for (std::size_t i = 0; i < timings.size(); ++i)
    timings[i] = {single[i], packed[i] / static_cast<double>(Pack4::lanes)};
  return timings;
}

}  // namespace catena::app
