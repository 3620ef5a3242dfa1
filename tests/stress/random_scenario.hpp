#pragma once
// Random but sensible scenarios of every element that descriptions know: trees, loops, stops,
// contacts, cables, springs, drives, controllers, changes, integrators and methods of contact, with
// masses and units as they come. One number gives one scenario, always the same.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/stress/draw.hpp"

namespace catena::stress {

// A body with the joint that it is the child of. All joints start at zero, where nothing is turned.
struct RandomBody {
  std::string name, joint, kind;
  int tree = 0;
  int parent = -1;                         // of the same tree; -1: the world
  std::array<double, 3> at{}, half{};      // m: where it starts, and half the sides of its box
  std::vector<std::string> coordinates{};  // of joints that are moved by numbers; else empty
  bool is_taken = false;                   // the joint is driven, prescribed or cut already
  double travel = 1.0;                     // rad or m: how far its stops are away
};

class RandomScenario {
 public:
  explicit RandomScenario(std::uint64_t number);

  // The scenario as YAML.
  std::string text() const;

 private:
  using Lists = std::map<std::string, std::vector<std::string>>;

  void choose_run();
  // Trees and joints.
  void add_trees();
  void add_tree(int tree);
  std::string joint_kind(bool is_root, bool planar);
  void add_body(int tree, int parent, bool planar);
  std::string joint_properties(RandomBody& body);
  void start(const RandomBody& body);
  void add_ball_that_rolls();
  void add_pulley();
  void use_library();
  // What closes loops.
  void add_loops();
  void close_tree(int tree);
  void couple(int tree);
  // What acts between bodies.
  void add_elements();
  void add_cable();
  void add_point_spring();
  void add_bushing();
  void add_torsion_spring();
  void add_string();
  void add_coupled_spring();
  // Contacts.
  void add_contacts();
  std::string friction();
  void add_contact_with_ground(const RandomBody& body);
  void add_contact_of_balls();
  void add_face();
  // Drives and changes.
  void add_drives();
  void add_motor(RandomBody& body);
  std::string effort_formula(const RandomBody& body);
  void add_controller(RandomBody& body);
  void add_prescribed(RandomBody& body);
  void add_changes();

  // ---- Helpers
  RandomBody& any_body();
  RandomBody* any_hinge();  // a joint with one coordinate that is not taken; null: none
  double stiffness();       // N/m: what the lightest body feels as 2 to 40 rad/s
  double link() const { return 0.25; }
  std::string place(const RandomBody& body);
  static double distance(const std::array<double, 3>& a, const std::array<double, 3>& b);

  Draw draw_;
  std::vector<RandomBody> bodies_;
  Lists model_, top_;
  std::vector<std::string> initial_;
  std::string library_, gravity_, run_;
  double mass_, lightest_, most_ratio_, duration_ = 0.3, start_time_ = 0.0;
  bool has_ground_ = false, has_loops_ = false, by_events_ = false;
  int count_ = 0;  // of names
};

}  // namespace catena::stress
