// Files: a run is recorded, its state is saved on the way, and a second simulation continues from
// there to the same end, bit for bit.

#include <cstdio>
#include <cstdlib>

#include "catena/catena.hpp"

using namespace catena;

int main() {
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(double_pendulum());
  setup.q = Eigen::Vector2d(0.5, -0.3);
  setup.v = Eigen::Vector2d(1.0, 2.0);

  // A recording (.csv or .h5) with its events beside it: pendulum.csv, pendulum.events.csv.
  Simulation simulation(setup);
  RecordOptions options;
  options.interval = 0.01;
  Recorder recorder(simulation, options);
  const auto recording = RecordingWriter::create("pendulum.csv", recorder.descriptions());
  EventWriter events("pendulum.csv");
  RunObserver observer;
  observer.sample_interval = options.interval;
  observer.sample = [&](const State& state) { recording->write_row(recorder.row(state)); };
  observer.event = [&](const SimulationEvent& event) { events.write(recorded_event(event)); };
  simulation.advance(1.0, observer);
  save_checkpoint(make_checkpoint(simulation, simulation.state()), "pendulum.state");
  simulation.advance(2.0, observer);
  recording->close();

  Simulation second(setup);
  second.restore(state_of(load_checkpoint("pendulum.state"), setup));
  second.advance(2.0);

  const RecordedTable table = read_recording("pendulum.csv");
  std::printf("%zu rows; the last angle is %.9f rad, that of the second run %.9f rad\n",
              table.row_count(), table.column("q.joint1").back(), second.state().q[0]);
  return table.row_count() == 201 && table.column("q.joint1").back() == second.state().q[0] &&
                 second.state().q == simulation.state().q &&
                 second.state().v == simulation.state().v
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}
