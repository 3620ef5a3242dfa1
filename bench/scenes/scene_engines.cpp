#include "scene_engines.hpp"

#include "../peers.hpp"
#include "catena_scene.hpp"

namespace catena::bench {

std::vector<SceneEngine> scene_engines(std::vector<std::string>& notes) {
  std::vector<SceneEngine> engines;
  const auto add_catena = [&](const char* name, ContactMethod method) {
    engines.push_back(
        {name, true, [method](const Scene& scene) { return make_catena_scene(scene, method); }});
  };
  add_catena("Catena, stepping", ContactMethod::Stepping);
  add_catena("Catena, events", ContactMethod::Events);
  add_catena("Catena, automatic", ContactMethod::Automatic);
  for (const char* const name : {"MuJoCo", "ODE", "Bullet", "DART"}) {
    const PeerModule module = load_module(name, notes);
    const auto settings = reinterpret_cast<SceneSettings>(module.find(scene_settings_symbol));
    const auto make = reinterpret_cast<MakeSceneRun>(module.find(make_scene_run_symbol));
    if (settings == nullptr || make == nullptr) continue;
    for (const char* const* setting = settings(); *setting != nullptr; ++setting)
      engines.push_back({std::string(name) + ", " + *setting, false,
                         [make, chosen = std::string(*setting)](const Scene& scene) {
                           return std::unique_ptr<SceneRun>(make(scene, chosen));
                         }});
  }
  return engines;
}

}  // namespace catena::bench
