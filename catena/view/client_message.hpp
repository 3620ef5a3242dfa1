#pragma once
// Requests of a viewer's page: one struct per `do` of the protocol (docs/viewer.md).

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catena/joints/joint_spec.hpp"
#include "catena/math/vec3.hpp"

namespace catena {

// A message that is not understood: what was found, and what was expected.
class MessageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct PlayMessage {};
struct PauseMessage {};
struct StepMessage {
  int count = 1;  // sixtieths of a second, 1 to 600
};
struct SpeedMessage {
  double value = 1.0;  // 0.01 to 10
};
struct ResetMessage {};
struct PullMessage {
  int body = 0;
  Vec3<double> at{0, 0, 0};  // m, in the body
  Vec3<double> to{0, 0, 0};  // m, in the world
};
struct ReleaseMessage {};
struct SetMessage {
  std::string motor;
  double value = 0.0;
};
struct CutMessage {
  std::string joint;
};
struct ConnectMessage {
  std::string a, b;                  // names of frames
  JointKind kind = JointKind::Weld;  // or Spherical, Revolute
};
struct SaveMessage {};
struct FramesMessage {
  std::uint32_t id = 0, first = 0, count = 1, stride = 1;
};
struct ColumnMessage {
  std::uint32_t id = 0;
  std::string name;
};

using ClientMessage =
    std::variant<PlayMessage, PauseMessage, StepMessage, SpeedMessage, ResetMessage, PullMessage,
                 ReleaseMessage, SetMessage, CutMessage, ConnectMessage, SaveMessage, FramesMessage,
                 ColumnMessage>;

// Reads one message. All numbers are finite and in range, all names are of 1 to 200 bytes; throws
// MessageError otherwise, whatever the text is.
ClientMessage parse_client_message(std::string_view text);

// The text {"is": "error", "message": ...}, also where `message` is no proper UTF-8.
std::string error_text(std::string_view message);

}  // namespace catena
