#pragma once
// The mechanisms of the benchmark, and the states that every contender runs on.

#include <string>
#include <vector>

#include "catena/model/model.hpp"
#include "neutral_model.hpp"

namespace catena::bench {

struct BenchModel {
  std::string key;    // "panda", "chain 20": what the reference figures call it
  std::string label;  // "arm: panda"
  int links = 0;      // of a chain, else 0
};

// The rows of the table. Robots come from the shared folder where it exists; `notes` says which
// built-in mechanisms stand in for them where it does not.
std::vector<BenchModel> bench_models(std::vector<std::string>& notes);

// Builds the model of a row. Throws for an unknown key.
Model make_model(const std::string& key);

NeutralModel neutral_model(const std::string& name, const Model& model);

// Random states from a fixed seed: configurations within the limits, everything else in [-1, 1].
std::vector<BenchState> random_states(const Model& model, std::size_t count);

}  // namespace catena::bench
