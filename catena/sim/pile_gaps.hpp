#pragma once
// Puts positions of contacts between many free bodies back: row after row, each by the shortest way
// in the metric of the mass matrix, until none is off by more than it may be (Kaczmarz's method).
// What is where it belongs, and what it rests on, is not looked at.

#include <vector>

#include "catena/sim/pile_bodies.hpp"

namespace catena {

struct PileGap {
  int a = 0, b = 0;       // numbers of bodies
  bool draws = false;     // it is closed: a gap is closed, too
  bool anchored = false;  // it sticks
  Vec3<double> n, off;    // normal, and how far the anchor of a is from that of b along the surface
  Vec3<double> p;         // where, in the world
  Vec3<double> arm_a = {}, arm_b = {};  // from the mass centres; set by PileGaps
  double gap = 0.0;
};

class PileGaps {
 public:
  explicit PileGaps(PileBodies& bodies) : bodies_(bodies) {}

  void clear() { gaps_.clear(); }
  void add(const PileGap& gap) { gaps_.push_back(gap); }
  // Moves the bodies of a state so that gaps are within half of the tolerance where they can be.
  // Returns how many rows were put back. Bodies that are moved do not stay where they were.
  long close(double tolerance, State& state);

 private:
  struct Way {
    Vec3<double> way = Vec3<double>::zero(), turn = Vec3<double>::zero();
    Sym3<double> inverse = Sym3<double>::zero();
    Vec3<double> centre = Vec3<double>::zero();
    int changed = -1;  // the last change
  };

  double own(const PileGap& gap, const Vec3<double>& e) const;
  Vec3<double> moved(const PileGap& gap) const;
  void push(const PileGap& gap, const Vec3<double>& e, double by);
  bool put_back(const PileGap& gap, double least, double most);

  PileBodies& bodies_;
  std::vector<PileGap> gaps_;
  std::vector<Way> ways_;
  std::vector<int> seen_;
  int changes_ = 0;
};

}  // namespace catena
