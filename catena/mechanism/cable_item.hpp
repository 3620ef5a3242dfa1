#pragma once
// Cables over points and pulleys, or of involute joints.

#include "catena/cables/cable.hpp"
#include "catena/mechanism/items.hpp"

namespace catena {

struct CableStopItem {
  Place place = {};
  double radius = 0.0;                       // m; 0: a point
  std::optional<Eigen::Vector3d> axis = {};  // in the axes there; z if not given
  int sense = 1;                             // +1 right, -1 left
  bool grips = false;
  double friction = 0.0;
  std::string turn = {};  // joint or coordinate that counts its turns

  friend bool operator==(const CableStopItem&, const CableStopItem&) = default;
};

struct CableItem : Item {
  static constexpr const char* kind = "cable";
  std::vector<CableStopItem> route = {};
  std::string joint = {};                        // instead of a route
  double youngs_modulus = 0.0;                   // Pa
  std::optional<double> radius = {}, area = {};  // of the cross-section, m or m^2; one of them
  double damping = 0.0, smoothing = 0.0;         // Pa s, strain
  std::optional<double> tension = {}, rest_length = {};  // at the start, N or m; at most one
  std::string let_out = {};                              // formula of t, m
  Callback<Cable::LetOut(double t)> winch = {};          // instead of it

  friend bool operator==(const CableItem&, const CableItem&) = default;
};

}  // namespace catena
