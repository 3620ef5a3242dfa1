#pragma once
// How pictures and films of a run are taken: when, from where, and what they show.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "catena/mechanism/items.hpp"

namespace catena {

// What is not given is chosen by whoever draws.
struct PictureItem {
  std::optional<double> time = {};                 // the moment of a picture, s
  std::vector<double> phases = {};                 // further moments in the same picture, s
  std::string view = {};                           // front, side, top or iso
  std::optional<std::array<double, 3>> from = {};  // direction from which one looks, instead
  double zoom = 1.0;                               // 2: twice as large as what just fits
  std::vector<std::string> around = {};  // bodies that the picture must hold; all if empty
  std::vector<std::string> layers = {};  // what is shown besides: forces, -grid ...
  std::vector<std::string> trails = {};  // bodies and frames that leave a line
  std::array<std::optional<double>, 2> film = {};  // first and last moment of a film, s
  std::optional<double> speed = {};                // of a film: simulated time over its time
  Said said = {};

  friend bool operator==(const PictureItem&, const PictureItem&) = default;
};

}  // namespace catena
