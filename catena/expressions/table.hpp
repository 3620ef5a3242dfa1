#pragma once
// A function of one number that is given by points: values, slopes and exact integrals.

#include <stdexcept>
#include <string>
#include <vector>

namespace catena {

// Points that make no table; the message says what was found where, and what was expected.
class TableError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// Large because formulas, springs and descriptions each ask for a few of its readers.
class Table {
 public:
  // Linear: straight lines. MonotoneCubic: cubic pieces with continuous slope that rise and fall as
  // the points do (Fritsch and Carlson 1980).
  enum class Interpolation { Linear, MonotoneCubic };
  // Beyond the points: Clamp: the value of the last point. Extend: a straight line with the slope
  // there. Periodic: the table repeats itself; its last value must be its first.
  enum class Range { Clamp, Extend, Periodic };

  // Zero everywhere.
  Table() : Table({0.0, 1.0}, {0.0, 0.0}) {}
  // At least two points, x strictly increasing, all finite. Throws TableError.
  Table(std::vector<double> x, std::vector<double> y,
        Interpolation interpolation = Interpolation::Linear, Range range = Range::Extend);

  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  Interpolation interpolation() const { return interpolation_; }
  Range range() const { return range_; }
  double period() const { return x_.back() - x_.front(); }

  double value(double x) const { return value(find(x), x); }
  double slope(double x) const { return slope(find(x), x); }
  // From the first point to x; from one x to another.
  double integral(double x) const { return integral(find(x), x); }
  double integral(double from, double to) const { return integral(to) - integral(from); }

  // ---- Pieces: where the table is one polynomial. Integrators end their steps at the ends of
  // pieces; up to there, and beyond it at trial states, a piece goes on smoothly.
  struct Piece {
    int first, last;      // segments: 0 lies before the first point
    double lower, upper;  // may be infinite; of a periodic table in its first period
  };
  struct Place {
    int piece = 0;
    int turn = 0;  // of a periodic table: how many periods on
    friend bool operator==(const Place&, const Place&) = default;
  };
  const std::vector<Piece>& pieces() const { return pieces_; }
  // Whether x can leave a piece.
  bool has_corners() const { return has_corners_; }
  Place find(double x) const;
  // The piece below, or above.
  Place next(Place place, int direction) const;
  // The ends of a piece.
  double lower(Place place) const;
  double upper(Place place) const;
  double value(Place place, double x) const;
  double slope(Place place, double x) const;
  double bend(Place place, double x) const;  // the second derivative
  double integral(Place place, double x) const;
  // Places in a row, those of all periods one after the other.
  double number(Place place) const {
    return static_cast<double>(pieces_.size()) * place.turn + place.piece;
  }
  Place place(double number) const;

  friend bool operator==(const Table& a, const Table& b) {
    return a.x_ == b.x_ && a.y_ == b.y_ && a.interpolation_ == b.interpolation_ &&
           a.range_ == b.range_;
  }

 private:
  // y = a + b u + c u^2 + d u^3, u = x - origin; `before` is the integral up to its origin.
  struct Segment {
    double origin, a, b, c, d, before;
  };
  struct Local {
    const Segment& segment;
    double u;
    double turns;
  };
  std::vector<double> cubic_slopes() const;
  void make_segments();
  void make_pieces();
  bool has_corner_behind(int segment) const;
  int turn_of(double x) const;
  double shift(int turn) const { return range_ == Range::Periodic ? turn * period() : 0.0; }
  Local local(Place place, double x) const;

  std::vector<double> x_, y_;
  Interpolation interpolation_;
  Range range_;
  std::vector<Segment> segments_;  // before the first point, between points, behind the last
  std::vector<Piece> pieces_;
  bool has_corners_ = false;
};

}  // namespace catena
