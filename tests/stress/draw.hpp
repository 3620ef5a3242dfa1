#pragma once
// Random numbers that are the same on all machines, as they stand in scenario files: plain, or with
// one of their units.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

namespace catena::stress {

class Draw {
 public:
  explicit Draw(std::uint64_t number) : random_(number) {}

  double real(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(random_() >> 11), -53);
  }
  // Evenly over the powers of ten.
  double scale(double low, double high) {
    return std::pow(10.0, real(std::log10(low), std::log10(high)));
  }
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  bool chance(double share) { return real(0.0, 1.0) < share; }
  std::string_view one_of(std::initializer_list<std::string_view> texts) {
    return texts.begin()[pick(static_cast<int>(texts.size()))];
  }

  // ---- Numbers as text
  static std::string plain(double x) { return fmt::format("{:.6g}", x); }
  std::string length(double x) { return with_unit(x, {{{"m", 1.0}, {"mm", 1e3}, {"cm", 1e2}}}); }
  std::string angle(double x) {
    return with_unit(x, {{{"rad", 1.0}, {"deg", 57.29577951308232}, {"rad", 1.0}}});
  }
  std::string mass(double x) { return with_unit(x, {{{"kg", 1.0}, {"g", 1e3}, {"kg", 1.0}}}); }
  std::string time(double x) { return with_unit(x, {{{"s", 1.0}, {"ms", 1e3}, {"s", 1.0}}}); }
  std::string number(double low, double high) { return plain(real(low, high)); }
  std::string vector(double low, double high, int count = 3) {
    std::string text = "[";
    for (int i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + number(low, high);
    return text + "]";
  }

 private:
  struct Unit {
    const char* name;
    double per_si;
  };
  std::string with_unit(double x, const std::array<Unit, 3>& units) {
    const int choice = pick(6);
    if (choice >= 3) return plain(x);
    const Unit& unit = units[static_cast<std::size_t>(choice)];
    return fmt::format("{} {}", plain(x * unit.per_si), unit.name);
  }

  std::mt19937_64 random_;
};

}  // namespace catena::stress
