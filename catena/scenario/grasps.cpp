// Grasps: a hand and its object.

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario {

void read_grasps(const yaml::Value& list, Mechanism& mechanism) {
  for (const yaml::Value& value : list.items()) {
    const yaml::Fields fields = value.fields(scenario_keys::grasp);
    GraspItem item;
    item.said = said_of(value);
    item.object = fields.at("object").text();
    const auto name = fields.find("name");
    item.name = name ? name->text() : item.object;
    for (const yaml::Value& body : fields.at("hand").one_or_items())
      item.hand.push_back(body.text());
    if (const auto volume = fields.find("volume")) item.volume = volume->boolean();
    mechanism.grasps.push_back(std::move(item));
  }
}

void write_grasps(const Mechanism& mechanism, MapWriter& out) {
  write_list(out, "grasps", scenario_keys::grasp, "grasp", mechanism.grasps,
             [](const GraspItem& item, MapWriter& map) {
               map.text("name", item.name);
               map.text("object", item.object);
               map.texts("hand", item.hand);
               map.boolean("volume", item.volume, false);
             });
}

}  // namespace catena::scenario
