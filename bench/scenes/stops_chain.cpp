// A chain of hinges with narrow stops, let go level. It ends as an arc with every hinge on its
// stop.

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

Scene stops_scene(int links) {
  constexpr double length = 0.1, mass = 0.1, width = 0.02, stop = 0.05;
  Scene scene;
  scene.family = "hinges with stops";
  scene.size = links;
  scene.name = std::to_string(links) + " hinges with stops";
  scene.duration = 3.0;
  scene.has_floor = false;
  for (int i = 0; i < links; ++i) {
    SceneBody link = box("link" + std::to_string(i), mass, {length, width, width},
                         {length * (i + 0.5), 0.0, 0.0});
    link.shape = SceneBody::Shape::None;
    link.joint = SceneBody::Joint::Hinge;
    link.parent = i - 1;
    link.anchor = {length * i, 0.0, 0.0};
    link.lower = -stop, link.upper = stop;
    scene.bodies.push_back(link);
  }
  scene.judge = worst_stop;
  return scene;
}

}  // namespace catena::bench
