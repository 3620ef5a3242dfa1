// Loops, changes, contacts and cables as text.

#include "catena/scenario/keys.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario {

namespace {

void write_loop_joint(const LoopJointItem& joint, MapWriter& out) {
  out.text("name", joint.name);
  out.text("kind", to_string(joint.kind));
  out.place("a", joint.a);
  out.place("b", joint.b);
  if (!joint.armature.empty()) out.refuse("it has an armature, which only joints of the tree have");
  write_properties(joint, out);
}

void write_coupling(const CouplingItem& item, MapWriter& out) {
  out.text("name", item.name);
  if (item.function) out.refuse("it is a function of a program");
  MapWriter coupling = out.map(scenario_keys::coupling);
  coupling.text("of", item.of);
  coupling.text("to", item.to);
  coupling.number("ratio", item.ratio, 1.0);
  coupling.number("offset", item.offset, 0.0);
  coupling.text("zero", item.zero);
  out.map("coupling", std::move(coupling));
}

void write_law(const ContactItem& item, MapWriter& out) {
  out.number("static_friction", item.static_friction, 0.0);
  out.number("slip_speed", item.slip_speed, 0.0);
  out.number("friction_across", item.friction_across);
  if (item.friction_axis) out.vector("friction_axis", *item.friction_axis);
  out.number("spin", item.spin, 0.0);
  out.number("rolling", item.rolling, 0.0);
  if (!item.surface_velocity.empty()) out.formulas("surface_velocity", item.surface_velocity);
  if (!item.region) return;
  MapWriter region = out.map(scenario_keys::contact_region);
  region.number("disc", item.region->radius, 0.0);
  region.number("hole", item.region->hole, 0.0);
  if (item.region->length > 0.0)
    region.numbers("rectangle", {item.region->length, item.region->width});
  std::vector<Numbers> corners;
  for (const auto& [x, y] : item.region->corners) corners.push_back({x, y});
  if (!corners.empty()) region.matrix("polygon", corners);
  out.map("region", std::move(region));
}

void write_contact(const ContactItem& item, MapWriter& out) {
  out.text("name", item.name);
  out.place("point", item.point);
  out.number("radius", item.radius, 0.0);
  if (item.surface) out.refuse("its surface is a function of a program");
  if (item.against == Contact::Against::Plane) {
    const bool by_name = !item.on.frame.empty() && item.on.body.empty() &&
                         item.on.pose.is_identity() && !item.normal;
    MapWriter plane = out.map(scenario_keys::contact_plane);
    plane.place_keys(item.on);
    if (item.normal) plane.vector("normal", *item.normal);
    if (by_name)
      out.text("plane", item.on.frame);
    else if (plane.empty())
      out.text("plane", "ground");
    else
      out.map("plane", std::move(plane));
  } else if (item.against == Contact::Against::Surface) {
    MapWriter surface = out.map(scenario_keys::contact_surface);
    surface.text("formula", item.formula);
    surface.place_keys(item.on);
    out.map("surface", std::move(surface));
  } else {
    MapWriter sphere = out.map(scenario_keys::contact_sphere);
    sphere.place_keys(item.on);
    sphere.number("radius", item.sphere_radius);
    out.map("sphere", std::move(sphere));
  }
  out.number("restitution", item.restitution, 0.0);
  out.number("friction", item.friction, 0.0);
  if (item.friction_law == FrictionLaw::AlwaysSliding) out.text("friction_law", "always_sliding");
  write_law(item, out);
  out.boolean("two_sided", item.two_sided, false);
}

MapWriter stop_map(const CableStopItem& stop, const MapWriter& cable) {
  MapWriter out = cable.map(scenario_keys::cable_stop);
  out.place_keys(stop.place);
  out.number("radius", stop.radius, 0.0);
  if (stop.axis) out.vector("axis", *stop.axis);
  if (stop.sense != 1) out.text("sense", "left");
  out.boolean("grips", stop.grips, false);
  out.number("friction", stop.friction, 0.0);
  out.text("turn", stop.turn);
  return out;
}

void write_cable(const CableItem& item, MapWriter& out) {
  out.text("name", item.name);
  if (item.winch) out.refuse("its winch is a function of a program");
  std::vector<MapWriter> route;
  for (const CableStopItem& stop : item.route) route.push_back(stop_map(stop, out));
  if (item.joint.empty())
    out.list("route", std::move(route));
  else
    out.text("joint", item.joint);
  out.number("youngs_modulus", item.youngs_modulus);
  out.number("radius", item.radius);
  out.number("area", item.area);
  out.number("damping", item.damping, 0.0);
  out.number("smoothing", item.smoothing, 0.0);
  out.number("tension", item.tension);
  out.number("rest_length", item.rest_length);
  out.text("let_out", item.let_out);
}

void write_change(const ChangeItem& item, MapWriter& out) {
  if (item.when_function) out.refuse("its condition is a function of a program");
  if (item.name != usual_name(item)) out.text("name", item.name);
  out.number("at", item.at);
  out.number("every", item.every);
  out.text("when", item.when);
  out.boolean("repeat", item.repeat, false);
  out.text("direction", item.direction);
  if (!item.cut.empty()) out.texts("cut", item.cut);
  if (!item.switch_off.empty()) out.texts("switch_off", item.switch_off);
  if (!item.switch_on.empty()) out.texts("switch_on", item.switch_on);
  std::vector<MapWriter> connect;
  for (const ConnectItem& joint : item.connect) {
    MapWriter map(scenario_keys::connect, Subject{"joint", joint.name, ""});
    write_loop_joint(joint, map);
    map.boolean("here", joint.here, false);
    connect.push_back(std::move(map));
  }
  if (!connect.empty()) out.list("connect", std::move(connect));
  if (!item.breakaway) return;
  MapWriter clutch(scenario_keys::breakaway, Subject{"change", item.name, ""});
  clutch.text("name", item.breakaway->name);
  clutch.text("clutch", item.breakaway->clutch);
  clutch.text("motor", item.breakaway->motor);
  out.map("breakaway", std::move(clutch));
}

}  // namespace

void write_loops(const Mechanism& mechanism, MapWriter& model) {
  std::vector<MapWriter> list;
  const auto add = [&](const auto& items, const yaml::Section& section, const char* kind,
                       const auto& write) {
    for (const auto& item : items) {
      MapWriter map(section, Subject{kind, item.name, ""});
      write(item, map);
      list.push_back(std::move(map));
    }
  };
  add(mechanism.loop_joints, scenario_keys::loop_joint, "loop joint", write_loop_joint);
  add(mechanism.rods, scenario_keys::loop_rod, "rod", [](const RodItem& item, MapWriter& out) {
    out.text("name", item.name);
    MapWriter rod = out.map(scenario_keys::rod);
    rod.place("a", item.a);
    rod.place("b", item.b);
    rod.number("length", item.length);
    out.map("rod", std::move(rod));
  });
  add(mechanism.couplings, scenario_keys::loop_coupling, "coupling", write_coupling);
  add(mechanism.rollings, scenario_keys::loop_rolling, "rolling constraint",
      [](const RollingItem& item, MapWriter& out) {
        out.text("name", item.name);
        MapWriter rolling = out.map(scenario_keys::rolling);
        rolling.place(item.is_wheel ? "wheel" : "ball", item.centre);
        rolling.number("radius", item.radius);
        rolling.place("on", item.on);
        out.map("rolling", std::move(rolling));
      });
  if (!list.empty()) model.list("loops", std::move(list));
}

void write_contacts(const Mechanism& mechanism, MapWriter& model) {
  write_list(model, "contacts", scenario_keys::contact, "contact", mechanism.contacts,
             write_contact);
}

void write_cables(const Mechanism& mechanism, MapWriter& model) {
  write_list(model, "cables", scenario_keys::cable, "cable", mechanism.cables, write_cable);
}

void write_changes(const Mechanism& mechanism, MapWriter& out) {
  write_list(out, "changes", scenario_keys::change, "change", mechanism.changes, write_change);
}

}  // namespace catena::scenario
