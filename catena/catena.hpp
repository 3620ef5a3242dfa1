#pragma once
// The whole public interface of Catena; docs/library.md lists it. Other headers may change without
// notice.

// Models, and the algorithms on them.
#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/model/configuration.hpp"
#include "catena/model/model_builder.hpp"

// Simulations.
#include "catena/elements/event.hpp"
#include "catena/sim/checkpoint.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/setup.hpp"
#include "catena/sim/simulation.hpp"

// Grasps.
#include "catena/grasp/closure.hpp"
#include "catena/grasp/contact_set.hpp"
#include "catena/grasp/force_plan.hpp"
#include "catena/grasp/quality.hpp"
#include "catena/grasp/regions.hpp"
#include "catena/grasp/resist.hpp"

// Descriptions and files.
#include "catena/formats/urdf.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/mechanism/compile.hpp"
#include "catena/mechanism/mechanism.hpp"
#include "catena/meshes/hull_of_points.hpp"
#include "catena/meshes/mesh_file.hpp"
#include "catena/record/event_file.hpp"
#include "catena/record/recording_file.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/scenario.hpp"
