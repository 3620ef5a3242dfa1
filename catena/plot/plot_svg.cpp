// Writes SVG directly rather than through Cairo, which turns letters into outlines: so texts can be
// searched, curves have names, and files are several times smaller.

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "catena/plot/plot_canvas.hpp"

namespace catena::plot {

namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (static_cast<unsigned char>(c) >= ' ') {  // XML allows no control characters
      result += c;
    }
  }
  return result;
}

// In hundredths of a pixel, without zeros that say nothing.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string path_data(const Polyline& line) {
  std::string data;
  for (std::size_t i = 0; i < line.size(); ++i)
    data += fmt::format("{}{} {}", i == 0 ? "M" : (i == 1 ? "L" : " "), number(line[i].x),
                        number(line[i].y));
  return line.size() == 1 ? data + "h0" : data;
}

class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(int width, int height)
      : text_(fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
            "viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            width, height)) {}

  void lines(const std::vector<Polyline>& lines, const Stroke& stroke,
             const std::string& name) override {
    std::string data;
    for (const Polyline& line : lines) data += path_data(line);
    text_ += fmt::format(
        "<path fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
        stroke.colour.rgb, number(stroke.width));
    if (stroke.dash == Dash::Solid) text_ += " stroke-linecap=\"round\"";
    std::string dashes;
    for (const double length : dash_lengths(stroke.dash))
      dashes += fmt::format("{}{}", dashes.empty() ? "" : " ", number(length * stroke.width));
    if (!dashes.empty()) text_ += fmt::format(" stroke-dasharray=\"{}\"", dashes);
    text_ += fmt::format(" d=\"{}\"", data);
    text_ += name.empty() ? "/>\n" : fmt::format("><title>{}</title></path>\n", escaped(name));
  }

  void fill(const Polyline& outline, const Colour& colour, const std::string& name) override {
    text_ += fmt::format("<path fill=\"#{:06x}\" d=\"{}z\"", colour.rgb, path_data(outline));
    text_ += name.empty() ? "/>\n" : fmt::format("><title>{}</title></path>\n", escaped(name));
  }

  void text(const Point& at, const std::string& text, const TextStyle& style) override {
    using Anchor = TextStyle::Anchor;
    text_ += fmt::format("<text font-size=\"{}\" fill=\"#{:06x}\"", number(style.size),
                         style.colour.rgb);
    if (style.anchor != Anchor::Start)
      text_ += fmt::format(" text-anchor=\"{}\"", style.anchor == Anchor::End ? "end" : "middle");
    if (style.bold) text_ += " font-weight=\"bold\"";
    if (style.upwards)
      text_ +=
          fmt::format(" transform=\"translate({} {}) rotate(-90)\"", number(at.x), number(at.y));
    else
      text_ += fmt::format(" x=\"{}\" y=\"{}\"", number(at.x), number(at.y));
    text_ += fmt::format(">{}</text>\n", escaped(text));
  }

  void save(const std::string& path) override {
    std::ofstream file(path, std::ios::binary);
    file << text_ << "</svg>\n";
    file.close();
    if (!file)
      throw std::runtime_error(fmt::format(
          "{}: cannot be written; check that its folder exists and may be written to", path));
  }

 private:
  std::string text_;
};

}  // namespace

std::vector<double> dash_lengths(Dash dash) {
  switch (dash) {
    case Dash::Solid:
      return {};
    case Dash::Dashed:
      return {4.0, 2.0};
    case Dash::Dotted:
      return {1.2, 1.6};
    case Dash::DashDotted:
      return {5.0, 1.8, 1.2, 1.8};
  }
  return {};
}

std::unique_ptr<Canvas> svg_canvas(int width, int height) {
  return std::make_unique<SvgCanvas>(width, height);
}

}  // namespace catena::plot
