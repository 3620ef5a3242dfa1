#include "apps/catena/demo_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "apps/catena/demo_figure.hpp"

namespace catena::app {

namespace {

constexpr std::size_t instants = 6;
constexpr double scale = 130.0;  // px per m
constexpr double margin = 24.0, title_height = 52.0, labels_height = 44.0, plot_height = 150.0;
constexpr double axis_width = 44.0, legend_width = 96.0;
constexpr Colour past{192, 208, 227}, present{24, 78, 140};
constexpr const char *ink = "#1f2933", *quiet = "#7b8794", *faint = "#d9dfe6";
constexpr const char *kinetic_colour = "#d9622b", *potential_colour = "#2f80c3";

struct Instant {
  FlightSample sample;
  StickFigure figure;
};

// Where things are on the paper. Nothing pushes the body sideways, so that the centre of mass moves
// evenly along x: one axis serves as place above and as time below.
struct Layout {
  View view;
  double start_x, end_x;  // of the centre of mass
  double ground_y, plot_top, plot_bottom, width, height;
  double energy_scale, energy_top;  // px per J, J

  double time_x(double t) const { return start_x + (end_x - start_x) * t; }
  double energy_y(double energy) const { return plot_bottom - energy_scale * energy; }
};

template <class... Arguments>
void add(std::string& svg, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(svg), format, std::forward<Arguments>(arguments)...);
}

Layout make_layout(const Flight& flight, const std::vector<Instant>& shown) {
  Layout layout{};
  layout.view.scale = scale;
  double top = 0.0, left = 0.0, right = 0.0;
  for (const Instant& instant : shown)
    for (const StickFigure::Part& part : instant.figure.parts())
      for (const StickFigure::Line& line : part.lines)
        for (const Vec3<double>& p : {line.from, line.to}) {
          top = std::max(top, p.z + line.radius);
          left = std::min(left, layout.view.x(p) - scale * line.radius);
          right = std::max(right, layout.view.x(p) + scale * line.radius);
        }
  const double first_x = layout.view.x(flight.samples.front().centre);
  const double last_x = layout.view.x(flight.samples.back().centre);
  layout.view.left = margin - std::min(left, first_x - axis_width);
  layout.view.base = layout.ground_y = title_height + scale * top;
  layout.start_x = layout.view.left + first_x;
  layout.end_x = layout.view.left + last_x;
  layout.plot_top = layout.ground_y + labels_height;
  layout.plot_bottom = layout.plot_top + plot_height;
  layout.width = std::ceil(layout.view.left + std::max(right, last_x + legend_width) + margin);
  layout.height = std::ceil(layout.plot_bottom + margin);
  const double total = flight.samples.front().kinetic + flight.samples.front().potential;
  layout.energy_top = 1000.0 * std::ceil(1.05 * total / 1000.0);
  layout.energy_scale = plot_height / layout.energy_top;
  return layout;
}

void add_frame(const Layout& layout, int dofs, double seconds, std::string& svg) {
  add(svg,
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" )"
      R"(height="{1:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="13">)"
      "\n<title>A humanoid in free flight, and its energy over time</title>\n"
      R"(<rect width="{0:.0f}" height="{1:.0f}" rx="10" fill="#fff"/>)"
      "\n",
      layout.width, layout.height);
  add(svg,
      R"(<text x="{}" y="34" font-size="17" font-weight="bold" fill="{}">)"
      "A humanoid in free flight"
      R"(<tspan font-size="13" font-weight="normal" fill="{}" dx="12">)"
      "{} degrees of freedom, {:.1f} s between figures</tspan></text>\n",
      margin, ink, quiet, dofs, seconds);
}

void add_ground(const Layout& layout, const std::vector<Instant>& shown, std::string& svg) {
  add(svg,
      R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="5" fill="{}"/>)"
      R"(<path d="M{:.1f} {:.1f}H{:.1f}" stroke="{}" stroke-width="2"/>)"
      "\n",
      margin, layout.ground_y, layout.width - 2.0 * margin, faint, margin, layout.ground_y,
      layout.width - margin, quiet);
  add(svg, R"(<g stroke="{}" stroke-dasharray="2 4">)", "#b8c2cc");
  for (const Instant& instant : shown)
    add(svg, R"(<path d="M{0:.1f} {1:.1f}V{2:.1f}M{0:.1f} {3:.1f}V{4:.1f}"/>)",
        layout.time_x(instant.sample.t), layout.view.y(instant.sample.centre), layout.ground_y,
        layout.plot_top - 12.0, layout.plot_bottom);
  add(svg, "</g>\n<g text-anchor=\"middle\" fill=\"{}\">", ink);
  for (const Instant& instant : shown)
    add(svg, R"(<text x="{:.1f}" y="{:.1f}">{:.1f} s</text>)", layout.time_x(instant.sample.t),
        layout.ground_y + 24.0, instant.sample.t);
  svg += "</g>\n";
}

void add_figures(const Layout& layout, const std::vector<Instant>& shown, std::string& svg) {
  svg += "<g fill=\"none\" stroke-linecap=\"round\">\n";
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double age = 1.0 - static_cast<double>(i) / static_cast<double>(shown.size() - 1);
    svg += shown[i].figure.svg(layout.view, mix(present, past, age));
  }
  svg += "</g>\n";
}

// The parabola of the centre of mass, a point at each instant.
void add_centre(const Layout& layout, const Flight& flight, const std::vector<Instant>& shown,
                std::string& svg) {
  add(svg, R"(<path fill="none" stroke="{}" stroke-width="1.5" stroke-dasharray="6 4" d=")",
      kinetic_colour);
  for (std::size_t i = 0; i < flight.samples.size(); i += 2)
    add(svg, "{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', layout.view.x(flight.samples[i].centre),
        layout.view.y(flight.samples[i].centre));
  add(svg, "\"/>\n<g fill=\"{}\" stroke=\"#fff\" stroke-width=\"1.5\">", kinetic_colour);
  for (const Instant& instant : shown)
    add(svg, R"(<circle cx="{:.1f}" cy="{:.1f}" r="5"/>)", layout.view.x(instant.sample.centre),
        layout.view.y(instant.sample.centre));
  svg += "</g>\n";
}

template <class Energy>
void add_curve(const Layout& layout, const Flight& flight, const char* name, const char* colour,
               Energy energy, std::string& svg) {
  add(svg, R"(<path fill="none" stroke="{}" stroke-width="2.5" stroke-linejoin="round" d=")",
      colour);
  for (std::size_t i = 0; i < flight.samples.size(); i += 2)
    add(svg, "{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', layout.time_x(flight.samples[i].t),
        layout.energy_y(energy(flight.samples[i])));
  add(svg, "\"/><text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\" font-weight=\"bold\">{}</text>\n",
      layout.end_x + 10.0, layout.energy_y(energy(flight.samples.back())) + 4.5, colour, name);
}

void add_energy_plot(const Layout& layout, const Flight& flight, std::string& svg) {
  add(svg, R"(<g stroke="{}">)", faint);
  for (double energy = 0.0; energy <= layout.energy_top; energy += 1000.0)
    add(svg, R"(<path d="M{:.1f} {:.1f}H{:.1f}"/>)", layout.start_x, layout.energy_y(energy),
        layout.end_x);
  add(svg, "</g>\n<g text-anchor=\"end\" fill=\"{}\">", quiet);
  for (double energy = 0.0; energy <= layout.energy_top; energy += 1000.0)
    add(svg, R"(<text x="{:.1f}" y="{:.1f}">{:.0f} kJ</text>)", layout.start_x - 8.0,
        layout.energy_y(energy) + 4.5, energy / 1000.0);
  svg += "</g>\n";
  add_curve(
      layout, flight, "kinetic", kinetic_colour, [](const FlightSample& s) { return s.kinetic; },
      svg);
  add_curve(
      layout, flight, "potential", potential_colour,
      [](const FlightSample& s) { return s.potential; }, svg);
  add_curve(
      layout, flight, "total energy", ink,
      [](const FlightSample& s) { return s.kinetic + s.potential; }, svg);
}

}  // namespace

std::string flight_picture(const Model& humanoid, const Flight& flight) {
  std::vector<Instant> shown;
  for (std::size_t i = 0; i < instants; ++i) {
    const FlightSample& s = flight.samples[i * (flight.samples.size() - 1) / (instants - 1)];
    shown.push_back({s, StickFigure(humanoid, s.q)});
  }
  const Layout layout = make_layout(flight, shown);
  std::string svg;
  add_frame(layout, humanoid.nv(), shown[1].sample.t - shown[0].sample.t, svg);
  add_ground(layout, shown, svg);
  add_figures(layout, shown, svg);
  add_centre(layout, flight, shown, svg);
  add_energy_plot(layout, flight, svg);
  svg += "</svg>\n";
  return svg;
}

}  // namespace catena::app
