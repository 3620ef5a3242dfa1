#pragma once
// Mechanisms that need no file: for tests, benchmarks, examples and first steps. z is up.

#include <Eigen/Core>
#include <optional>
#include <string_view>

#include "catena/model/model_builder.hpp"

namespace catena {

// Chains of uniform cylinders, 1 m long, 0.05 m in radius, 1 kg; at q = 0 they stand straight up.
// Joint i is "joint<i>" and carries "link<i>", counted from 1. planar_chain() turns about y only;
// chain() about x and y in turn, so that it moves in space.
Model chain(int links);
Model planar_chain(int links);
Model double_pendulum();  // planar_chain(2)

// A table-mounted arm with seven hinges about z, y, z, y, z, y, z: shoulder, elbow and wrist.
Model arm();

// A trunk on a free joint and four legs of three hinges: LF, RF, LH, RH with HAA (x), HFE and KFE
// (y).
Model quadruped();

// A human body on a free joint with 29 hinges, 75 kg and 1.75 m tall.
Model humanoid();

// The human hand of Carvalho 2007, sec. 5.4: 17 joints, 22 degrees of freedom, palm down.
enum class HandTissue {
  Document,       // Table 5-IV and 3 N m s/rad; the wrist's spring matrix is not symmetric
  Physiological,  // values measured on people (hand_tissue.cpp)
  None,           // neither springs nor dampers nor limits
};
struct HandOptions {
  HandTissue tissue = HandTissue::Physiological;
  bool springs = true, limits = true;  // of the tissue
  std::optional<double> damping = {};  // N m s/rad, on every coordinate, instead of the tissue's
};
Model hand(const HandOptions& options = {});

// The human figures of Nakamura & Yamane 2000, 75 kg and 1.75 m, on a free joint "base". Flexion
// of elbows and knees is positive.
struct FigureOptions {
  bool limits = true;    // elbows and knees flex from 0 to 150 degrees; balls have no limits
  double damping = 0.0;  // N m s/rad, on every coordinate but those of the base
};
// Fig. 16: 17 links; 12 spherical joints and 4 hinges with 40 degrees of freedom.
Model human_figure(const FigureOptions& options = {});
// Fig. 19: a rigid trunk, arms and legs with 4 degrees of freedom each. Frames left_hand (where it
// holds a bar), left_foot (on the sole), left_thigh_seat (under the thigh), and right_ likewise.
Model gymnast(const FigureOptions& options = {});

// The same by name ("chain", "hand" ...), before build(). `links` is for chains, `hand_options` for
// the hand, `figure_options` for human_figure and gymnast. Throws ModelError for a name that does
// not exist.
ModelBuilder builtin_builder(std::string_view name, int links = 2,
                             const HandOptions& hand_options = {},
                             const FigureOptions& figure_options = {});

// The configuration of Table 5-III, where its simulations start.
Eigen::VectorXd hand_start(const Model& hand);

}  // namespace catena
