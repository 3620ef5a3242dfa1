#pragma once
// The description of what was built otherwise: a ModelBuilder (a robot file, a built-in model), a
// Model, loops.

#include "catena/constraints/loops.hpp"
#include "catena/mechanism/mechanism.hpp"
#include "catena/model/model_builder.hpp"

namespace catena {

// Compiled, each gives the same again, bit for bit.
Mechanism describe(const ModelBuilder& builder);
Mechanism describe(const Model& model, const LoopSpecs& loops = {});

// Adds loops of a model to its description. Couplings become functions, which cannot be written to
// a file.
void add_loops(const Model& model, const LoopSpecs& loops, Mechanism& mechanism);

}  // namespace catena
