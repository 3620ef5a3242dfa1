#include "catena/view/export_page.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <stdexcept>

#include "catena/view/base64.hpp"

namespace catena {

namespace {

constexpr std::string_view place_of_data = "<!--catena-data-->";
constexpr std::size_t most_frame_bytes = 4 << 20, most_column_bytes = 2 << 20;

std::string deflated(const std::string& data) {
  uLongf size = compressBound(data.size());
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(data.data()), data.size(),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::runtime_error("the frames cannot be compressed: is there enough memory?");
  out.resize(size);
  return out;
}

}  // namespace

std::string exported_page(std::string_view page, Replay& replay) {
  const std::size_t place = page.find(place_of_data);
  if (place == std::string_view::npos)
    throw std::logic_error("the viewer's page has no place for data");
  const std::size_t columns = std::max<std::size_t>(replay.scene().columns.size(), 1);
  replay.thin_out(std::max<std::size_t>(most_frame_bytes / replay.frame_size(), 2),
                  std::max<std::size_t>(most_column_bytes / (4 * columns), 2));
  std::string frames, values;
  for (std::size_t i = 0; i < replay.frame_count(); ++i) replay.append_frame(i, frames);
  for (std::size_t c = 0; c < replay.scene().columns.size(); ++c) replay.append_column(c, values);
  return fmt::format(
      R"({}<script id="catena-scene" type="application/json">{{"scene":{},"recording":{}}}</script>
<script id="catena-frames" type="text/plain">{}</script>
<script id="catena-columns" type="text/plain">{}</script>{})",
      page.substr(0, place), scene_text(replay.scene(), false), replay.recording_text(),
      to_base64(deflated(frames)), to_base64(deflated(values)),
      page.substr(place + place_of_data.size()));
}

}  // namespace catena
