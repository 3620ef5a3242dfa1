#include "catena/expressions/units.hpp"

#include <cmath>
#include <numbers>

#include "catena/expressions/advice.hpp"
#include "catena/expressions/characters.hpp"

namespace catena {

namespace {

using expressions::continues_name;

struct NamedUnit {
  std::string_view name;
  double factor;
  Dimension dimension;
};
constexpr NamedUnit units[] = {
    {"kg", 1.0, {1, 0, 0, 0}},
    {"g", 1e-3, {1, 0, 0, 0}},
    {"m", 1.0, {0, 1, 0, 0}},
    {"km", 1e3, {0, 1, 0, 0}},
    {"cm", 1e-2, {0, 1, 0, 0}},
    {"mm", 1e-3, {0, 1, 0, 0}},
    {"um", 1e-6, {0, 1, 0, 0}},
    {"s", 1.0, {0, 0, 1, 0}},
    {"ms", 1e-3, {0, 0, 1, 0}},
    {"us", 1e-6, {0, 0, 1, 0}},
    {"min", 60.0, {0, 0, 1, 0}},
    {"rad", 1.0, {0, 0, 0, 1}},
    {"deg", std::numbers::pi / 180.0, {0, 0, 0, 1}},
    {"rpm", std::numbers::pi / 30.0, {0, 0, -1, 1}},
    {"N", 1.0, {1, 1, -2, 0}},
    {"mN", 1e-3, {1, 1, -2, 0}},
    {"kN", 1e3, {1, 1, -2, 0}},
    {"Nm", 1.0, {1, 2, -2, 0}},
    {"mNm", 1e-3, {1, 2, -2, 0}},
    {"Ncm", 1e-2, {1, 2, -2, 0}},
    {"Nmm", 1e-3, {1, 2, -2, 0}},
    {"kNm", 1e3, {1, 2, -2, 0}},
    {"J", 1.0, {1, 2, -2, 0}},
    {"kJ", 1e3, {1, 2, -2, 0}},
    {"Pa", 1.0, {1, -1, -2, 0}},
    {"bar", 1e5, {1, -1, -2, 0}},
    {"kPa", 1e3, {1, -1, -2, 0}},
    {"MPa", 1e6, {1, -1, -2, 0}},
    {"GPa", 1e9, {1, -1, -2, 0}},
};

const NamedUnit* find_unit(std::string_view name) {
  for (const NamedUnit& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

class UnitReader {
 public:
  UnitReader(std::string_view text, const std::function<bool(std::string_view)>& is_name)
      : text_(text), is_name_(is_name) {}

  std::optional<Unit> read() {
    if (!read_factor(0, 1)) return std::nullopt;
    while (read_next()) {
    }
    return unit_;
  }

 private:
  char at(std::size_t place) const { return place < text_.size() ? text_[place] : '\0'; }

  std::size_t after_blanks(std::size_t place) const {
    while (at(place) == ' ') ++place;
    return place;
  }

  // One more unit: after blanks, or after an operator.
  bool read_next() {
    const std::size_t place = after_blanks(unit_.length);
    const char c = at(place);
    if (c != '/' && c != '*') return place > unit_.length && read_factor(place, 1);
    const std::size_t next = after_blanks(place + 1);
    const bool apart = place > unit_.length || next > place + 1;
    return !(apart && is_name_(word(next))) && read_factor(next, c == '/' ? -1 : 1);
  }

  std::string_view word(std::size_t place) const {
    std::size_t end = place;
    while (continues_name(at(end))) ++end;
    return text_.substr(std::min(place, text_.size()), end - place);
  }

  bool read_factor(std::size_t place, int sign) {
    const std::string_view name = word(place);
    const NamedUnit* const unit = find_unit(name);
    std::size_t end = place + name.size();
    if (unit == nullptr || at(after_blanks(end)) == '(') return false;  // min() is a function, too
    int power = sign;
    if (at(end) == '^') {
      const char digit = at(end + 1);
      if (digit < '1' || digit > '4' || continues_name(at(end + 2))) return false;
      power *= digit - '0';
      end += 2;
    }
    unit_.factor *= std::pow(unit->factor, power);
    for (std::size_t i = 0; i < unit_.dimension.size(); ++i)
      unit_.dimension[i] += power * unit->dimension[i];
    unit_.length = end;
    return true;
  }

  std::string_view text_;
  const std::function<bool(std::string_view)>& is_name_;
  Unit unit_;
};

struct OtherUnit {
  std::string_view word, advice;
};
constexpr OtherUnit other_units[] = {
    {"degree", "write 'deg'"},
    {"degrees", "write 'deg'"},
    {"grad", "write 'deg'; 1 grad is 0.9 deg"},
    {"\u00b0", "write 'deg'"},
    {"radian", "write 'rad'"},
    {"radians", "write 'rad'"},
    {"sec", "write 's'"},
    {"second", "write 's'"},
    {"seconds", "write 's'"},
    {"minute", "write 'min'"},
    {"minutes", "write 'min'"},
    {"h", "1 h is 3600 s"},
    {"hour", "1 h is 3600 s"},
    {"hours", "1 h is 3600 s"},
    {"\u00b5s", "write 'us'"},
    {"\u03bcs", "write 'us'"},
    {"meter", "write 'm'"},
    {"meters", "write 'm'"},
    {"metre", "write 'm'"},
    {"metres", "write 'm'"},
    {"\u00b5m", "write 'um'"},
    {"\u03bcm", "write 'um'"},
    {"in", "1 inch is 25.4 mm"},
    {"inch", "1 inch is 25.4 mm"},
    {"inches", "1 inch is 25.4 mm"},
    {"ft", "1 foot is 0.3048 m"},
    {"feet", "1 foot is 0.3048 m"},
    {"newton", "write 'N'"},
    {"Newton", "write 'N'"},
    {"newtons", "write 'N'"},
    {"KG", "write 'kg'"},
    {"Kg", "write 'kg'"},
    {"kgs", "write 'kg'"},
    {"kilogram", "write 'kg'"},
    {"kilograms", "write 'kg'"},
    {"gram", "write 'g'"},
    {"grams", "write 'g'"},
    {"tons", "1 t is 1000 kg"},
    {"lb", "1 lb is 0.45359237 kg"},
    {"lbs", "1 lb is 0.45359237 kg"},
    {"lbf", "1 lbf is 4.4482216 N"},
    {"kgf", "1 kgf is 9.80665 N"},
    {"kp", "1 kp is 9.80665 N"},
    {"hp", "1 hp is 745.7 W, and a power divided by a speed is an effort"},
    {"rev", "1 revolution is 360 deg"},
    {"turn", "1 turn is 360 deg"},
    {"turns", "1 turn is 360 deg"},
    {"psi", "1 psi is 6894.757 Pa"},
    {"NM", "write 'Nm'"},
    {"RPM", "write 'rpm'"},
    {"Hz", "a wheel with 2 turns per second has 120 rpm, and a sine is sin(2*pi*2*t)"},
};

}  // namespace

std::string advice_on_unit(std::string_view word) {
  for (const OtherUnit& other : other_units)
    if (other.word == word) return "; " + std::string(other.advice);
  return {};
}

std::optional<Unit> leading_unit(std::string_view text,
                                 const std::function<bool(std::string_view)>& is_name) {
  return UnitReader(text, is_name).read();
}

}  // namespace catena
