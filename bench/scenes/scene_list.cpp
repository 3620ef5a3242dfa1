#include "scene_list.hpp"

namespace catena::bench {

std::vector<Scene> all_scenes(bool quick) {
  std::vector<Scene> scenes = {slope_scene(),       slide_scene(),  pinch_scene(),   stack_scene(),
                               heavy_stack_scene(), figure_scene(), pendulum_scene()};
  const std::vector<int> counts = quick ? std::vector{1, 10} : std::vector{1, 10, 20, 50, 100};
  for (auto* const make : {resting_balls_scene, rolling_balls_scene, falling_balls_scene})
    for (const int count : counts) scenes.push_back(make(count));
  for (const int links : quick ? std::vector{20} : std::vector{20, 50, 100})
    scenes.push_back(stops_scene(links));
  scenes.push_back(four_bars_scene(2));
  if (!quick) scenes.push_back(four_bars_scene(40));
  scenes.push_back(pushed_box_scene(false));
  scenes.push_back(pushed_box_scene(true));
  scenes.push_back(bouncing_scene());
  scenes.push_back(box_pile_scene(2, 1, 5));
  if (quick) return scenes;
  scenes.push_back(box_pile_scene(5, 5, 4));
  scenes.push_back(box_pile_scene(5, 5, 8));
  scenes.push_back(box_pile_scene(10, 10, 10));
  scenes.push_back(ball_pile_scene());
  return scenes;
}

}  // namespace catena::bench
