#pragma once
// The viewer's server: serves the page at /, and speaks with it by WebSocket at /socket. One thread
// of its own does all that concerns the network; no other thread waits for it.

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "catena/view/client_message.hpp"
#include "catena/view/payload.hpp"

namespace catena {

// The server cannot listen: where, why, and what to try.
class ServerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  unsigned short port = 0;  // 0: any free one
  // Must be in the page's address, ?token=..., unless it is empty. Where the address can be reached
  // from other machines, an empty one is replaced by 128 random bits. Letters and digits only.
  std::string token;
  std::string page;            // HTML that / serves
  double idle_timeout = 30.0;  // s; who does not answer for so long is disconnected
  std::size_t most_clients = 256;
};

class Server {
 public:
  // Called from the network's thread; they must return quickly, and may call the functions below.
  struct Handlers {
    // Texts that a new client gets first. A frame that is sent from in here comes right after them.
    std::function<std::vector<Payload>()> greet;
    // While more than 1 MB of binary replies to a client waits, it is not asked for more messages:
    // replies that are made in here can be large and many.
    std::function<void(ClientId, const ClientMessage&)> message;
    // A connection has ended, which may not have been a client yet. May be empty.
    std::function<void(ClientId)> left = {};
  };

  // Listens from now on; throws ServerError where it cannot.
  Server(ServerOptions options, Handlers handlers);
  // Closes all connections and ends its thread. Not to be called from a handler.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // What to open in a browser, with the token where one is needed.
  std::string url() const;
  // Binary, to all. One that a client has not got yet is replaced: a slow client misses frames.
  void send_frame(Payload frame);
  // To all. Texts, replies and frames keep their order. A client for which more than 4 MB of texts
  // wait is dropped.
  void send_text(Payload text);
  // To one; nothing happens if it is gone. A client for which more than 64 MB of binary replies
  // wait is dropped.
  void reply_text(ClientId client, Payload text);
  void reply_binary(ClientId client, Payload data);
  // Connected pages.
  std::size_t client_count() const;

 private:
  class Hub;
  std::unique_ptr<Hub> hub_;
};

}  // namespace catena
