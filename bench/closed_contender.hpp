#pragma once
// What the benchmark of closed loops asks of an engine, Catena or peer.

#include <functional>
#include <string>
#include <vector>

#include "closed_model.hpp"

namespace catena::bench {

class ClosedContender {
 public:
  virtual ~ClosedContender() = default;

  // Loads the state and computes accelerations under gravity and the forces of the loops: what is
  // timed as one evaluation.
  virtual void accelerate(const BenchState& state) = 0;
  // Of the last call, in the order of the tree.
  virtual std::vector<double> acceleration() const = 0;

  // The engine's ways to simulate, as the table calls them: "RK4 1 ms".
  virtual std::vector<std::string> methods() const = 0;
  // Runs for a while from a state, by one of methods(), and calls `after_step`, if there is one,
  // after each step of the method.
  virtual void simulate(std::size_t method, const BenchState& start, double duration,
                        const std::function<void()>& after_step) = 0;
  // q and v where the simulation is, in the order of the tree.
  virtual BenchState state() const = 0;
};

// What a module whose engine can close loops exports under the name `make_closed_peer_symbol`.
// Throws where the engine cannot hold the model.
using MakeClosedPeer = ClosedContender* (*)(const ClosedModel&);
inline constexpr const char* make_closed_peer_symbol = "catena_bench_make_closed_peer";

}  // namespace catena::bench
