// The keys of how pictures and films are taken.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names views[] = {"front", "side", "top", "iso"};

constexpr Key film_list[] = {
    {"from", Type::Number, "its first moment, s; the start if not given"},
    {"to", Type::Number, "its last moment, s; the end if not given"},
    {"speed", Type::Number, "simulated time over the film's time; 1 if not given"},
};
constexpr Key picture_list[] = {
    {"time", Type::Number, "the moment of a picture, s; the start if not given"},
    {"phases", Type::NumberOrList, "further moments in the same picture, s, drawn paler"},
    {"view", Type::Choice, "from where one looks; chosen if not given", false, views},
    {"from", Type::Vector3, "the direction from which one looks, instead of 'view'"},
    {"zoom", Type::Number, "2: twice as large as what just fits; 1 if not given"},
    {"around", Type::TextOrList, "bodies that the picture must hold; all if not given"},
    {"layers", Type::TextOrList, "what is shown, as in the viewer's menu; - before it: not shown"},
    {"trails", Type::TextOrList, "bodies and frames that leave a line where they went"},
    nested<film>("film", Type::Map, "the part of the run that a film shows"),
};

}  // namespace

constexpr Section film{"film", film_list};
constexpr Section picture{"picture", picture_list};

}  // namespace catena::scenario_keys
