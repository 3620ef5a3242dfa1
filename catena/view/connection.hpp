#pragma once
// One connection to the viewer's server: an HTTP request, then its answer or a WebSocket. All of it
// happens in the network's thread.

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "catena/view/access.hpp"
#include "catena/view/outbox.hpp"
#include "catena/view/server.hpp"

namespace boost::asio {
class io_context;
}

namespace catena {

// What all connections share.
struct ConnectionHost {
  using Clock = std::chrono::steady_clock;

  virtual ~ConnectionHost() = default;
  // Distributes what is in the mailbox.
  virtual void deliver() = 0;
  // Forgets a connection.
  virtual void ended(ClientId id) = 0;

  boost::asio::io_context* io = nullptr;
  Server::Handlers handlers;
  Access access;
  Payload page;
  Clock::duration idle{};
  std::size_t most_clients = 0;
  std::atomic<std::size_t> clients = 0;  // is_client() of them
};

class ClientConnection {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~ClientConnection() = default;
  // Waits for the request.
  virtual void start() = 0;
  // Queues a parcel for a client; drops the client if too much waits.
  virtual void put(const Parcel& parcel) = 0;
  // Pings a client that is silent; ends the connection after its deadline, whatever it waits for.
  virtual void check(Clock::time_point now) = 0;
  virtual void end() = 0;
  // Tells a client that the program ends, if that is possible without waiting.
  virtual void say_goodbye() = 0;
  // Whether it is a page that gets what is sent to all.
  virtual bool is_client() const = 0;
};

// Takes over an open socket of the system, of IP version 6 or 4; nothing, and the socket is closed,
// if the system allows no more.
std::shared_ptr<ClientConnection> make_connection(ConnectionHost& host, ClientId id, int socket,
                                                  bool version_6);

}  // namespace catena
