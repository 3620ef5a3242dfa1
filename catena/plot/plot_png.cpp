// Draws with Cairo into an image.

#include <cairo.h>
#include <fmt/format.h>

#include <numbers>
#include <stdexcept>

#include "catena/plot/plot_canvas.hpp"

namespace catena::plot {

namespace {

constexpr int pixels_per_unit = 2;

struct Destroy {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};

void set_colour(cairo_t* context, const Colour& colour) {
  const auto channel = [&](unsigned shift) {
    return static_cast<double>((colour.rgb >> shift) & 0xffU) / 255.0;
  };
  cairo_set_source_rgb(context, channel(16), channel(8), channel(0));
}

void set_font(cairo_t* context, const TextStyle& style) {
  cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, style.size);
}

double width_of(cairo_t* context, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  return extents.x_advance;
}

class PngCanvas final : public Canvas {
 public:
  PngCanvas(int width, int height)
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels_per_unit * width,
                                            pixels_per_unit * height)),
        context_(cairo_create(surface_.get())) {
    cairo_scale(context_.get(), pixels_per_unit, pixels_per_unit);
    set_colour(context_.get(), {0xffffff});
    cairo_paint(context_.get());
    cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  }

  void lines(const std::vector<Polyline>& lines, const Stroke& stroke,
             const std::string&) override {
    cairo_t* context = context_.get();
    for (const Polyline& line : lines) {
      cairo_new_sub_path(context);
      for (const Point& point : line) cairo_line_to(context, point.x, point.y);
      if (line.size() == 1) cairo_close_path(context);
    }
    std::vector<double> dashes = dash_lengths(stroke.dash);
    for (double& length : dashes) length *= stroke.width;
    cairo_set_dash(context, dashes.data(), static_cast<int>(dashes.size()), 0.0);
    cairo_set_line_cap(context, dashes.empty() ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(context, stroke.width);
    set_colour(context, stroke.colour);
    cairo_stroke(context);
  }

  void fill(const Polyline& outline, const Colour& colour, const std::string&) override {
    cairo_t* context = context_.get();
    cairo_new_path(context);
    for (const Point& point : outline) cairo_line_to(context, point.x, point.y);
    cairo_close_path(context);
    set_colour(context, colour);
    cairo_fill(context);
  }

  void text(const Point& at, const std::string& text, const TextStyle& style) override {
    using Anchor = TextStyle::Anchor;
    cairo_t* context = context_.get();
    cairo_save(context);
    set_font(context, style);
    set_colour(context, style.colour);
    cairo_translate(context, at.x, at.y);
    if (style.upwards) cairo_rotate(context, -0.5 * std::numbers::pi);
    const double shift = style.anchor == Anchor::Start ? 0.0
                         : style.anchor == Anchor::End ? 1.0
                                                       : 0.5;
    cairo_move_to(context, -shift * width_of(context, text), 0.0);
    cairo_show_text(context, text.c_str());
    cairo_restore(context);
  }

  void save(const std::string& path) override {
    cairo_status_t status = cairo_status(context_.get());
    if (status == CAIRO_STATUS_SUCCESS)
      status = cairo_surface_write_to_png(surface_.get(), path.c_str());
    if (status != CAIRO_STATUS_SUCCESS)
      throw std::runtime_error(
          fmt::format("{}: cannot be written ({}); check that its folder exists and may be written "
                      "to",
                      path, cairo_status_to_string(status)));
  }

 private:
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
  std::unique_ptr<cairo_t, Destroy> context_;
};

}  // namespace

std::unique_ptr<Canvas> png_canvas(int width, int height) {
  return std::make_unique<PngCanvas>(width, height);
}

double text_width(const std::string& text, const TextStyle& style) {
  const std::unique_ptr<cairo_surface_t, Destroy> surface(
      cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
  const std::unique_ptr<cairo_t, Destroy> context(cairo_create(surface.get()));
  set_font(context.get(), style);
  return width_of(context.get(), text);
}

}  // namespace catena::plot
