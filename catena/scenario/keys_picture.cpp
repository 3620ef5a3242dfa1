// The keys of how pictures and films are taken.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names views[] = {"front", "side", "top", "iso"};

constexpr Key film_list[] = {
    {"from", Type::Number, "its start, s; default: the start of the run"},
    {"to", Type::Number, "its end, s; default: the end of the run"},
    {"speed", Type::Number, "ratio of simulated time to film time; default 1"},
};
constexpr Key picture_list[] = {
    {"time", Type::Number, "time of a picture, s; default: the start"},
    {"phases", Type::NumberOrList, "further times in the same picture, s, drawn paler"},
    {"view", Type::Choice, "direction of view; default: chosen automatically", false, views},
    {"from", Type::Vector3, "direction from where one looks, instead of 'view'"},
    {"zoom", Type::Number, "magnification: 1 (default) just fits, 2 is twice as large"},
    {"around", Type::TextOrList, "bodies that the picture must contain; default all"},
    {"layers", Type::TextOrList,
     "visible layers, as in the viewer's menu; a leading - hides a layer"},
    {"trails", Type::TextOrList, "bodies and frames whose paths are drawn"},
    nested<film>("film", Type::Map, "the part of the run that a film shows"),
};

}  // namespace

constexpr Section film{"film", film_list};
constexpr Section picture{"picture", picture_list};

}  // namespace catena::scenario_keys
