// Of the document: Carvalho 2007, Table 5-IV, 3 N m s/rad on every coordinate.
//
// Physiological: ranges of motion are those of the American Academy of Orthopaedic Surgeons 1965.
// Stiffness of the wrist: Delp, Grierson & Buchanan 1996 (J. Biomech. 29, 1371-1375) measured
// passive moments of 0.5 N m and 1.2 N m in 90 degrees of flexion and extension, and of 0.9 N m in
// full ulnar deviation. Stiffness and rest of the knuckles: the mean of the healthy of Shi et al.
// 2020 (Front. Bioeng. Biotechnol. 8, 592637), 0.039 N m/rad and 47 degrees. Other finger joints
// are taken to be as stiff, since no measurement is known to us, and rest in the middle third of
// their range. Damping is 0.1 s times the stiffness, about critical for what hangs on the joint.

#include "catena/library/hand_tissue.hpp"

#include <numbers>

#include "catena/math/index.hpp"

namespace catena {

using std::numbers::pi;

namespace {

using Tissues = std::array<JointTissue, hand_joints>;

constexpr double document_damping = 3.0;

constexpr JointTissue document_knuckle(double flexion) {
  return {{2, 0, 0, flexion},
          {},
          {-pi / 10, 0},
          {pi / 10, pi / 2},
          {document_damping, document_damping}};
}
constexpr JointTissue document_hinge(double stiffness, double rest, double lower = 0) {
  return {{stiffness}, {rest}, {lower}, {pi / 2}, {document_damping}};
}
// Joint 12 rests below its lower limit; that is how Table 5-IV has it.
constexpr Tissues document_tissue{{
    {{2, -4, 0, 2},
     {pi / 32, 0},
     {-pi / 10, 0},
     {pi / 4, pi / 2},
     {document_damping, document_damping}},
    document_knuckle(5),
    document_knuckle(1),
    document_knuckle(1),
    document_knuckle(1),
    document_hinge(1, pi / 4),
    document_hinge(1, 0),
    document_hinge(1, 0),
    document_hinge(1, 0),
    document_hinge(1, 0),
    document_hinge(2, pi / 3),
    document_hinge(1, pi / 6, pi / 4),
    document_hinge(1, 0),
    document_hinge(1, 0),
    document_hinge(1, 0),
    document_hinge(1, 0),
    document_hinge(1, 0),
}};

constexpr double hand_degree = pi / 180.0, relaxation = 0.1;  // s
constexpr double wrist_deviation = 0.9 / (30 * hand_degree);
constexpr double wrist_flexion = 0.5 * (0.5 + 1.2) / (90 * hand_degree);
constexpr double finger_stiffness = 0.039;

constexpr JointTissue two_axes(double sideways, double flexion, JointTissue::Pair rest,
                               JointTissue::Pair lower, JointTissue::Pair upper) {
  return {{sideways, 0, 0, flexion},
          {rest[0] * hand_degree, rest[1] * hand_degree},
          {lower[0] * hand_degree, lower[1] * hand_degree},
          {upper[0] * hand_degree, upper[1] * hand_degree},
          {relaxation * sideways, relaxation * flexion}};
}
constexpr JointTissue one_axis(double rest, double lower, double upper) {
  return {{finger_stiffness},
          {rest * hand_degree},
          {lower * hand_degree},
          {upper * hand_degree},
          {relaxation * finger_stiffness}};
}
constexpr JointTissue hand_wrist =
    two_axes(wrist_deviation, wrist_flexion, {0, 0}, {-30, -70}, {20, 80});
constexpr JointTissue hand_knuckle =
    two_axes(finger_stiffness, finger_stiffness, {0, 47}, {-20, -45}, {20, 90});
constexpr JointTissue middle_joint = one_axis(40, 0, 100), end_joint = one_axis(30, 0, 90);
constexpr JointTissue thumb_spreads = one_axis(35, 0, 70), thumb_lowers = one_axis(30, 0, 70);
constexpr JointTissue thumb_knuckle = one_axis(20, 0, 50), thumb_end = one_axis(20, -20, 80);
constexpr Tissues measured_tissue{{
    hand_wrist,
    hand_knuckle,
    hand_knuckle,
    hand_knuckle,
    hand_knuckle,
    thumb_spreads,
    middle_joint,
    middle_joint,
    middle_joint,
    middle_joint,
    thumb_lowers,
    thumb_knuckle,
    end_joint,
    end_joint,
    end_joint,
    end_joint,
    thumb_end,
}};

constexpr Tissues no_tissue{};

// Index, middle, ring, little: neighbours that lie side by side do not overlap.
constexpr std::array<double, 4> finger_radii = {0.0090, 0.0088, 0.0084, 0.0077};
constexpr double document_radius = 0.009, thumb_radius = 0.011;

}  // namespace

const JointTissue& tissue_of_joint(HandTissue tissue, int joint) {
  const Tissues& all = tissue == HandTissue::Document        ? document_tissue
                       : tissue == HandTissue::Physiological ? measured_tissue
                                                             : no_tissue;
  return all[to_index(joint)];
}

double radius_of_bone(HandTissue tissue, int joint) {
  constexpr std::array<int, 3> first_of_row = {1, 6, 12};
  const bool on_thumb = joint == 5 || joint == 10 || joint == 11 || joint == 16;
  if (on_thumb) return thumb_radius;
  if (tissue == HandTissue::Document || joint == 0) return document_radius;
  const int row = joint < first_of_row[1] ? 0 : joint < first_of_row[2] ? 1 : 2;
  return finger_radii[to_index(joint - first_of_row[to_index(row)])];
}

}  // namespace catena
