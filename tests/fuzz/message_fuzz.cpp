// Feeds arbitrary text to the reader of the page's messages: whatever it is, the answer is a
// message whose numbers are in range, or a MessageError, whose text can be sent.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/view/client_message.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= 200;
}

struct Check {
  template <class Message>
  void operator()(const Message&) const {}
  void operator()(const catena::StepMessage& m) const { require(m.count >= 1 && m.count <= 600); }
  void operator()(const catena::SpeedMessage& m) const {
    require(m.value >= 0.01 && m.value <= 10);
  }
  void operator()(const catena::PullMessage& m) const {
    require(m.body >= 0 && std::isfinite(norm(m.at)) && std::isfinite(norm(m.to)));
  }
  void operator()(const catena::SetMessage& m) const {
    require(is_name(m.motor) && std::isfinite(m.value));
  }
  void operator()(const catena::CutMessage& m) const { require(is_name(m.joint)); }
  void operator()(const catena::ConnectMessage& m) const { require(is_name(m.a) && is_name(m.b)); }
  void operator()(const catena::FramesMessage& m) const { require(m.count >= 1 && m.stride >= 1); }
  void operator()(const catena::ColumnMessage& m) const { require(is_name(m.name)); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    std::visit(Check{}, catena::parse_client_message({reinterpret_cast<const char*>(data), size}));
  } catch (const catena::MessageError& error) {
    require(catena::error_text(error.what()).size() < 2000);
  }
  return 0;
}
