// Masses, mass centres and radii of gyration of men in de Leva 1996 ("Adjustments to Zatsiorsky-
// Seluyanov's segment inertia parameters", J. Biomech. 29, 1223-1230, table 4). Their principal
// axes are taken to be those of the segment: sagittal x, transverse y, longitudinal z. The shapes
// with which a segment touches are plain ones; looks.hpp has those that are drawn.

#include "catena/library/human_segments.hpp"

#include <numbers>

#include "catena/library/builtin_parts.hpp"
#include "catena/library/looks.hpp"

namespace catena::human {

namespace {

// One row of the table, in per cent: mass of the body's; the rest of the segment's length.
struct Row {
  double length;  // m
  double mass;
  double com;  // distance from the upper end (of the foot: from the heel)
  double sagittal, transverse, longitudinal;  // radii of gyration
};
constexpr Row lower_trunk{pelvis_length, 11.17, 61.15, 61.5, 55.1, 58.7};
constexpr Row middle_trunk{abdomen_length, 16.33, 45.02, 48.2, 38.3, 46.8};
constexpr Row upper_trunk{chest_length, 15.96, 50.66, 50.5, 32.0, 46.5};  // up to the cervicale
constexpr Row head_and_neck{neck_length + head_length, 6.94, 50.02, 30.3, 31.5, 26.1};
constexpr Row upper_arm_row{upper_arm_length, 2.71, 57.72, 28.5, 26.9, 15.8};
constexpr Row forearm_row{forearm_length, 1.62, 45.74, 27.6, 26.5, 12.1};
constexpr Row hand_row{hand_length, 0.61, 36.24, 28.8, 23.5, 18.4};  // with the fingers
constexpr Row thigh_row{thigh_length, 14.16, 40.95, 32.9, 32.9, 14.9};
constexpr Row shank_row{shank_length, 4.33, 44.59, 25.5, 24.9, 10.3};  // to the lateral malleolus
constexpr Row foot_row{foot_length, 1.37, 44.15, 25.7, 24.5, 12.4};

constexpr double neck_radius = 0.06, tissue_density = 1050.0;
// The ankle stands above a quarter of the foot's length.
constexpr double heel_distance = 0.25 * foot_length;

double moment_of_inertia(const Row& row, double radius_percent) {
  const double radius = 0.01 * radius_percent * row.length;
  return 0.01 * row.mass * body_mass * radius * radius;
}

// A segment along z whose upper end is at height `top`.
Inertia<double> upright(const Row& row, double top) {
  return inertia_about_com(0.01 * row.mass * body_mass, {0, 0, top - 0.01 * row.com * row.length},
                           Sym3<double>::diagonal(moment_of_inertia(row, row.sagittal),
                                                  moment_of_inertia(row, row.transverse),
                                                  moment_of_inertia(row, row.longitudinal)));
}

// The shape that touches, and then those that are drawn.
std::vector<BodyShape> both(BodyShape touching, looks::Shapes drawn) {
  touching.color = looks::skin;
  touching.drawn = false;
  drawn.insert(drawn.begin(), touching);
  return drawn;
}

Piece box_on_spine(const Row& row, double depth, double breadth, looks::Shapes look) {
  const double length = row.length;
  return {upright(row, length),
          both(box_shape({depth, breadth, length}, Transform<double>::at({0, 0, length / 2})),
               std::move(look))};
}

Piece limb(const Row& row, double radius, looks::Shapes look) {
  return {upright(row, 0.0), both(bone_shape(radius, {0, 0, -row.length}), std::move(look))};
}

// A uniform cylinder, as the table has the neck only together with the head. Sign -1 takes it away.
Inertia<double> neck_inertia(double sign) {
  const double volume = std::numbers::pi * neck_radius * neck_radius * neck_length;
  return rod(sign * tissue_density * volume, neck_radius, {0, 0, neck_length});
}

}  // namespace

Piece pelvis() {
  return box_on_spine(lower_trunk, 0.19, 0.31, looks::pelvis());
}
Piece abdomen() {
  return box_on_spine(middle_trunk, 0.19, 0.29, looks::abdomen());
}
Piece chest() {
  return box_on_spine(upper_trunk, 0.2, 0.29, looks::chest());
}

Piece neck() {
  return {neck_inertia(1.0), both(rod_shape(neck_radius, {0, 0, neck_length}), looks::neck())};
}

// What the neck leaves of the table's head, so that both together are as published.
Piece head() {
  const Inertia<double> whole = upright(head_and_neck, neck_length + head_length);
  return {Transform<double>::at({0, 0, -neck_length}) * (whole + neck_inertia(-1.0)),
          both(bone_shape(0.08, {0, 0, head_length}), looks::head())};
}

Piece upper_arm() {
  return limb(upper_arm_row, 0.046, looks::upper_arm());
}
Piece forearm() {
  return limb(forearm_row, 0.037, looks::forearm());
}
Piece hand(double side) {
  return {upright(hand_row, 0.0), both(box_shape({0.03, 0.085, hand_length},
                                                 Transform<double>::at({0, 0, -hand_length / 2})),
                                       looks::hand(side))};
}
Piece thigh() {
  return limb(thigh_row, thigh_radius, looks::thigh());
}
Piece shank() {
  return limb(shank_row, 0.049, looks::shank());
}

// The foot's long axis is x, and its sagittal axis, which is x in a foot that continues the shank,
// is z. The height of its mass centre is not in the table: half the ankle's.
Piece foot() {
  const double middle_z = -ankle_height / 2;
  const Vec3<double> com = {0.01 * foot_row.com * foot_length - heel_distance, 0, middle_z};
  const Vec3<double> middle = {foot_length / 2 - heel_distance, 0, middle_z};
  return {
      inertia_about_com(0.01 * foot_row.mass * body_mass, com,
                        Sym3<double>::diagonal(moment_of_inertia(foot_row, foot_row.longitudinal),
                                               moment_of_inertia(foot_row, foot_row.transverse),
                                               moment_of_inertia(foot_row, foot_row.sagittal))),
      both(box_shape({foot_length, 0.09, ankle_height}, Transform<double>::at(middle)),
           looks::foot())};
}

Piece joined(Piece base, const Piece& other, const Vec3<double>& at) {
  const Transform<double> place = Transform<double>::at(at);
  base.inertia += place * other.inertia;
  for (BodyShape shape : other.shapes) {
    shape.X_BS = place * shape.X_BS;
    base.shapes.push_back(shape);
  }
  return base;
}

}  // namespace catena::human
