#include "apps/catena/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace catena::app {

Progress::Progress(double t_start, double t_end)
    : t_start_(t_start), t_end_(t_end), visible_(::isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (visible_) fmt::print(stderr, "\r{:78}\r", "");
}

double Progress::wall_seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::show(double t) {
  if (!visible_) return;
  const auto now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  const double done = (t - t_start_) / std::max(t_end_ - t_start_, 1e-300);
  const double wall = wall_seconds();
  const auto bars = static_cast<std::size_t>(20.0 * std::clamp(done, 0.0, 1.0));
  fmt::print(stderr, "\r[{:<20}] {:3.0f} %  t = {:.3f} s  {:.3g} x real time  {:.1f} s left   ",
             std::string(bars, '#'), 100.0 * done, t, (t - t_start_) / wall,
             done > 0.0 ? wall * (1.0 - done) / done : 0.0);
  std::fflush(stderr);
}

}  // namespace catena::app
