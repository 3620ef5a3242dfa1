#pragma once
// Shows the contact problems of runs, for measurements and tests. Without an observer it costs one
// comparison.

#include <Eigen/Core>
#include <atomic>
#include <functional>
#include <span>

#include "catena/solvers/contact_law.hpp"
#include "catena/solvers/step_problem.hpp"

namespace catena {

// Valid as long as the call in which it is seen.
struct PosedProblem {
  const StepProblem* system = nullptr;  // in system form, or else u = W x + q:
  const Eigen::MatrixXd* W = nullptr;
  std::span<const double> q = {};
  std::span<const ContactLaw> laws = {};
  bool by_steps = true;  // else by a decision or an impact of the event method
};

// While it lives, every problem is shown that its thread poses to ContactChain (dense or in system
// form) and to solve_friction_problem().
class ChainWatch {
 public:
  using See = std::function<void(const PosedProblem&)>;
  explicit ChainWatch(See see);
  ~ChainWatch();
  ChainWatch(const ChainWatch&) = delete;
  ChainWatch& operator=(const ChainWatch&) = delete;

  static bool any() { return count_.load(std::memory_order_relaxed) > 0; }
  static void show(const PosedProblem& problem);  // to the one of this thread, if there is one

 private:
  See see_;
  ChainWatch* outer_;
  inline static std::atomic<int> count_ = 0;  // in all threads
};

// While it lives, its thread shows nothing: parts of a problem that was shown already.
class ChainWatchPause {
 public:
  ChainWatchPause();
  ~ChainWatchPause();
  ChainWatchPause(const ChainWatchPause&) = delete;
  ChainWatchPause& operator=(const ChainWatchPause&) = delete;

 private:
  ChainWatch* outer_;
};

}  // namespace catena
