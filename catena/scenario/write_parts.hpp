#pragma once
// The writers of the parts of a scenario. Used by write_scenario.cpp.

#include <filesystem>

#include "catena/mechanism/mechanism.hpp"
#include "catena/scenario/map_writer.hpp"

namespace catena::scenario {

// Tables that formulas may call.
void write_tables(const Constants& constants, MapWriter& out);
// `folder`: that the paths of files start from; empty: the present one.
void write_model(const Mechanism& mechanism, const std::filesystem::path& folder, MapWriter& out);
void write_inertia(const BodyInertia& inertia, MapWriter& out);
void write_shapes(const std::vector<ShapeItem>& shapes, const std::filesystem::path& folder,
                  MapWriter& out);
void write_loops(const Mechanism& mechanism, MapWriter& model);
void write_contacts(const Mechanism& mechanism, MapWriter& model);
void write_cables(const Mechanism& mechanism, MapWriter& model);
void write_touching_shapes(const TouchingShapes& shapes, MapWriter& out);
// Everything about a joint but its name and what it joins.
void write_properties(const JointProperties& joint, MapWriter& out);
void write_drives(const Mechanism& mechanism, MapWriter& out);
void write_changes(const Mechanism& mechanism, MapWriter& out);
void write_grasps(const Mechanism& mechanism, MapWriter& out);
void write_picture(const PictureItem& item, MapWriter& out);
void write_run(const Mechanism& mechanism, MapWriter& out);

// One map per item.
template <class Items, class Write>
void write_list(MapWriter& out, std::string_view key, const yaml::Section& section,
                const char* kind, const Items& items, Write&& write) {
  std::vector<MapWriter> list;
  for (const auto& item : items) {
    MapWriter map(section, Subject{kind, item.name, ""});
    write(item, map);
    list.push_back(std::move(map));
  }
  if (!list.empty()) out.list(key, std::move(list));
}

}  // namespace catena::scenario
