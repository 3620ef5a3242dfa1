#pragma once
// Random scenes of shapes that fall onto each other: primitives, hulls, meshes, and meshes with the
// faults that files have.

#include <random>
#include <string>

#include "tests/touching/free_scene.hpp"

namespace catena {

class RandomScene {
 public:
  explicit RandomScene(unsigned number);

  // Bodies above a floor, each turned and spinning.
  FreeScene make();
  // Its bodies and its floor, for messages.
  const std::string& words() const { return words_; }

  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Vec3<double> vector(double size) {
    return {number(-size, size), number(-size, size), number(-size, size)};
  }
  // A shape of this size, m, and a word for it.
  BodyShape primitive(double size);
  BodyShape hull(double size);
  BodyShape mesh(double size);
  BodyShape degenerate_mesh(double size);

 private:
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  BodyShape shape(double size);
  void add_floor(FreeScene& scene);

  std::mt19937 random_;
  std::string words_;
};

// What fits the shape also where its surface bounds no volume: that of a box around it.
Inertia<double> inertia_of_any(const BodyShape& shape, double mass);

}  // namespace catena
