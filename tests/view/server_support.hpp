#pragma once
// A server for tests, which notes what it is told; payloads that are counted while they live.

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include "catena/view/server.hpp"
#include "tests/view/test_client.hpp"

namespace catena::test {

using namespace std::chrono_literals;

inline Payload payload(std::string bytes) {
  return std::make_shared<const std::string>(std::move(bytes));
}

// Makes payloads and knows how many bytes of them are alive.
class CountedPayloads {
 public:
  Payload make(std::string bytes) {
    const std::size_t size = bytes.size();
    const std::size_t now = *alive_ += size;
    for (std::size_t most = most_; now > most && !most_.compare_exchange_weak(most, now);) continue;
    return Payload(new std::string(std::move(bytes)), [alive = alive_, size](const std::string* p) {
      *alive -= size;
      delete p;
    });
  }
  std::size_t alive() const { return *alive_; }
  std::size_t most_alive() const { return most_; }

 private:
  std::shared_ptr<std::atomic<std::size_t>> alive_ = std::make_shared<std::atomic<std::size_t>>(0);
  std::atomic<std::size_t> most_ = 0;
};

// Whether something becomes true within some seconds.
template <class Condition>
bool soon(Condition condition, std::chrono::milliseconds most = 5s) {
  const auto deadline = std::chrono::steady_clock::now() + most;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

class TestServer {
 public:
  explicit TestServer(ServerOptions options = {}, Server::Handlers handlers = {})
      : server_(with_page(std::move(options)), noting(std::move(handlers))) {}

  Server* operator->() { return &server_; }
  int port() const { return port_of(server_.url()); }
  TestClient connect(int receive_buffer = 0) { return TestClient(port(), receive_buffer); }
  // A client that is connected, and has got its greeting.
  TestClient viewer(int receive_buffer = 0) {
    TestClient client = connect(receive_buffer);
    client.upgrade();
    client.receive();
    return client;
  }
  // The messages that came.
  std::vector<std::pair<ClientId, ClientMessage>> messages() {
    const std::lock_guard lock(mutex_);
    return messages_;
  }

 private:
  static ServerOptions with_page(ServerOptions options) {
    options.page = "<!doctype html><title>Catena</title>";
    return options;
  }
  Server::Handlers noting(Server::Handlers handlers) {
    if (!handlers.greet) handlers.greet = [] { return std::vector{payload("hello")}; };
    if (!handlers.message)
      handlers.message = [this](ClientId client, const ClientMessage& message) {
        const std::lock_guard lock(mutex_);
        messages_.emplace_back(client, message);
      };
    return handlers;
  }

  std::mutex mutex_;
  std::vector<std::pair<ClientId, ClientMessage>> messages_;
  Server server_;
};

}  // namespace catena::test
