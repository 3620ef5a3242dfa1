// The program of docs/recordings.md: records a pendulum that strikes a stop, reads the recording
// back and draws it.

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "catena/plot/recording_plot.hpp"

namespace {

// A point of 1 kg on a rod of 1 m, and a stop that returns 70 % of the speed.
struct Pendulum {
  static constexpr double gravity = 9.81, stop = -0.3, restitution = 0.7;
  double q = 1.2, v = 0.0;

  // Symplectic Euler. Returns whether the stop was struck.
  bool step(double h) {
    v -= h * gravity * std::sin(q);
    q += h * v;
    if (q > stop || v > 0.0) return false;
    v *= -restitution;
    return true;
  }
  double kinetic() const { return 0.5 * v * v; }
  double potential() const { return gravity * (1.0 - std::cos(q)); }
};

void record(const std::string& path) {
  Pendulum arm;
  auto recording = catena::RecordingWriter::create(
      path, {"t", "q.arm", "v.arm", "energy.kinetic", "energy.potential", "energy.impact"});
  catena::EventWriter events(path);
  double lost = 0.0;
  for (int i = 0; i <= 5000; ++i) {
    const double t = 1e-3 * i;
    recording->write_row(std::array{t, arm.q, arm.v, arm.kinetic(), arm.potential(), lost});
    if (!arm.step(1e-3)) continue;
    const double v_before = -arm.v / Pendulum::restitution;
    events.write(t, "limit", "arm", {{"v_before", v_before}, {"v_after", arm.v}});
    lost += 0.5 * v_before * v_before - arm.kinetic();
  }
  recording->close();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "pendulum.h5";
  const std::string picture = argc > 2 ? argv[2] : "pendulum.svg";
  record(path);

  const catena::RecordedTable table = catena::read_recording(path);
  const std::vector<double>& q = table.column("q.arm");
  std::printf("%zu rows, the last angle is %.3f rad\n", q.size(), q.back());

  const std::vector<catena::Event> events = catena::read_events(catena::events_path(path));
  const catena::PlotRequest request = {.title = "A pendulum strikes a stop"};
  catena::write_figure(catena::recording_figure(table, events, request), picture);
}
