#include "catena/solvers/chain_watch.hpp"

#include <utility>

namespace catena {

namespace {

constinit thread_local ChainWatch* watching = nullptr;

}  // namespace

ChainWatch::ChainWatch(See see) : see_(std::move(see)), outer_(std::exchange(watching, this)) {
  ++count_;
}

ChainWatch::~ChainWatch() {
  watching = outer_;
  --count_;
}

void ChainWatch::show(const PosedProblem& problem) {
  ChainWatch* const watch = watching;
  if (watch == nullptr) return;
  const ChainWatchPause pause;  // who sees it may solve it
  watch->see_(problem);
}

ChainWatchPause::ChainWatchPause() : outer_(std::exchange(watching, nullptr)) {}

ChainWatchPause::~ChainWatchPause() {
  watching = outer_;
}

}  // namespace catena
