#include "tests/view/test_client.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace catena::test {

using std::chrono::milliseconds;

int Received::close_code() const {
  if (opcode != close || data.size() < 2) return 0;
  return static_cast<unsigned char>(data[0]) * 256 + static_cast<unsigned char>(data[1]);
}

TestClient::TestClient(int port, int receive_buffer)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)), port_(port) {
  if (receive_buffer > 0)
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("the test's client cannot connect");
}

TestClient::~TestClient() {
  if (socket_ >= 0) ::close(socket_);
}

TestClient::TestClient(TestClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      port_(other.port_),
      ended_(other.ended_),
      buffer_(std::move(other.buffer_)),
      used_(other.used_) {}

bool TestClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string TestClient::request(std::string_view text) {
  send(text);
  return read_to_end().value_or("no end");
}

std::optional<std::string> TestClient::read_to_end(milliseconds most) {
  const auto deadline = Clock::now() + most;
  while (fill(deadline)) continue;
  if (!ended_) return std::nullopt;
  return std::exchange(buffer_, {}).substr(std::exchange(used_, 0));
}

std::string TestClient::upgrade(std::string_view target, std::string_view lines) {
  send(get(target, port_,
           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
               std::string(lines)));
  const auto deadline = Clock::now() + std::chrono::seconds(5);
  for (;;) {
    const auto end = buffer_.find("\r\n\r\n");
    if (end != std::string::npos) {
      used_ = end + 4;
      return buffer_.substr(0, used_);
    }
    if (!fill(deadline)) return buffer_;
  }
}

bool TestClient::send_frame(int opcode, std::string_view data, bool last, bool masked) {
  std::string frame(1, static_cast<char>((last ? 0x80 : 0) | opcode));
  const char mask_bit = masked ? '\x80' : '\0';
  if (data.size() < 126) {
    frame += static_cast<char>(mask_bit | static_cast<char>(data.size()));
  } else {
    const bool large = data.size() > 65535;
    frame += static_cast<char>(mask_bit | (large ? 127 : 126));
    for (int i = large ? 7 : 1; i >= 0; --i)
      frame += static_cast<char>((data.size() >> (8 * i)) & 0xff);
  }
  const std::string_view mask("\x12\x34\x56\x78");
  if (masked) frame += mask;
  for (std::size_t i = 0; i < data.size(); ++i)
    frame += masked ? static_cast<char>(data[i] ^ mask[i % 4]) : data[i];
  return send(frame);
}

bool TestClient::fill(Clock::time_point deadline) {
  if (ended_) return false;
  if (used_ > 0 && used_ == buffer_.size()) {
    buffer_.clear();
    used_ = 0;
  }
  pollfd waiting{socket_, POLLIN, 0};
  const auto rest = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
  if (rest < 0 || ::poll(&waiting, 1, static_cast<int>(rest)) <= 0) return false;
  std::array<char, 65536> bytes;
  const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
  ended_ = count <= 0;
  if (!ended_) buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  return !ended_;
}

std::optional<Received> TestClient::next_frame(Clock::time_point deadline, bool& last) {
  const auto need = [&](std::size_t size) {
    while (buffer_.size() - used_ < size)
      if (!fill(deadline)) return false;
    return true;
  };
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[used_ + i]); };
  if (!need(2)) return std::nullopt;
  std::size_t size = byte(1) & 127, head = 2;
  if (size >= 126) {
    const std::size_t digits = size == 126 ? 2 : 8;
    head += digits;
    if (!need(head)) return std::nullopt;
    size = 0;
    for (std::size_t i = 0; i < digits; ++i) size = size << 8 | byte(2 + i);
  }
  if (!need(head + size)) return std::nullopt;
  last = (byte(0) & 128) != 0;
  Received frame{byte(0) & 15, buffer_.substr(used_ + head, size)};
  used_ += head + size;
  return frame;
}

std::optional<Received> TestClient::receive(milliseconds most) {
  const auto deadline = Clock::now() + most;
  std::optional<Received> whole;
  for (;;) {
    bool last = true;
    auto frame = next_frame(deadline, last);
    if (!frame) return std::nullopt;
    if (frame->opcode == ping) {
      send_frame(pong, frame->data);
      continue;
    }
    if (frame->opcode >= close) return frame;
    if (whole)
      whole->data += frame->data;
    else
      whole = std::move(frame);
    if (last) return whole;
  }
}

bool TestClient::gone_within(milliseconds most, bool answer_pings) {
  const auto deadline = Clock::now() + most;
  if (answer_pings) {
    while (!ended_ && Clock::now() < deadline)
      receive(std::chrono::ceil<milliseconds>(deadline - Clock::now()));
    return ended_;
  }
  while (fill(deadline)) used_ = buffer_.size();
  return ended_;
}

void TestClient::vanish() {
  const linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(std::exchange(socket_, -1));
}

std::string get(std::string_view target, int port, std::string_view lines) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\n" + std::string(lines) + "\r\n";
}

int port_of(const std::string& url) {
  return std::stoi(url.substr(url.find(':', 7) + 1));
}

}  // namespace catena::test
