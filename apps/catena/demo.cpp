// The demonstration: a motion whose conserved quantities are checked, a picture of it, and timings.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "apps/catena/commands.hpp"
#include "apps/catena/demo_picture.hpp"
#include "apps/catena/demo_simulation.hpp"
#include "apps/catena/demo_timing.hpp"
#include "catena/library/builtin_models.hpp"

namespace catena::app {

namespace {

constexpr double drift_bound = 1e-9;
constexpr std::size_t samples_per_row = 10;

// Returns whether every sample, also those not shown, keeps to the bound.
bool print_flight(const Model& model, const Flight& flight) {
  fmt::print(
      "A humanoid ({} bodies, {} degrees of freedom, {:.0f} kg) is thrown into the air; gravity\n"
      "alone acts on it. {} steps of {:g} ms by a Runge-Kutta method of order 4.\n\n"
      "   time   height    kinetic  potential      total         relative drift since t = 0 of\n"
      "    [s]      [m]        [J]        [J]        [J]     energy   lin. mom.*  ang. mom.**\n",
      model.body_count() - 1, model.nv(), model.total_mass(), flight.steps, 1e3 * flight.step_size);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double worst = 0.0;
  for (std::size_t i = 0; i < flight.samples.size(); ++i) {
    const FlightSample& s = flight.samples[i];
    const Drift d = drift(model, flight.samples.front(), s);
    for (const double x : {d.energy, d.linear_momentum, d.angular_momentum})
      worst = std::max(worst, std::isfinite(x) ? std::abs(x) : infinity);
    if (i % samples_per_row != 0) continue;
    fmt::print("{:7.1f} {:8.3f} {:10.2f} {:10.2f} {:10.2f} {:10.1e} {:12.1e} {:12.1e}\n", s.t,
               s.centre.z, s.kinetic, s.potential, s.kinetic + s.potential, d.energy,
               d.linear_momentum, d.angular_momentum);
  }
  const bool kept = worst <= drift_bound;
  fmt::print(
      "\n  *  minus the impulse of gravity    **  about the centre of mass\n"
      "Largest drift {:.1e}, {} the bound of {:.0e}.\n"
      "One simulated second took {:.1f} ms: {:.0f} times faster than real time.\n\n",
      worst, kept ? "within" : "BEYOND", drift_bound, 1e3 * flight.wall_seconds,
      flight.steps * flight.step_size / flight.wall_seconds);
  return kept;
}

void print_timings() {
  struct Row {
    const char* name;
    Model model;
  };
  const Row models[] = {
      {"arm", arm()}, {"hand", hand()}, {"quadruped", quadruped()}, {"humanoid", humanoid()}};
  std::string head = fmt::format("{:<18}", "degrees of freedom"), subhead(18, ' ');
  std::array<std::string, algorithms.size()> lines;
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = fmt::format("{:<18}", algorithms[i]);
  for (const auto& [name, model] : models) {
    head += fmt::format("{:>18}", fmt::format("{} ({})", name, model.nv()));
    subhead += fmt::format("{:>10}{:>8}", "one", "of four");
    const auto timings = time_algorithms(model);
    for (std::size_t i = 0; i < lines.size(); ++i)
      lines[i] += fmt::format("{:>10.0f}{:>8.0f}", timings[i].single, timings[i].per_lane);
  }
  fmt::print(
      "Nanoseconds per state on one core, when computed alone and when four go through "
      "together:\n\n"
      "{}\n{}\n",
      head, subhead);
  for (const std::string& line : lines) fmt::print("{}\n", line);
  fmt::print("\n./dev bench compares these with other libraries on your machine.\n");
}

void write_picture(const Model& model, const Flight& flight, const std::string& file) {
  std::ofstream out(file, std::ios::binary);
  out << flight_picture(model, flight);
  out.close();
  if (!out) throw std::runtime_error(fmt::format("cannot write the picture '{}'", file));
  fmt::print("The picture is in {}.\n", file);
}

}  // namespace

int run_demo(const std::string& picture) {
  const Model model = humanoid();
  const Flight flight = fly(model);
  const bool kept = print_flight(model, flight);
  print_timings();
  if (!picture.empty()) write_picture(model, flight, picture);
  return kept ? exit_success : exit_failure;
}

}  // namespace catena::app
