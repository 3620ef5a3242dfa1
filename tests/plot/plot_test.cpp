// Whole figures: the files are well formed and show everything.

#include "catena/plot/plot.hpp"

#include <cairo.h>
#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

Series wave(const std::string& label, std::size_t count, double rate) {
  Series series{label, {}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    series.x.push_back(10.0 * static_cast<double>(i) / static_cast<double>(count));
    series.y.push_back(std::sin(rate * series.x.back()));
  }
  return series;
}

Figure example_figure() {
  Figure figure{"Title & <more>", "t [s]", {}, {{2.0, "impact heel"}, {2.01, "stick heel"}}};
  figure.panels.push_back({"First", "q [rad]", {wave("q.a", 1000, 1.0), wave("q.b", 1000, 2.0)}});
  figure.panels.push_back({"Second", "v [rad/s]", {wave("v.<a>", 200000, 50.0)}});
  return figure;
}

// All texts of elements with this tag.
std::vector<std::string> texts(const tinyxml2::XMLElement* element, const std::string& tag) {
  std::vector<std::string> found;
  for (auto* child = element->FirstChildElement(); child; child = child->NextSiblingElement()) {
    if (child->Name() == tag && child->GetText()) found.emplace_back(child->GetText());
    for (std::string& text : texts(child, tag)) found.push_back(std::move(text));
  }
  return found;
}

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

TEST(Plot, SvgIsWellFormedAndShowsEverything) {
  const ScratchFolder folder;
  const std::string path = folder.path("p.svg");
  write_figure(example_figure(), path);
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.LoadFile(path.c_str()), tinyxml2::XML_SUCCESS) << document.ErrorStr();
  const auto* svg = document.RootElement();
  const FigureSize size = figure_size(example_figure());
  EXPECT_EQ(svg->IntAttribute("width"), size.width);
  EXPECT_EQ(svg->IntAttribute("height"), size.height);
  const auto labels = texts(svg, "text"), curves = texts(svg, "title");
  for (const char* label : {"Title & <more>", "t [s]", "First", "Second", "q [rad]", "v [rad/s]",
                            "q.a", "q.b", "v.<a>", "impact heel"})
    EXPECT_TRUE(contains(labels, label)) << label;
  for (const char* curve : {"q.a", "q.b", "v.<a>", "impact heel; stick heel"})
    EXPECT_TRUE(contains(curves, curve)) << curve;
  EXPECT_LT(std::filesystem::file_size(path), 60000U);
}

TEST(Plot, PanelsMayHaveAnXAxisOfTheirOwn) {
  const ScratchFolder folder;
  const std::string path = folder.path("p.svg");
  Series circle{"v.a", {}, {}};
  for (int i = 0; i <= 400; ++i) {
    circle.x.push_back(100.0 * std::cos(0.01 * i * 3.141592653589793 / 2.0));
    circle.y.push_back(std::sin(0.01 * i * 3.141592653589793 / 2.0));
  }
  for (const bool alone : {false, true}) {
    Figure figure = example_figure();
    const FigureSize before = figure_size(figure);
    figure.panels.insert(figure.panels.begin(), {"Phase", "v [m/s]", {circle}, "q [m]"});
    if (alone) figure.panels.resize(1);
    if (!alone) {
      EXPECT_GT(figure_size(figure).height, before.height + 210);
    }
    write_figure(figure, path);
    tinyxml2::XMLDocument document;
    ASSERT_EQ(document.LoadFile(path.c_str()), tinyxml2::XML_SUCCESS) << document.ErrorStr();
    const auto labels = texts(document.RootElement(), "text");
    for (const char* label : {"q [m]", "−100", "100"})
      EXPECT_TRUE(contains(labels, label)) << label;
    EXPECT_EQ(contains(labels, "t [s]"), !alone);
    EXPECT_EQ(contains(labels, "impact heel"), !alone);
  }
}

TEST(Plot, SmoothCurvesMakeSmallFiles) {
  const ScratchFolder folder;
  Figure figure;
  figure.panels.push_back({"", "", {wave("x", 100000, 1.0)}});
  write_figure(figure, folder.path("p.svg"));
  EXPECT_LT(std::filesystem::file_size(folder.path("p.svg")), 8000U);
}

struct Surface {
  explicit Surface(const std::string& path)
      : surface(cairo_image_surface_create_from_png(path.c_str())) {}
  ~Surface() { cairo_surface_destroy(surface); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  // Number of pixels that show this colour undiluted.
  int count(std::uint32_t rgb) const {
    int found = 0;
    const int height = cairo_image_surface_get_height(surface);
    for (int y = 0; y < height; ++y) {
      const auto* row = reinterpret_cast<const std::uint32_t*>(
          cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface));
      for (int x = 0; x < cairo_image_surface_get_width(surface); ++x)
        found += (row[x] & 0xffffffU) == rgb;
    }
    return found;
  }

  cairo_surface_t* surface;
};

TEST(Plot, PngHasTheRightSizeAndColours) {
  const ScratchFolder folder;
  write_figure(example_figure(), folder.path("p.png"));
  const Surface image(folder.path("p.png"));
  ASSERT_EQ(cairo_surface_status(image.surface), CAIRO_STATUS_SUCCESS);
  const FigureSize size = figure_size(example_figure());
  EXPECT_EQ(size.width, 900);
  EXPECT_EQ(cairo_image_surface_get_width(image.surface), 2 * size.width);
  EXPECT_EQ(cairo_image_surface_get_height(image.surface), 2 * size.height);
  EXPECT_GT(image.count(0xffffff), size.width * size.height);  // mostly paper
  EXPECT_GT(image.count(0x0072b2), 1000);                      // first and second curve
  EXPECT_GT(image.count(0xd55e00), 1000);
}

TEST(Plot, ManySeriesWidenTheFigureAndAreAllNamedOrCounted) {
  Figure figure;
  figure.panels.push_back({});
  for (int i = 0; i < 40; ++i)
    figure.panels[0].series.push_back(wave("q.some_joint" + std::to_string(i), 10, 1.0));
  EXPECT_GT(figure_size(figure).width, 900);
  for (int i = 40; i < 200; ++i)
    figure.panels[0].series.push_back(wave("q.some_joint" + std::to_string(i), 10, 1.0));
  EXPECT_LT(figure_size(figure).width, 1400);
  const ScratchFolder folder;
  write_figure(figure, folder.path("p.svg"));
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.LoadFile(folder.path("p.svg").c_str()), tinyxml2::XML_SUCCESS);
  EXPECT_TRUE(contains(texts(document.RootElement(), "title"), "q.some_joint199"));
  const auto labels = texts(document.RootElement(), "text");
  EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const std::string& label) {
    return label.starts_with("and ") && label.ends_with(" more");
  }));
}

TEST(Plot, DrawsWhatIsDegenerate) {
  const ScratchFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Figure figure{"", "", {}, {{0.0, ""}, {nan, "never"}}};
  figure.panels = {{"", "", {}},
                   {"", "", {{"no rows", {}, {}}}},
                   {"", "", {{"one row", {1.0}, {2.0}}}},
                   {"", "", {{"nothing finite", {0.0, 1.0}, {nan, nan}}}},
                   {"", "", {{"huge", {0.0, 1.0}, {-1e308, 1e308}}}}};
  for (const char* name : {"p.svg", "p.png"}) {
    write_figure(figure, folder.path(name));
    EXPECT_GT(std::filesystem::file_size(folder.path(name)), 0U);
  }
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

TEST(Plot, SaysWhatIsWrong) {
  EXPECT_EQ(message_of([] { write_figure(example_figure(), "p.pdf"); }),
            "p.pdf: found the ending '.pdf', expected .svg or .png; rename the picture");
  EXPECT_EQ(message_of([] { write_figure({}, "p.svg"); }),
            "write_figure: found no panels, expected at least one");
  Figure uneven = example_figure();
  uneven.panels[0].series[1].y.pop_back();
  EXPECT_EQ(message_of([&] { write_figure(uneven, "p.svg"); }),
            "write_figure: series 'q.b' has 1000 values of x and 999 of y, expected as many of "
            "each");
  for (const char* path : {"/nowhere/p.svg", "/nowhere/p.png"})
    EXPECT_EQ(message_of([&] { write_figure(example_figure(), path); }).find(path), 0U);
}

}  // namespace
}  // namespace catena
