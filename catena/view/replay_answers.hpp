#pragma once
// What a replay answers to a viewer's page (docs/viewer.md).

#include <functional>

#include "catena/view/client_message.hpp"
#include "catena/view/payload.hpp"
#include "catena/view/replay.hpp"

namespace catena {

class ReplayAnswers {
 public:
  // The replay must outlive it.
  explicit ReplayAnswers(Replay& replay);

  // Texts for a new client: scene and recording.
  std::vector<Payload> greet() const { return {scene_, recording_}; }
  // Hands its answer to one of the two.
  void handle(const ClientMessage& message, const std::function<void(Payload)>& binary,
              const std::function<void(Payload)>& text);

 private:
  Payload frames(const FramesMessage& message);
  Payload column(const ColumnMessage& message);

  Replay& replay_;
  Payload scene_, recording_;
};

}  // namespace catena
