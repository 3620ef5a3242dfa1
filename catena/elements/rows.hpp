#pragma once
// What one-sided and bounded elements (stops with dry friction, contacts, strings) offer to the
// common decision and the common impact: rows of velocities, in blocks with a law. Plain data.

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "catena/response/response.hpp"
#include "catena/solvers/contact_law.hpp"

namespace catena {

// A velocity u = J v: of a coordinate, or of body a against body b.
struct Row {
  int dof = -1;  // of a coordinate; -1: between bodies
  // A unit of the row's force: on the nodes of both bodies, in their axes about their origins.
  NodeWrench on_a = {0, Force<double>::zero()}, on_b = {0, Force<double>::zero()};
  // Where it acts and along which axis, in the world.
  Vec3<double> point = Vec3<double>::zero(), axis = Vec3<double>::zero();
  Vec3<double> turn = Vec3<double>::zero();  // about which axis it is a moment
  double velocity = 0.0;
  double drive = 0.0;   // what is taken off J v: how fast a surface moves past its body
  double target = 0.0;  // J a = target keeps the velocity as it is
  double force = 0.0;   // of the last time step, to begin with
};

enum class Law {
  Bounded,       // one row; lower <= x <= upper
  Cone,          // normal and rows of friction; x_n >= 0, |x_t| <= friction x_n
  TwoSidedCone,  // likewise with x_n of either sign
  Sliding,       // as a cone; x_t = -side friction x_n slide hangs on x_n, which has bounds
};

// Friction that holds with more than it slides with: coefficients of a cone, impulses of a bounded
// row. Sliding slower than `slow` counts as holding.
struct TwoFrictions {
  double holds = 0.0, slides = 0.0;
  double slow = 0.0;
  bool differ() const { return holds > slides; }
};

// The rows of one element, and the law between their forces and velocities.
struct Block {
  int group = 0, item = 0;
  Law law = Law::Bounded;
  Eigen::Index row = 0;  // first one
  double lower = 0.0, upper = std::numeric_limits<double>::infinity();
  double friction = 0.0;
  // Of a cone: how many rows that limit holds for (two tangents, or these and the spin about the
  // normal), and whether two moments of rolling follow with |x_r| <= rolling x_n.
  int slide_rows = 2, roll_rows = 0;
  double rolling = 0.0;  // m
  // Of Sliding: direction along the rows of friction. Of a decision where it rolls: that of the
  // moments, which then hang on the normal force likewise; zero: they may hold.
  Eigen::Vector3d slide = Eigen::Vector3d::Zero();
  Eigen::Vector2d roll = Eigen::Vector2d::Zero();
  int side = 1;            // of Sliding and two-sided: sign of the normal force
  bool two_sided = false;  // kept from both sides
  bool side_is_known = false;
  bool was_held = false;
  bool shares_limit = false;  // of friction, with others: corners of a face
  // Of an impact:
  double restitution = 0.0;
  double rest_speed = 0.0;   // rebounds slower than this, m/s, are none
  bool stays = false;        // comes to rest whatever restitution wants
  double target = 0.0;       // the velocity that restitution wants of a coordinate
  double sign = 1.0;         // of the row: velocities away from the stop count as positive
  Eigen::Index unknown = 0;  // of a decision: the first one
  // Of a time step:
  double bias = 0.0;            // added to the velocity along the first row, m/s
  double compliance = 0.0;      // of Bounded: its law is about u + compliance x
  TwoFrictions frictions = {};  // where there are two; one of them is in force
  bool holds = false;           // which one

  // Puts one of its two frictions in force.
  void use_friction(bool holding);
  Eigen::Index row_count() const { return law == Law::Bounded ? 1 : 1 + slide_rows + roll_rows; }
  bool slides() const { return law == Law::Sliding; }
  bool rolls() const { return roll_rows > 0 && !roll.isZero(0.0); }
  // Of a decision: how many unknowns, of all and along the rows of friction and of rolling.
  Eigen::Index unknown_count() const { return 1 + unknown_slides() + unknown_rolls(); }
  Eigen::Index unknown_slides() const { return law == Law::Bounded || slides() ? 0 : slide_rows; }
  Eigen::Index unknown_rolls() const { return law == Law::Bounded || rolls() ? 0 : roll_rows; }
  // The forces along the rows of a contact for the unknowns x, the first of which is at `from`.
  using Forces = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
  Forces forces(const Eigen::VectorXd& x, Eigen::Index from) const;
  Forces forces(const Eigen::VectorXd& x) const { return forces(x, unknown); }
  // What a unit of the normal force puts on the rows, with the friction that hangs on it.
  Forces with_friction() const { return forces(Eigen::VectorXd::Unit(unknown_count(), 0), 0); }
};

// What the solvers of contact know of the unknowns of a decision.
ContactLaw law_of_unknowns(const Block& block);

// What the solvers of contact know of a block that does not slide.
ContactLaw law_of(const Block& block);

struct RowList {
  std::vector<Row> rows;
  std::vector<Block> blocks;

  void clear() { rows.clear(), blocks.clear(); }
  bool empty() const { return blocks.empty(); }
  Eigen::Index size() const { return static_cast<Eigen::Index>(rows.size()); }
  // Adds rows, and returns the first one.
  Eigen::Index add_coordinate(int dof, double velocity) {
    rows.push_back({.dof = dof, .velocity = velocity});
    return size() - 1;
  }
  Eigen::Index add(const Row& row) {
    rows.push_back(row);
    return size() - 1;
  }
  // Puts all rows into a response, block by block; they keep their numbers.
  void put_into(Response& response) const;
};

}  // namespace catena
