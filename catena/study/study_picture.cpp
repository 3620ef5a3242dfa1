#include "catena/study/study_picture.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace catena {

namespace {

template <class Items>
std::size_t place_in(const Items& items, const std::string& name) {
  std::size_t place = 0;
  while (items.at(place).name != name) ++place;
  return place;
}

std::size_t value_place(const std::vector<double>& values, double value) {
  std::size_t place = 0;
  while (values.at(place) != value) ++place;
  return place;
}

}  // namespace

HeatMap study_picture(const Study& study, const StudyTable& table) {
  const std::optional<StudyMap> axes = study.map();
  if (!axes) throw std::invalid_argument("a picture needs two parameters with several values");
  const std::size_t x = place_in(study.parameters(), axes->x),
                    y = place_in(study.parameters(), axes->y),
                    value = place_in(study.results(), axes->value);
  HeatMap map;
  map.title = study.name();
  map.x_label = axes->x, map.y_label = axes->y, map.value_label = axes->value;
  map.x = study.parameters()[x].values, map.y = study.parameters()[y].values;
  map.values.assign(map.x.size() * map.y.size(), std::numeric_limits<double>::quiet_NaN());
  map.notes.resize(map.values.size());
  for (std::size_t i = 0; i < study.variant_count(); ++i) {
    const std::vector<double> at = study.values_of(i);
    const std::size_t cell = value_place(map.y, at[y]) * map.x.size() + value_place(map.x, at[x]);
    if (!table.row(i)) continue;
    const VariantRow& row = *table.row(i);
    if (row.end == "end") map.values[cell] = row.results.at(value);
    map.notes[cell] =
        fmt::format("{} = {:g}, {} = {:g}: {}", axes->x, at[x], axes->y, at[y],
                    row.end == "end" ? fmt::format("{} = {:g}", axes->value, map.values[cell])
                                     : row.end + ": " + row.message);
  }
  return map;
}

}  // namespace catena
