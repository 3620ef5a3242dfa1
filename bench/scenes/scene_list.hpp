#pragma once
// The scenes. Each has a file of its own.

#include "scene.hpp"

namespace catena::bench {

Scene slope_scene();        // a box that sticks on 20 degrees
Scene slide_scene();        // it slides on 35 degrees, at an azimuth of 30
Scene pinch_scene();        // a box between two fingers
Scene stack_scene();        // ten boxes
Scene heavy_stack_scene();  // the last one a thousand times heavier, leaning a little
Scene resting_balls_scene(int count);
Scene rolling_balls_scene(int count);
Scene falling_balls_scene(int count);
Scene stops_scene(int links);                             // a chain of hinges with narrow stops
Scene figure_scene();                                     // 26 coordinates fall on the floor
Scene pendulum_scene();                                   // two links whose tip strikes a plane
Scene box_pile_scene(int columns, int rows, int layers);  // boxes fall onto each other
Scene ball_pile_scene();                                  // 216 balls without friction
Scene pushed_box_scene(bool diagonal);                    // balls roll on a box that is pushed
Scene bouncing_scene();                                   // 49 balls without loss
Scene four_bars_scene(int count);                         // loops in a row

// All of them, in the order of the report.
std::vector<Scene> all_scenes(bool quick);

}  // namespace catena::bench
