// A box that two fingers hold by friction.

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

Scene pinch_scene() {
  Scene scene;
  scene.name = "pinch";
  scene.friction = 0.8;
  scene.duration = 5.0;
  scene.has_floor = false;
  scene.bodies_collide = true;
  scene.bodies.push_back(box("box", 0.5, {0.1, 0.1, 0.1}, {0.0, 0.0, 0.0}));
  for (const double side : {-1.0, 1.0}) {
    SceneBody finger =
        box(side < 0.0 ? "left" : "right", 0.2, {0.02, 0.06, 0.06}, {0.06 * side, 0.0, 0.0});
    finger.joint = SceneBody::Joint::Slider;
    finger.anchor = finger.position;
    finger.axis = {-side, 0.0, 0.0};
    finger.stiffness = 1000.0, finger.rest = 0.01, finger.damping = 20.0;
    scene.bodies.push_back(finger);
    for (const double y : {-0.03, 0.03})
      for (const double z : {-0.03, 0.03}) {
        SceneContact contact;
        contact.body = static_cast<int>(scene.bodies.size()) - 1;
        contact.point = {-0.01 * side, y, z};
        contact.on = 0;
        contact.place = {0.05 * side, 0.0, 0.0};
        contact.normal = {side, 0.0, 0.0};
        scene.contacts.push_back(contact);
      }
  }
  scene.judge = [](const Scene&, const Trace& trace) {
    return Figures{{"sinking from 0.5 s on, m",
                    state_at(trace, 0.5).positions[0][2] - trace.back().positions[0][2]}};
  };
  return scene;
}

}  // namespace catena::bench
