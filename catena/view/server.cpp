#include "catena/view/server.hpp"

#include <fmt/format.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <map>
#include <thread>

#include "catena/view/connection.hpp"

namespace catena {
namespace {

namespace net = boost::asio;
using Tcp = net::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = ClientConnection::Clock;
using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<Tcp, Executor>;
using Acceptor = net::basic_socket_acceptor<Tcp, Executor>;
using Timer = net::basic_waitable_timer<Clock, net::wait_traits<Clock>, Executor>;

constexpr std::size_t spare_connections = 64;  // that are no clients yet

}  // namespace

// Listens, and keeps the connections. But for send() all happens in its thread.
class Server::Hub final : public ConnectionHost {
 public:
  Hub(ServerOptions options, Handlers given_handlers);
  ~Hub() override;

  // From any thread: sends a parcel to one client or all.
  void send(Parcel parcel);
  void deliver() override;
  void ended(ClientId id) override {
    if (connections_.erase(id) > 0 && handlers.left) handlers.left(id);
  }
  const std::string& url() const { return url_; }

 private:
  void listen(const ServerOptions& options);
  void accept();
  void admit(Socket socket);
  void sweep();

  Mailbox mailbox_;
  std::string url_;
  bool version_6_ = false;
  ClientId last_id_ = 0;
  net::io_context context_{1};
  std::map<ClientId, std::shared_ptr<ClientConnection>> connections_;
  Acceptor acceptor_{context_};
  Timer sweep_timer_{context_}, retry_timer_{context_};
  std::thread thread_;
};

Server::Hub::Hub(ServerOptions options, Handlers given_handlers) {
  if (!(options.idle_timeout >= 0.01 && options.idle_timeout <= 1e6))
    throw ServerError(
        fmt::format("the idle timeout of the viewer's server is {} s; expected 0.01 s "
                    "to 1e6 s",
                    options.idle_timeout));
  idle = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(options.idle_timeout));
  io = &context_;
  handlers = std::move(given_handlers);
  page = std::make_shared<const std::string>(std::move(options.page));
  most_clients = options.most_clients;
  listen(options);
  accept();
  sweep();
  thread_ = std::thread([this] {
    for (;;) try {
        context_.run();
        return;
      } catch (const std::exception&) {  // out of memory, say: this connection ends, not all
      }
  });
}

Server::Hub::~Hub() {
  net::post(context_, [this] {
    for (const auto& [id, connection] : connections_) connection->say_goodbye();
    context_.stop();
  });
  thread_.join();
}

void Server::Hub::listen(const ServerOptions& options) {
  ErrorCode error;
  const std::string& name = options.address;
  const net::ip::address address =
      net::ip::make_address(name == "localhost" ? "127.0.0.1" : name, error);
  if (error)
    throw ServerError(
        fmt::format("'{}' is not an address to listen on; expected 127.0.0.1 (only this machine), "
                    "0.0.0.0 (all networks) or another IP address",
                    name));
  version_6_ = address.is_v6();
  const Tcp::endpoint wanted(address, options.port);
  acceptor_.open(wanted.protocol(), error);
  if (!error) acceptor_.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(wanted, error);
  if (!error) acceptor_.listen(net::socket_base::max_listen_connections, error);
  if (error) {
    const char* hint = "try 127.0.0.1 and port 0, which means any free port";
    if (error == net::error::address_in_use)
      hint = "end the program that uses it, or choose another port (0: any free port)";
    else if (error == net::error::access_denied)
      hint = "ports below 1024 need special rights; choose a higher one (0: any free port)";
    throw ServerError(fmt::format("cannot listen on {}, port {}: {}; {}", name, options.port,
                                  error.message(), hint));
  }
  access.loopback = address.is_loopback();
  access.token = options.token.empty() && !access.loopback ? random_token() : options.token;
  std::string host = address.is_unspecified() ? net::ip::host_name() : address.to_string();
  if (host.find(':') != std::string::npos) host = '[' + host + ']';
  url_ = fmt::format("http://{}:{}/{}{}", host, acceptor_.local_endpoint().port(),
                     access.token.empty() ? "" : "?token=", access.token);
}

void Server::Hub::accept() {
  acceptor_.async_accept([this](ErrorCode error, Socket socket) {
    if (!error) {
      accept();
      return admit(std::move(socket));
    }
    // Too many open files, perhaps: trying again at once would take a whole processor.
    retry_timer_.expires_after(std::chrono::milliseconds(50));
    retry_timer_.async_wait([this](ErrorCode) { accept(); });
  });
}

void Server::Hub::admit(Socket socket) {
  if (connections_.size() >= most_clients + spare_connections) {
    const auto oldest = std::find_if(connections_.begin(), connections_.end(),
                                     [](const auto& c) { return !c.second->is_client(); });
    if (oldest != connections_.end()) std::shared_ptr(oldest->second)->end();
  }
  ErrorCode ignored;
  socket.set_option(Tcp::no_delay(true), ignored);
#ifdef TCP_NOTSENT_LOWAT
  // A frame that waits here can be replaced by a newer one; one that waits in the system cannot.
  const int unsent = 128 * 1024;
  ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
#endif
  const ClientId id = ++last_id_;
  const auto connection = make_connection(*this, id, socket.release(), version_6_);
  if (!connection) return;
  connections_.emplace(id, connection);
  connection->start();
}

void Server::Hub::sweep() {
  sweep_timer_.expires_after(std::min<Clock::duration>(idle / 8, std::chrono::seconds(1)));
  sweep_timer_.async_wait([this](ErrorCode) { sweep(); });
  const auto now = Clock::now();
  for (auto next = connections_.begin(); next != connections_.end();)
    std::shared_ptr((next++)->second)->check(now);
}

void Server::Hub::send(Parcel parcel) {
  if (!parcel.payload || clients == 0) return;
  if (mailbox_.put(std::move(parcel))) net::post(context_, [this] { deliver(); });
}

void Server::Hub::deliver() {
  const auto parcels = mailbox_.take_all();
  for (auto next = connections_.begin(); next != connections_.end();) {
    const auto [id, connection] = *next++;
    if (!parcels && connection->is_client()) connection->end();
    if (!parcels) continue;
    for (const Parcel& parcel : *parcels)
      if (parcel.to == 0 || parcel.to == id) connection->put(parcel);
  }
}

Server::Server(ServerOptions options, Handlers handlers)
    : hub_(std::make_unique<Hub>(std::move(options), std::move(handlers))) {}
Server::~Server() = default;

std::string Server::url() const {
  return hub_->url();
}
void Server::send_frame(Payload frame) {
  hub_->send({0, PayloadKind::Frame, std::move(frame)});
}
void Server::send_text(Payload text) {
  hub_->send({0, PayloadKind::Text, std::move(text)});
}
void Server::reply_text(ClientId client, Payload text) {
  hub_->send({client, PayloadKind::Text, std::move(text)});
}
void Server::reply_binary(ClientId client, Payload data) {
  hub_->send({client, PayloadKind::Binary, std::move(data)});
}
std::size_t Server::client_count() const {
  return hub_->clients;
}

}  // namespace catena
