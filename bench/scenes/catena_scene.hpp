#pragma once
// Scenes in Catena.

#include <memory>

#include "catena/contact/contacts.hpp"
#include "catena/mechanism/mechanism.hpp"
#include "scene.hpp"

namespace catena::bench {

// The description of a scene. Events need an integrator of high order, and get the usual one.
Mechanism mechanism_of(const Scene& scene, ContactMethod method);

std::unique_ptr<SceneRun> make_catena_scene(const Scene& scene, ContactMethod method);

}  // namespace catena::bench
