#include "apps/catena/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace catena::app {

namespace {

constexpr std::initializer_list<int> signals = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t noted = 0;

void set_all(void (*handler)(int)) {
  for (const int signal : signals) std::signal(signal, handler);
}

extern "C" void note_interrupt(int) {
  noted = 1;
  set_all(SIG_DFL);  // the next one kills
}

}  // namespace

InterruptGuard::InterruptGuard() {
  set_all(note_interrupt);
}
InterruptGuard::~InterruptGuard() {
  set_all(SIG_DFL);
}

bool interrupted() {
  return noted != 0;
}

}  // namespace catena::app
