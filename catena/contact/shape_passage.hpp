#pragma once
// Whether shapes go through each other within a time step. What is fast, or turns fast, may be on
// the other side of a thin plate at the end of a step, where nothing overlaps any more.

#include <functional>

#include "catena/contact/shape_contacts.hpp"

namespace catena {

class ShapePassage {
 public:
  // How bodies stand at a fraction of the step, 0 to 1.
  using LookAt = std::function<Look(double part)>;

  // After ShapeContacts::find(): a step of h seconds from there to `end`.
  ShapePassage(const ShapeContacts& shapes, const Look& end, double h, const LookAt& inside)
      : shapes_(shapes), end_(end), h_(h), inside_(inside) {}

  // Whether shapes of any pair that was near at the beginning overlap on the way by a notable part
  // of their thickness. Pairs that move by less than their thickness are not looked at.
  bool any();

 private:
  struct Span {  // of the way of a pair
    double from, to, apart_from, apart_to;
  };
  double way_of(int shape) const;
  double turn_of(int shape) const;
  Transform<double> pose(int shape, const Look& look) const;
  Distance distance(const ShapeContacts::Near& near, const Transform<double>& X_WA,
                    const Transform<double>& X_WB);
  bool passes(const ShapeContacts::Near& near);
  bool passes(const ShapeContacts::Near& near, const Span& span);

  const ShapeContacts& shapes_;
  const Look& end_;
  double h_;
  const LookAt& inside_;
  double way_ = 0.0, thickness_ = 0.0;  // of the present pair, m
  PairCache cache_;
};

}  // namespace catena
