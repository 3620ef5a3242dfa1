#include "apps/catena/demo_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace catena::app {

namespace {

constexpr double turn_of_view = 0.35;  // rad, about the vertical
constexpr double rim = 1.6;            // px

// A line between points fixed in bodies; "?" in a body's name stands for the side, L or R.
struct LineSpec {
  const char* from_body;
  Vec3<double> from;
  const char* to_body;
  Vec3<double> to;
  double radius;
};
using PartSpec = std::initializer_list<LineSpec>;

const PartSpec trunk = {
    {"pelvis", {0, -0.06, 0.02}, "pelvis", {0, 0.06, 0.02}, 0.085},
    {"pelvis", {0, 0, 0.04}, "waist", {}, 0.105},
    {"waist", {}, "chest", {}, 0.105},
    {"chest", {0, -0.04, 0}, "chest", {0, -0.09, 0.10}, 0.085},
    {"chest", {0, 0.04, 0}, "chest", {0, 0.09, 0.10}, 0.085},
    {"chest", {0, -0.12, 0.12}, "chest", {0, 0.12, 0.12}, 0.07},
    {"chest", {0, 0, 0.15}, "chest", {0.01, 0, 0.25}, 0.045},
};
const PartSpec head = {
    {"chest", {0.015, 0, 0.315}, "chest", {0.015, 0, 0.345}, 0.095},
};
const PartSpec leg = {
    {"?LEG_thigh", {}, "?LEG_shank", {}, 0.070},
    {"?LEG_shank", {}, "?LEG_foot", {}, 0.048},
    {"?LEG_foot", {-0.05, 0, -0.05}, "?LEG_foot", {0.15, 0, -0.06}, 0.034},
};
const PartSpec upper_limb = {
    {"?ARM_upper_arm", {}, "?ARM_elbow", {}, 0.045},
    {"?ARM_elbow", {}, "?ARM_hand", {}, 0.036},
    {"?ARM_hand", {}, "?ARM_hand", {0, 0, -0.13}, 0.030},
};

std::string on_side(std::string body, char side) {
  std::replace(body.begin(), body.end(), '?', side);
  return body;
}

double mean_depth(const StickFigure::Part& part) {
  double sum = 0.0;
  for (const StickFigure::Line& line : part.lines)
    sum += View::depth(line.from) + View::depth(line.to);
  return sum / static_cast<double>(2 * part.lines.size());
}

void add_lines(const StickFigure::Part& part, const View& view, double extra, const Colour& colour,
               std::string& svg) {
  fmt::format_to(std::back_inserter(svg), "<g stroke=\"{}\">", to_hex(colour));
  for (const StickFigure::Line& line : part.lines)
    fmt::format_to(std::back_inserter(svg),
                   R"(<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}" stroke-width="{:.1f}"/>)",
                   view.x(line.from), view.y(line.from), view.x(line.to), view.y(line.to),
                   2.0 * (view.scale * line.radius + extra));
  svg += "</g>\n";
}

}  // namespace

double View::x(const Vec3<double>& p) const {
  return left + scale * (std::cos(turn_of_view) * p.x + std::sin(turn_of_view) * p.y);
}

double View::depth(const Vec3<double>& p) {
  return std::cos(turn_of_view) * p.y - std::sin(turn_of_view) * p.x;
}

Colour mix(const Colour& a, const Colour& b, double share_of_b) {
  const double s = share_of_b, r = 1.0 - share_of_b;
  return {r * a.red + s * b.red, r * a.green + s * b.green, r * a.blue + s * b.blue};
}

std::string to_hex(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", std::lround(colour.red), std::lround(colour.green),
                     std::lround(colour.blue));
}

StickFigure::StickFigure(const Model& humanoid, In<double> q) {
  Kinematics<double> kinematics(humanoid);
  kinematics.compute(humanoid, q);
  const auto point = [&](const std::string& body, const Vec3<double>& p) {
    return kinematics.pose(humanoid, humanoid.find_frame(body)) * p;
  };
  const auto add = [&](const PartSpec& spec, char side) {
    Part part;
    for (const LineSpec& line : spec)
      part.lines.push_back({point(on_side(line.from_body, side), line.from),
                            point(on_side(line.to_body, side), line.to), line.radius});
    parts_.push_back(std::move(part));
  };
  add(trunk, ' ');
  add(head, ' ');
  for (const char side : {'L', 'R'}) {
    add(leg, side);
    add(upper_limb, side);
  }
}

std::string StickFigure::svg(const View& view, const Colour& colour) const {
  std::vector<Part> far_to_near = parts_;
  std::stable_sort(far_to_near.begin(), far_to_near.end(),
                   [](const Part& a, const Part& b) { return mean_depth(a) > mean_depth(b); });
  const double middle = mean_depth(parts_.front());
  const Colour white{255, 255, 255};
  std::string svg;
  for (const Part& part : far_to_near) {
    const double behind = std::clamp((mean_depth(part) - middle) / 0.2, 0.0, 1.0);
    add_lines(part, view, rim, white, svg);
    add_lines(part, view, 0.0, mix(colour, white, 0.4 * behind), svg);
  }
  return svg;
}

}  // namespace catena::app
