// Events as text for people.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/elements/event_kinds.hpp"
#include "catena/record/event_file.hpp"

namespace catena {

namespace {

// Six digits are enough to read; the file has all.
std::string shown(const EventNumber& number, double value) {
  std::string name(number.name);
  std::replace(name.begin(), name.end(), '_', ' ');
  const bool one_unit = !number.unit.empty() && number.unit.find(" or ") == std::string_view::npos;
  return fmt::format("{} {:.6g}{}{}", name, value, one_unit ? " " : "",
                     one_unit ? number.unit : "");
}

// The size of a vector whose components have columns of their own.
double size_of(const Event& event, const std::string& name) {
  return std::hypot(event.number(name + "_x"), event.number(name + "_y"),
                    event.number(name + "_z"));
}

}  // namespace

std::string describe(const Event& event) {
  std::string out;
  const auto add = [&](std::string_view text) {
    if (text.empty()) return;
    if (!out.empty()) out += ", ";
    out += text;
  };
  add(event.text("how"));
  for (const EventNumber& number : event_numbers())
    if (const double value = event.number(number.name); !number.component && !std::isnan(value))
      add(shown(number, value));
  if (std::isnan(event.number("impulse")))  // one number says it where there is one
    if (const double size = size_of(event, "impulse"); !std::isnan(size))
      add(fmt::format("impulse {:.6g} N s", size));
  if (const double size = size_of(event, "angular_impulse"); !std::isnan(size))
    add(fmt::format("angular impulse {:.6g} N m s", size));
  const auto numbers = event_numbers();
  for (const EventDetail& detail : event.details) {
    const bool said = detail.key == "how" || detail.key == "note" ||
                      std::any_of(numbers.begin(), numbers.end(),
                                  [&](const EventNumber& n) { return n.name == detail.key; });
    if (!said) add(fmt::format("{} = {}", detail.key, detail.value));
  }
  add(event.text("note"));
  return out;
}

}  // namespace catena
