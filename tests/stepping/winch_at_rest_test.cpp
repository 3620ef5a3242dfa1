// A winch that strains the cable of a load that rests does work, by time steps as by events.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// 2 kg on a point on the ground, or on a stop. The winch takes in 1 mm within a second, to 10 N.
std::string load_that_rests(const std::string& method, bool on_stop) {
  return "model:\n"
         "  bodies: [{name: load, inertia: {mass: 2, moments: [1, 1, 1]}}]\n"
         "  joints: [{name: height, kind: prismatic, parent: world, child: load, axis: [0, 0, 1]" +
         std::string(on_stop ? ", limits: {lower: 0, upper: 1}" : "") + "}]\n" +
         (on_stop ? "" : "  contacts: [{name: floor, point: load, plane: ground}]\n") +
         "  cables:\n"
         "    - {name: line, route: [{body: world, at: [0, 0, 1]}, {body: load}], youngs_modulus: "
         "1e9, area: 1e-5, rest_length: 1, let_out: -0.001*t}\n"
         "contact: {method: " +
         method + ", step: 1 ms}\n";
}

TEST(WinchAtRest, ItsWorkIsWhatTheCableStores) {
  for (const bool on_stop : {false, true})
    for (const char* const method : {"stepping", "events"}) {
      WatchedRun run(load_that_rests(method, on_stop), 1.0);
      const EnergyBalance energy = run.simulation.energy(run.simulation.state());
      // The tension EA (1/n - 1) over the unstressed length n from 1 m to 0.999 m.
      const double work = 1e4 * (-std::log(0.999) - 0.001);
      EXPECT_NEAR(run.q(), 0.0, 1e-12) << method << on_stop;
      EXPECT_NEAR(energy.elastic, work, 1e-8) << method << on_stop;
      EXPECT_NEAR(energy.work, work, 1e-8) << method << on_stop;
      EXPECT_LT(run.unexplained(), 1e-8) << method << on_stop;
    }
}

}  // namespace
}  // namespace catena
