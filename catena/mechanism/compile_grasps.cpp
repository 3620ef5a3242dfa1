// Which bodies are the hand of a grasp, and which is the object.

#include <fmt/format.h>

#include <algorithm>

#include "catena/mechanism/compile_parts.hpp"

namespace catena::compiling {

namespace {

// Whether a body hangs on another one, or is it.
bool hangs_on(const Model& model, BodyId body, BodyId base) {
  while (body != base && body != world_body)
    body = model.joint(model.body(body).inboard_joint).parent;
  return body == base;
}

RecordedGrasp grasp_of(const Where& at, const GraspItem& item, const Model& model) {
  RecordedGrasp grasp;
  grasp.name = item.name, grasp.volume = item.volume;
  grasp.object = at.at("object").located([&] { return model.find_body(item.object); });
  if (grasp.object == world_body)
    at.at("object").fail("the world cannot be grasped, expected a body that moves");
  if (item.hand.empty()) at.fail("expected 'hand': the bodies that grasp");
  for (std::size_t i = 0; i < item.hand.size(); ++i) {
    const Where here = at.at("hand", i);
    const BodyId base = here.located([&] { return model.find_body(item.hand[i]); });
    if (base == grasp.object)
      here.fail(
          fmt::format("'{}' is the object itself, expected a body of the hand", item.hand[i]));
    for (int b = base == world_body ? 0 : 1; b < model.body_count(); ++b) {
      const BodyId body{b};
      const bool of_hand = base == world_body ? body == world_body : hangs_on(model, body, base);
      const bool known = std::find(grasp.hand.begin(), grasp.hand.end(), body) != grasp.hand.end();
      if (of_hand && !known && body != grasp.object) grasp.hand.push_back(body);
    }
  }
  return grasp;
}

}  // namespace

void compile_grasps(const Mechanism& mechanism, const Model& model, RecordOptions& options) {
  for (const GraspItem& item : mechanism.grasps) {
    const Where at = where(item);
    for (const RecordedGrasp& other : options.grasps)
      if (other.name == item.name)
        at.at("name").fail(
            fmt::format("a grasp '{}' exists already, expected another name", item.name));
    options.grasps.push_back(grasp_of(at, item, model));
  }
}

}  // namespace catena::compiling
