#pragma once
// Signals that ask a run to end: Ctrl-C, SIGTERM and SIGHUP.

namespace catena::app {

// Notes these signals instead of dying of them; the second one kills. The program makes one before
// it does anything else, so that a signal of the first moment counts.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

// Whether one has come.
bool interrupted();

}  // namespace catena::app
