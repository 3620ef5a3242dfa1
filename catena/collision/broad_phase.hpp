#pragma once
// Which pairs of solids may touch during the next step.

#include <cstdint>
#include <vector>

#include "catena/collision/box_tree.hpp"

namespace catena {

struct CandidatePair {
  int a = 0, b = 0;  // numbers of solids, a < b

  friend bool operator==(const CandidatePair&, const CandidatePair&) = default;
  friend auto operator<=>(const CandidatePair&, const CandidatePair&) = default;
};

// Solids have numbers from 0 on. Those that move, and those that do not, stand in a tree each. A
// box is fattened when it is put into its tree, so that a slow solid stays where it is for many
// steps. Half-spaces stand apart: each is compared with all that move.
//
// Pairs stay until their fat boxes part and are in order of their numbers, so that what is made of
// them does not depend on how they were found.
class BroadPhase {
 public:
  explicit BroadPhase(double margin = 1e-4) : margin_(margin) {}

  // `box` holds the solid during the whole step: where it is and where it goes to.
  int add(const BoundingBox& box, bool moves);
  // The half-space n . p <= offset.
  int add_half_space(const Vec3<double>& n, double offset);
  void remove(int solid);

  // A new box. `motion` is how far the solid moves in a step, along each axis: boxes reach some
  // steps ahead, and a tenth of their size beyond, so that most moves change no tree.
  void move(int solid, const BoundingBox& box, const Vec3<double>& motion);

  // Pairs whose fat boxes overlap, a half-space with each solid that is near it. Two solids of
  // which neither moves are no pair.
  const std::vector<CandidatePair>& update();
  // Whether the boxes of a pair, as they were given, are within the margin of each other: the cheap
  // question to ask before that for the distance.
  bool meet(const CandidatePair& pair) const;
  const std::vector<CandidatePair>& pairs() const { return pairs_; }

 private:
  enum class Kind : std::uint8_t { None, Moving, Fixed, HalfSpace };
  struct Solid {
    Kind kind = Kind::None;
    bool changed = false;
    int leaf = -1;
    BoundingBox box = {};
    Vec3<double> n{0, 0, 1};
    double offset = 0.0;
  };

  const BoundingBox& fat_box(const Solid& s) const;
  bool near(const CandidatePair& pair) const;
  bool near_half_space(const Solid& half_space, const BoundingBox& box) const;
  void find_pairs_of(int solid);

  double margin_;
  std::vector<Solid> solids_;
  std::vector<int> changed_, half_spaces_, stack_;
  BoxTree moving_, fixed_;
  std::vector<CandidatePair> pairs_, found_, merged_;
};

}  // namespace catena
