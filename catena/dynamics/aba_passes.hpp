#pragma once
// The first two passes of the articulated-body algorithm by themselves, for recursions that build
// on the articulated inertias.

#include "catena/dynamics/workspace.hpp"

namespace catena::detail {

// Pass 1: X and v of ws.local, and the custom joints.
void aba_outward(const Model& model, const double* q, const double* v, Workspace<double>& ws);

// Pass 2, after pass 1: ws.axes of every dof that is not prescribed. With `has_external`, the
// wrenches in ws.external act on the nodes.
void aba_inward(const Model& model, const double* v, const double* tau, const bool* prescribed,
                const double* a, bool has_external, Workspace<double>& ws);

}  // namespace catena::detail
