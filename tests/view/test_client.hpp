#pragma once
// A client of the viewer's server, written on plain sockets so that it can also do what no proper
// client does: stall, vanish, and send frames that are wrong.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace catena::test {

enum Opcode { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

struct Received {
  int opcode = 0;
  std::string data;
  // Of a close frame.
  int close_code() const;
};

class TestClient {
 public:
  // Connects to 127.0.0.1. `receive_buffer`: bytes that the system takes for a client that does not
  // read; 0: as it likes.
  explicit TestClient(int port, int receive_buffer = 0);
  ~TestClient();
  TestClient(TestClient&& other) noexcept;
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  // Sends all; false if the other side is gone.
  bool send(std::string_view bytes);
  // Sends a request and returns all that comes until the other side closes.
  std::string request(std::string_view text);
  // All that comes until the other side closes; nothing if it has not within the time.
  std::optional<std::string> read_to_end(std::chrono::milliseconds most = std::chrono::seconds(5));

  // Becomes a WebSocket; returns the head of the answer. `lines` are headers, each with "\r\n".
  std::string upgrade(std::string_view target = "/socket", std::string_view lines = "");
  // Sends one frame.
  bool send_frame(int opcode, std::string_view data, bool last = true, bool masked = true);
  bool send_text(std::string_view data) { return send_frame(text, data); }
  // The next whole message or control frame, pings apart, which are answered; nothing if none comes
  // within the time or the other side is gone.
  std::optional<Received> receive(std::chrono::milliseconds most = std::chrono::seconds(5));
  // Whether the other side is gone after at most this time; what comes until then is thrown away.
  bool gone_within(std::chrono::milliseconds most, bool answer_pings = true);

  // Vanishes at once, with a reset.
  void vanish();

 private:
  using Clock = std::chrono::steady_clock;
  // Adds what has come to the buffer; false after the deadline or the end.
  bool fill(Clock::time_point deadline);
  std::optional<Received> next_frame(Clock::time_point deadline, bool& last);

  int socket_ = -1, port_ = 0;
  bool ended_ = false;
  std::string buffer_;
  std::size_t used_ = 0;  // bytes of the buffer that were taken
};

// A request for `target` with a Host header for `port`, and more lines.
std::string get(std::string_view target, int port, std::string_view lines = "");
// The port in a URL of this machine.
int port_of(const std::string& url);

}  // namespace catena::test
