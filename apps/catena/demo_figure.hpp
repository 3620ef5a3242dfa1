#pragma once
// Draws the built-in humanoid as a figure of thick round lines, in SVG.

#include <string>
#include <vector>

#include "catena/dynamics/kinematics.hpp"

namespace catena::app {

// Where a point of the world appears on the paper: seen from the body's right, a little from ahead.
struct View {
  double scale;               // px per m
  double left = 0, base = 0;  // px: where the world's origin is drawn

  double x(const Vec3<double>& p) const;
  double y(const Vec3<double>& p) const { return base - scale * p.z; }
  static double depth(const Vec3<double>& p);  // m, away from the viewer
};

struct Colour {
  double red, green, blue;  // 0 to 255
};
Colour mix(const Colour& a, const Colour& b, double share_of_b);
std::string to_hex(const Colour& colour);

// One instant of the figure: lines in the world, by parts of the body.
class StickFigure {
 public:
  StickFigure(const Model& humanoid, In<double> q);

  struct Line {
    Vec3<double> from, to;
    double radius;
  };
  struct Part {
    std::vector<Line> lines;
  };

  const std::vector<Part>& parts() const { return parts_; }
  // Far parts first and paler, each with a white rim, so that one reads what is in front.
  std::string svg(const View& view, const Colour& colour) const;

 private:
  std::vector<Part> parts_;
};

}  // namespace catena::app
