#pragma once
// What the benchmark asks of an engine, Catena or peer.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "neutral_model.hpp"

namespace catena::bench {

enum class Kernel { Rnea, Aba, Crba, Jacobians, RneaDerivatives, AbaDerivatives };
inline constexpr std::array all_kernels = {
    Kernel::Rnea,          Kernel::Aba, Kernel::Crba, Kernel::Jacobians, Kernel::RneaDerivatives,
    Kernel::AbaDerivatives};

const char* to_string(Kernel kernel);

class Contender {
 public:
  virtual ~Contender() = default;

  virtual bool has(Kernel kernel) const = 0;

  // Loads state `index` of those that the contender was made with and runs the kernel on it: what
  // is timed. Converting a state to the engine's conventions happens before.
  virtual void run(Kernel kernel, std::size_t index) = 0;

  // Runs, and gives the result in Catena's conventions: efforts (nv), accelerations (nv), the mass
  // matrix (nv x nv, by columns), the world Jacobian's columns (6 x nv, angular first, about the
  // world's origin); empty for kernels that no peer has.
  virtual std::vector<double> result(Kernel kernel, std::size_t index) = 0;

  // Takes steps of the classical Runge-Kutta method of order 4 from q and v of a state, with
  // the joints' springs and damping, and gives q at the end in Catena's conventions. Empty where
  // the engine has no such method.
  virtual std::vector<double> simulate(std::size_t /*index*/, double /*step*/, int /*steps*/) {
    return {};
  }

  // States that one run() goes through.
  virtual int states_per_run() const { return 1; }
};

// What a module with a peer exports under the name `make_peer_symbol`. Throws where the engine
// cannot hold the model.
using MakePeer = Contender* (*)(const NeutralModel&, const std::vector<BenchState>&);
inline constexpr const char* make_peer_symbol = "catena_bench_make_peer";

}  // namespace catena::bench
