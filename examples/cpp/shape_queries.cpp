// The program of docs/collision.md: questions about the shapes of a mechanism, without a run.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "catena/contact/settle.hpp"
#include "catena/scenario/scenario.hpp"

namespace {

const char* const scenario_text = R"(
model:
  bodies:
    - {name: arm, shapes: [{capsule: {radius: 0.05, length: 0.6}, at: [0, 0, 0.3], mass: 2}]}
    - {name: box, shapes: [{box: {sides: [0.2, 0.2, 0.2]}, mass: 1}]}
  joints:
    - {name: shoulder, kind: revolute, parent: world, child: arm, axis: [0, 1, 0], at: [0, 0, 0.4]}
    - {name: move, kind: free, parent: world, child: box}
initial: {shoulder: 90 deg, move: {position: [0.4, 0, 0.1]}}
ground: true
)";

}  // namespace

int main() {
  const catena::SimulationSetup setup = catena::parse_scenario(scenario_text, "arm.yaml", "").setup;
  const catena::BodyId arm = setup.model->find_body("arm"), box = setup.model->find_body("box");
  const auto name = [&](catena::BodyId body) { return setup.model->body(body).name.c_str(); };

  catena::ShapeQueries queries(setup.model, setup.shape_contacts, setup.loops);
  queries.place(setup.q);

  const auto near = queries.nearest(arm, box);
  std::printf("%.4f m apart, at (%.3f, %.3f, %.3f)\n", near->distance.value, near->distance.p_a.x,
              near->distance.p_a.y, near->distance.p_a.z);

  for (const catena::ShapeMeeting& m : queries.meetings(1e-4))
    std::printf("%s and %s: %zu points\n", name(m.a), name(m.b), m.points.size());

  if (const auto hit = queries.cast_ray({0, 0, 2}, {0, 0, -1}))
    std::printf("%s is %.3f m below\n", name(hit->body), hit->hit.distance);

  // What if the box were in the way?
  queries.place(box, catena::Transform<double>::at({0.4, 0, 0.3}));
  const double overlap = -queries.nearest(arm, box)->distance.value;
  std::printf("there they would overlap by %.3f m\n", overlap);

  const bool right = std::abs(near->distance.value - 0.15) < 1e-12 && overlap > 0.049 &&
                     queries.meetings(0.0).size() == 1;
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
