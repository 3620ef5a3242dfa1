// catena render: pictures and films of a scenario or a recording, without a screen.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "apps/catena/commands.hpp"
#include "apps/catena/progress.hpp"
#include "apps/catena/shown.hpp"
#include "catena/view/export_page.hpp"
#include "catena/view/headless_browser.hpp"
#include "catena/view/temporary_folder.hpp"

namespace catena::app {

namespace {

// ffmpeg, which is handed pictures.
class FilmWriter {
 public:
  FilmWriter(const std::string& path, double frames_per_second) : path_(path) {
    if (std::system("ffmpeg -version >/dev/null 2>&1") != 0)
      throw std::runtime_error(
          "films need ffmpeg, which is not installed; on Debian: apt-get install ffmpeg");
    const char* coding = path.ends_with(".mp4")    ? "-c:v libx264 -crf 20 -pix_fmt yuv420p"
                         : path.ends_with(".webm") ? "-c:v libvpx-vp9 -crf 32 -b:v 0"
                         : path.ends_with(".webp") ? "-c:v libwebp -loop 0 -quality 70"
                                                   : "";
    std::string quoted;
    for (const char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    pipe_ = popen(fmt::format("ffmpeg -y -loglevel error -f image2pipe -framerate {} -c:v png -i - "
                              "{} '{}'",
                              frames_per_second, coding, quoted)
                      .c_str(),
                  "w");
    if (pipe_ == nullptr) throw std::runtime_error("ffmpeg cannot be started");
  }
  ~FilmWriter() {
    if (pipe_ != nullptr) pclose(pipe_);
  }
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  void add(const std::string& png) {
    if (std::fwrite(png.data(), 1, png.size(), pipe_) != png.size()) fail();
  }
  void close() {
    if (pclose(std::exchange(pipe_, nullptr)) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw std::runtime_error(path_ + ": ffmpeg ended early; see its message above");
  }
  std::string path_;
  std::FILE* pipe_;
};

std::pair<int, int> size_of(const std::string& text) {
  int width = 0, height = 0, read = 0;
  if (std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &read) != 2 ||
      read != static_cast<int>(text.size()) || width < 16 || height < 16 || width > 7680 ||
      height > 7680)
    throw std::invalid_argument(
        fmt::format("--size: found '{}', expected WIDTHxHEIGHT from 16x16 to 7680x7680", text));
  // Films need even numbers.
  return {width / 2 * 2, height / 2 * 2};
}

std::string address_of(const std::string& page, const RenderOptions& options) {
  std::string address = fmt::format("file://{}#play=0&theme={}&panels={}", page, options.theme,
                                    options.panels ? 1 : 0);
  if (!options.layers.empty()) address += "&layers=" + options.layers;
  return address;
}

}  // namespace

int run_render(const RenderOptions& options) {
  const std::string& out = options.out;
  const bool film = out.ends_with(".mp4") || out.ends_with(".webm") || out.ends_with(".webp") ||
                    out.ends_with(".gif");
  if (!film && !out.ends_with(".png"))
    throw std::invalid_argument(fmt::format(
        "--out: found '{}', expected a name that ends in .png, .mp4, .webm, .webp or .gif", out));
  const auto [width, height] = size_of(options.size);
  Replay replay = replay_of(options.file, options.scenario);
  const double start = replay.scene().start, end = start + replay.scene().duration;
  const auto inside = [&](const char* option, const std::optional<double>& t) {
    if (t && !(*t >= start - 1e-9 && *t <= end + 1e-9))
      throw std::invalid_argument(
          fmt::format("{} {:g}: the run goes from {:g} s to {:g} s", option, *t, start, end));
  };
  inside("--time", options.time), inside("--from", options.from), inside("--to", options.to);
  if (options.from && options.to && *options.from > *options.to)
    throw std::invalid_argument("--from is later than --to; swap them");
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "page.html").string();
  write_file(page, exported_page(page_or_explain(), replay));
  HeadlessBrowser browser(address_of(page, options), width, height);
  browser.evaluate(
      "new Promise(done => { const look = () => window.catena ? "
      "window.catena.ready.then(done) : setTimeout(look, 20); look(); })");
  // The scene alone is drawn as finely as can be, whatever time that takes.
  constexpr const char* finest = "catena.stage.screenshot()";
  // A picture shows one moment, and the phases that the scenario asks for, large; a film has room
  // for all of its motion.
  if (!film) {
    browser.evaluate(fmt::format("catena.compose({}, '{}')",
                                 options.time ? fmt::format("{:.9g}", *options.time) : "null",
                                 options.view));
    write_file(out, options.panels ? browser.picture() : browser.picture_of(finest));
    fmt::print("picture      {}\n", out);
    return exit_success;
  }
  const PictureItem& said = replay.scene().picture;
  const double from = options.from.value_or(said.film[0].value_or(start)),
               to = options.to.value_or(said.film[1].value_or(end)),
               interval =
                   options.speed.value_or(said.speed.value_or(1.0)) / options.frames_per_second;
  browser.evaluate(fmt::format("catena.composeFilm({:.9g}, {:.9g}, '{}')", from, to, options.view));
  const auto draw = [&](double t) {
    browser.evaluate(fmt::format("catena.seek({:.9g})", t));
    return options.panels ? browser.picture() : browser.picture_of(finest);
  };
  FilmWriter writer(out, options.frames_per_second);
  Progress progress(from, to);
  const auto count = static_cast<long>(std::floor((to - from) / interval + 1e-9)) + 1;
  for (long i = 0; i < count; ++i) {
    const double t = from + static_cast<double>(i) * interval;
    writer.add(draw(t));
    progress.show(t);
  }
  writer.close();
  fmt::print("film         {}, {} pictures\n", out, count);
  return exit_success;
}

}  // namespace catena::app
