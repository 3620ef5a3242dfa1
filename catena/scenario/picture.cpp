// How pictures and films of a scenario are taken, read and written.

#include <fmt/format.h>

#include <algorithm>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

const std::vector<std::string> picture_layers = {
    "grid",     "shadows", "frames", "joints", "com",    "trails",    "contacts", "forces",
    "wrenches", "cables",  "loops",  "limits", "labels", "collision", "surfaces", "grasps"};

std::vector<std::string> texts_of(const std::optional<Value>& value) {
  std::vector<std::string> texts;
  if (value)
    for (const Value& item : value->one_or_items()) texts.push_back(item.text());
  return texts;
}

void read_layers(const Value& value, PictureItem& item) {
  for (const Value& layer : value.one_or_items()) {
    const std::string text = layer.text();
    const std::string name = text.starts_with('-') ? text.substr(1) : text;
    if (std::find(picture_layers.begin(), picture_layers.end(), name) == picture_layers.end())
      layer.fail_choice("layer", picture_layers);
    item.layers.push_back(text);
  }
}

void read_film(const Value& value, PictureItem& item) {
  const Fields fields = value.fields(scenario_keys::film);
  if (const auto from = fields.find("from")) item.film[0] = from->number(quantity::time);
  if (const auto to = fields.find("to")) {
    item.film[1] = to->number(quantity::time);
    if (item.film[0] && *item.film[1] <= *item.film[0]) to->fail_expected("a moment after 'from'");
  }
  if (const auto speed = fields.find("speed"))
    item.speed = speed->number(quantity::number, Range::Positive);
}

}  // namespace

void read_picture(const Value& value, Mechanism& mechanism) {
  const Fields fields = value.fields(scenario_keys::picture);
  PictureItem& item = mechanism.picture;
  item.said = said_of(value);
  if (const auto time = fields.find("time")) item.time = time->number(quantity::time);
  if (const auto phases = fields.find("phases"))
    for (const Value& phase : phases->one_or_items())
      item.phases.push_back(phase.number(quantity::time));
  if (fields.has("view")) item.view = fields.choice("view", "view");
  if (const auto from = fields.find("from")) {
    if (fields.has("view"))
      from->fail("'view' already gives the direction of view; remove one of them");
    const Vec3<double> v = from->vector3(quantity::number);
    if (!(norm(v) > 0.0)) from->fail_expected("a direction that is not zero");
    item.from = {v.x, v.y, v.z};
  }
  if (const auto zoom = fields.find("zoom"))
    item.zoom = zoom->number(quantity::number, Range::Positive);
  item.around = texts_of(fields.find("around"));
  item.trails = texts_of(fields.find("trails"));
  if (const auto layers = fields.find("layers")) read_layers(*layers, item);
  if (const auto film = fields.find("film")) read_film(*film, item);
}

void write_picture(const PictureItem& item, MapWriter& out) {
  MapWriter map = out.map(scenario_keys::picture);
  map.number("time", item.time);
  if (!item.phases.empty()) {
    std::vector<yaml::NodePtr> phases;
    for (const double phase : item.phases) phases.push_back(scalar(fmt::format("{}", phase)));
    map.entry("phases", list_of(std::move(phases)));
  }
  map.text("view", item.view);
  if (item.from) map.vector("from", {(*item.from)[0], (*item.from)[1], (*item.from)[2]});
  map.number("zoom", item.zoom, 1.0);
  if (!item.around.empty()) map.texts("around", item.around);
  if (!item.layers.empty()) map.texts("layers", item.layers);
  if (!item.trails.empty()) map.texts("trails", item.trails);
  MapWriter film = map.map(scenario_keys::film);
  film.number("from", item.film[0]);
  film.number("to", item.film[1]);
  film.number("speed", item.speed);
  map.map("film", std::move(film));
  out.map("picture", std::move(map));
}

}  // namespace catena::scenario
