#include "catena/view/replay_answers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/view/bytes.hpp"
namespace catena {

namespace {

constexpr std::size_t most_bytes = 4 << 20;  // of frames in one answer

}  // namespace

ReplayAnswers::ReplayAnswers(Replay& replay)
    : replay_(replay),
      scene_(make_payload(scene_text(replay.scene(), false))),
      recording_(make_payload(replay.recording_text())) {}

Payload ReplayAnswers::frames(const FramesMessage& message) {
  const std::size_t total = replay_.frame_count(), first = message.first;
  const std::size_t there = first < total ? (total - first - 1) / message.stride + 1 : 0;
  const std::size_t count = std::min({static_cast<std::size_t>(message.count), there,
                                      std::max<std::size_t>(1, most_bytes / replay_.frame_size())});
  // Frames differ in size where shapes touch: as many as there is room for.
  std::string frames;
  std::uint32_t sent = 0;
  for (; sent < count && (sent == 0 || frames.size() < most_bytes); ++sent)
    replay_.append_frame(first + sent * message.stride, frames);
  std::string out("\2\0\0\0", 4);
  for (const std::uint32_t x : {message.id, message.first, message.stride, sent, 0U})
    append_bytes(x, out);
  return make_payload(out + frames);
}

Payload ReplayAnswers::column(const ColumnMessage& message) {
  const std::vector<std::string>& names = replay_.scene().columns;
  const auto found = std::find(names.begin(), names.end(), message.name);
  if (found == names.end())
    throw MessageError(fmt::format("the recording has no column '{}'", message.name));
  const auto index = static_cast<std::uint32_t>(found - names.begin());
  std::string values;
  replay_.append_column(index, values);
  std::string out("\3\0\0\0", 4);
  for (const std::uint32_t x : {message.id, index, static_cast<std::uint32_t>(values.size() / 4)})
    append_bytes(x, out);
  return make_payload(out + values);
}

void ReplayAnswers::handle(const ClientMessage& message, const std::function<void(Payload)>& binary,
                           const std::function<void(Payload)>& text) {
  try {
    if (const auto* wanted = std::get_if<FramesMessage>(&message)) return binary(frames(*wanted));
    if (const auto* wanted = std::get_if<ColumnMessage>(&message)) return binary(column(*wanted));
    throw MessageError(
        "this is a recording; expected 'frames' or 'column'. Other requests are for a live run of "
        "its "
        "scenario");
  } catch (const std::exception& error) {
    text(make_payload(error_text(error.what())));
  }
}

}  // namespace catena
