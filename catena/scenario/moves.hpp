#pragma once
// Controllers that follow moves, read and written.

#include "catena/mechanism/mechanism.hpp"
#include "catena/scenario/map_writer.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena::scenario {

ControllerItem read_moves(const yaml::Value& item, const Mechanism& mechanism);
void write_moves(const ControllerItem& item, MapWriter& out);

}  // namespace catena::scenario
