#include "catena/expressions/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check_points(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size())
    throw TableError(
        fmt::format("the table has {} places and {} values, expected one value per "
                    "place",
                    x.size(), y.size()));
  if (x.size() < 2)
    throw TableError(fmt::format("the table has {} points, expected at least 2", x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
      throw TableError(fmt::format("point {} of the table is ({}, {}), expected finite numbers",
                                   i + 1, x[i], y[i]));
    if (i > 0 && !(x[i] > x[i - 1]))
      throw TableError(
          fmt::format("points {} and {} of the table are at {} and {}, expected "
                      "strictly increasing places",
                      i, i + 1, x[i - 1], x[i]));
  }
}

// The mean of two secants, weighted for unequal intervals; zero where they differ in sign, and not
// more than three times the smaller one (Fritsch and Carlson 1980: then the cubic is monotone).
double limited_slope(double h0, double d0, double h1, double d1) {
  if (d0 * d1 <= 0.0) return 0.0;
  const double mean = (h0 * d1 + h1 * d0) / (h0 + h1);
  const double most = 3.0 * std::min(std::abs(d0), std::abs(d1));
  return std::copysign(std::min(std::abs(mean), most), d0);
}

}  // namespace

Table::Table(std::vector<double> x, std::vector<double> y, Interpolation interpolation, Range range)
    : x_(std::move(x)), y_(std::move(y)), interpolation_(interpolation), range_(range) {
  check_points(x_, y_);
  if (range_ == Range::Periodic && y_.front() != y_.back())
    throw TableError(
        fmt::format("the table is periodic, but its first value is {} and its last {}; "
                    "make them equal",
                    y_.front(), y_.back()));
  make_segments();
  make_pieces();
}

std::vector<double> Table::cubic_slopes() const {
  const std::size_t n = x_.size();
  std::vector<double> h(n - 1), d(n - 1), slopes(n);
  for (std::size_t i = 0; i + 1 < n; ++i)
    h[i] = x_[i + 1] - x_[i], d[i] = (y_[i + 1] - y_[i]) / h[i];
  for (std::size_t i = 1; i + 1 < n; ++i) slopes[i] = limited_slope(h[i - 1], d[i - 1], h[i], d[i]);
  slopes.front() = d.front(), slopes.back() = d.back();
  if (range_ == Range::Periodic)
    slopes.front() = slopes.back() = limited_slope(h.back(), d.back(), h.front(), d.front());
  return slopes;
}

void Table::make_segments() {
  const std::size_t n = x_.size();
  std::vector<double> slopes(n, 0.0);
  const bool cubic = interpolation_ == Interpolation::MonotoneCubic;
  if (cubic) slopes = cubic_slopes();
  const double outside = range_ == Range::Extend ? 1.0 : 0.0;
  double sum = 0.0;
  segments_.push_back({x_[0], y_[0], 0.0, 0.0, 0.0, 0.0});
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = x_[i + 1] - x_[i], secant = (y_[i + 1] - y_[i]) / h;
    Segment s{x_[i], y_[i], secant, 0.0, 0.0, sum};
    if (cubic) {
      s.b = slopes[i];
      s.c = (3.0 * secant - 2.0 * slopes[i] - slopes[i + 1]) / h;
      s.d = (slopes[i] + slopes[i + 1] - 2.0 * secant) / (h * h);
    }
    sum += h * (s.a + h * (s.b / 2.0 + h * (s.c / 3.0 + h * s.d / 4.0)));
    segments_.push_back(s);
  }
  segments_.front().b = outside * (cubic ? slopes.front() : segments_[1].b);
  const double last = cubic ? slopes.back() : segments_[n - 1].b;
  segments_.push_back({x_[n - 1], y_[n - 1], outside * last, 0.0, 0.0, sum});
}

// Whether another polynomial begins behind a segment.
bool Table::has_corner_behind(int segment) const {
  const auto s = static_cast<std::size_t>(segment), n = x_.size();
  if (interpolation_ == Interpolation::MonotoneCubic) return true;
  const bool wraps = range_ == Range::Periodic && s + 1 == n;
  return segments_[s].b != segments_[wraps ? 1 : s + 1].b;
}

void Table::make_pieces() {
  const int n = static_cast<int>(x_.size());
  const bool periodic = range_ == Range::Periodic;
  const int first = periodic ? 1 : 0, last = periodic ? n - 1 : n;
  Piece piece{first, first, periodic ? x_.front() : -infinity, 0.0};
  for (int s = first; s < last; ++s) {
    if (!has_corner_behind(s)) continue;
    piece.last = s, piece.upper = x_[static_cast<std::size_t>(s)];
    pieces_.push_back(piece);
    piece = {s + 1, s + 1, piece.upper, 0.0};
  }
  piece.last = last, piece.upper = periodic ? x_.back() : infinity;
  pieces_.push_back(piece);
  has_corners_ = pieces_.size() > 1 || (periodic && has_corner_behind(last));
}

// The period that x lies in; 0 where that cannot be counted.
int Table::turn_of(double x) const {
  const double turn = std::floor((x - x_.front()) / period());
  return std::abs(turn) < 1e9 ? static_cast<int>(turn) : 0;
}

Table::Place Table::find(double x) const {
  Place place;
  if (range_ == Range::Periodic) {
    place.turn = turn_of(x);
    x -= shift(place.turn);
  }
  const auto found = std::upper_bound(pieces_.begin(), pieces_.end() - 1, x,
                                      [](double at, const Piece& p) { return at < p.upper; });
  place.piece = static_cast<int>(found - pieces_.begin());
  return place;
}

Table::Place Table::next(Place place, int direction) const {
  place.piece += direction;
  const int count = static_cast<int>(pieces_.size());
  if (place.piece < 0) place = {count - 1, place.turn - 1};
  if (place.piece >= count) place = {0, place.turn + 1};
  return place;
}

double Table::lower(Place place) const {
  return pieces_[static_cast<std::size_t>(place.piece)].lower + shift(place.turn);
}

double Table::upper(Place place) const {
  return pieces_[static_cast<std::size_t>(place.piece)].upper + shift(place.turn);
}

// Beyond the ends of the piece, its first or last segment goes on. A periodic table without corners
// has one piece, which repeats itself.
Table::Local Table::local(Place place, double x) const {
  if (!has_corners_ && range_ == Range::Periodic) place.turn = turn_of(x);
  x -= shift(place.turn);
  const Piece& piece = pieces_[static_cast<std::size_t>(place.piece)];
  const auto begin = segments_.begin();
  const auto found = std::upper_bound(begin + piece.first + 1, begin + piece.last + 1, x,
                                      [](double at, const Segment& s) { return at < s.origin; });
  const auto segment = found - 1;
  return {*segment, x - segment->origin, static_cast<double>(place.turn)};
}

double Table::value(Place place, double x) const {
  const auto [s, u, turns] = local(place, x);
  return s.a + u * (s.b + u * (s.c + u * s.d));
}

double Table::slope(Place place, double x) const {
  const auto [s, u, turns] = local(place, x);
  return s.b + u * (2.0 * s.c + 3.0 * s.d * u);
}

double Table::bend(Place place, double x) const {
  const auto [s, u, turns] = local(place, x);
  return 2.0 * s.c + 6.0 * s.d * u;
}

Table::Place Table::place(double number) const {
  const auto count = static_cast<double>(pieces_.size());
  const double turn = range_ == Range::Periodic ? std::floor(number / count) : 0.0;
  const double piece = std::clamp(number - turn * count, 0.0, count - 1.0);
  return {static_cast<int>(piece), static_cast<int>(turn)};
}

double Table::integral(Place place, double x) const {
  const auto [s, u, turns] = local(place, x);
  const double of_periods = range_ == Range::Periodic ? turns * segments_.back().before : 0.0;
  return of_periods + s.before + u * (s.a + u * (s.b / 2.0 + u * (s.c / 3.0 + u * s.d / 4.0)));
}

}  // namespace catena
