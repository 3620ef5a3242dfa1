#include "catena/yaml/units.hpp"

#include <cmath>
#include <numbers>

namespace catena {

namespace {

struct Unit {
  std::string_view name;
  double factor;
  std::array<int, 4> powers;  // of kg, m, s, rad
};
constexpr std::array<Unit, 21> units{{
    {"kg", 1.0, {1, 0, 0, 0}},
    {"g", 1e-3, {1, 0, 0, 0}},
    {"m", 1.0, {0, 1, 0, 0}},
    {"km", 1e3, {0, 1, 0, 0}},
    {"cm", 1e-2, {0, 1, 0, 0}},
    {"mm", 1e-3, {0, 1, 0, 0}},
    {"s", 1.0, {0, 0, 1, 0}},
    {"ms", 1e-3, {0, 0, 1, 0}},
    {"min", 60.0, {0, 0, 1, 0}},
    {"rad", 1.0, {0, 0, 0, 1}},
    {"deg", std::numbers::pi / 180.0, {0, 0, 0, 1}},
    {"rpm", std::numbers::pi / 30.0, {0, 0, -1, 1}},
    {"N", 1.0, {1, 1, -2, 0}},
    {"kN", 1e3, {1, 1, -2, 0}},
    {"Nm", 1.0, {1, 2, -2, 0}},
    {"J", 1.0, {1, 2, -2, 0}},
    {"Pa", 1.0, {1, -1, -2, 0}},
    {"bar", 1e5, {1, -1, -2, 0}},
    {"kPa", 1e3, {1, -1, -2, 0}},
    {"MPa", 1e6, {1, -1, -2, 0}},
    {"GPa", 1e9, {1, -1, -2, 0}},
}};

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Products and quotients of units with small powers: "kg m^2", "N m s/rad".
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  bool parse(double& factor, std::array<int, 4>& powers) {
    factor = 1.0;
    powers = {};
    int sign = 1;
    while (true) {
      if (!parse_factor(sign, factor, powers)) return false;
      skip_blanks();
      if (at_ == text_.size()) return true;
      sign = text_[at_] == '/' ? -1 : 1;
      if (text_[at_] == '/' || text_[at_] == '*') ++at_;
    }
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool parse_factor(int sign, double& factor, std::array<int, 4>& powers) {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    const Unit* unit = find_unit(text_.substr(start, at_ - start));
    if (unit == nullptr) return false;
    int power = sign;
    if (at_ < text_.size() && text_[at_] == '^') {
      if (at_ + 1 >= text_.size() || text_[at_ + 1] < '1' || text_[at_ + 1] > '4') return false;
      power *= text_[at_ + 1] - '0';
      at_ += 2;
    }
    factor *= std::pow(unit->factor, power);
    for (std::size_t i = 0; i < powers.size(); ++i) powers[i] += power * unit->powers[i];
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool unit_factor(std::string_view unit, const Quantity& quantity, double& factor) {
  std::array<int, 4> powers;
  if (unit.size() > 40 || !UnitParser(unit).parse(factor, powers)) return false;
  if (quantity.any_unit) return true;
  const bool dimensionless = powers[0] == 0 && powers[1] == 0 && powers[2] == 0;
  for (std::size_t i = 0; i < 3; ++i)
    if (powers[i] != quantity.powers[i]) return false;
  return powers[3] == quantity.powers[3] || (powers[3] == 0 && !dimensionless);
}

std::string describe(const Quantity& quantity) {
  std::string text = quantity.what;
  if (*quantity.units != '\0') text += " (" + std::string(quantity.units) + ")";
  return text;
}

}  // namespace catena
