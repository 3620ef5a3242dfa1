// Contact with friction: a block slides over the ground on its four lower corners, comes to rest
// and stays there.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "catena/catena.hpp"

using namespace catena;

int main() {
  constexpr double half = 0.2, height = 0.05, friction = 0.4, speed = 2.0, gravity = 9.81;

  ModelBuilder builder;
  const BodyId block = builder.add_body("block", solid_box(3.0, {2 * half, 2 * half, 2 * height}));
  builder.add_joint(free_joint("block_free"), builder.world(), block);

  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.q.resize(7);
  setup.q << 1, 0, 0, 0, 0, 0, height;  // quaternion w x y z, position
  setup.v.resize(6);
  setup.v << 0, 0, 0, speed, 0, 0;  // angular, linear
  for (const double x : {-half, half})
    for (const double y : {-half, half}) {
      Contact corner;  // a point of the block against the plane z = 0 of the world
      corner.name = "corner" + std::to_string(setup.contacts.size());
      corner.a = block, corner.b = builder.world();
      corner.p_A = {x, y, -height};
      corner.material.friction = friction;
      setup.contacts.push_back(corner);
    }

  Simulation simulation(setup);
  double stops = 0.0;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& event) {
    if (event.kind == EventKind::Stick) stops = event.t;
  };
  simulation.advance(1.0, observer);

  // By hand: friction decelerates it by friction * gravity.
  const double way = simulation.state().q[4], by_hand = speed * speed / (2 * friction * gravity);
  std::printf("it slides %.9f m, by hand %.9f m, and stops at %.6f s, by hand %.6f s\n", way,
              by_hand, stops, speed / (friction * gravity));
  return std::abs(way - by_hand) < 1e-9 && std::abs(stops - speed / (friction * gravity)) < 1e-9
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}
