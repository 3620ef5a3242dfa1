// The one source that includes Boost, which takes long to compile.
#include "catena/view/server.hpp"

#include <fmt/format.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <map>
#include <thread>

#include "catena/view/access.hpp"
#include "catena/view/outbox.hpp"

namespace catena {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using Tcp = net::ip::tcp;
using Error = boost::system::error_code;
using Clock = std::chrono::steady_clock;
// With one executor, known when compiling, there is much less to compile.
using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<Tcp, Executor>;
using Acceptor = net::basic_socket_acceptor<Tcp, Executor>;
using Timer = net::basic_waitable_timer<Clock, net::wait_traits<Clock>, Executor>;

constexpr std::size_t most_header = 8 * 1024;
constexpr std::size_t most_message = 64 * 1024;
constexpr int most_messages = 1000;           // within a second, control frames too
constexpr std::size_t piece = 64 * 1024;      // of a large message, so that pings come between
constexpr std::size_t much_binary = 1 << 20;  // replies that wait: no more messages until they went
constexpr std::size_t spare_connections = 64;  // that are no clients yet
constexpr auto goodbye_time = std::chrono::seconds(2);

class Connection;

// What all connections share. But for the mailbox and the count all is the network thread's.
class Network {
 public:
  Network(ServerOptions given, Server::Handlers given_handlers);
  ~Network();

  void send(Parcel parcel);
  // Distributes what is in the mailbox.
  void deliver();

  ServerOptions options;
  Server::Handlers handlers;
  Access access;
  Payload page;
  Clock::duration idle{};
  std::string url;
  std::atomic<std::size_t> clients = 0;
  net::io_context io{1};
  std::map<ClientId, std::shared_ptr<Connection>> connections;

 private:
  void listen();
  void accept();
  void admit(Socket socket);
  void sweep();

  Mailbox mailbox_;
  Acceptor acceptor_{io};
  Timer sweep_timer_{io}, retry_timer_{io};
  ClientId last_id_ = 0;
  std::thread thread_;
};

// One connection: an HTTP request, then its answer or a WebSocket. A sweep of the hub ends it at
// its deadline, whatever it waits for.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Network& network, ClientId id, Socket socket)
      : network_(network),
        id_(id),
        ws_(std::move(socket)),
        deadline_(Clock::now() + network.idle) {}

  void start();
  // Queues a parcel for a client; drops the client if too much waits.
  void put(Parcel parcel);
  // Pings a client that is silent; ends the connection after its deadline.
  void check(Clock::time_point now);
  void end();
  // Tells a client that the program ends, if that is possible without waiting.
  void say_goodbye();
  ClientId id() const { return id_; }
  bool is_client() const { return open_; }

 private:
  void on_request();
  void answer(int status, std::string_view type, Payload body);
  void answer(int status, std::string_view text);
  void drain();
  void upgrade();
  void greet();
  void read_message();
  void on_message();
  void refuse(std::string_view why);
  void write_next();
  void wrote();
  void close();
  bool too_many(Clock::time_point now);
  void heard(Clock::time_point now) {
    if (!closing_) deadline_ = now + network_.idle;
  }
  Socket& socket() { return ws_.next_layer(); }

  Network& network_;
  ClientId id_;
  websocket::stream<Socket, false> ws_;  // false: no compression
  Clock::time_point deadline_, second_{};
  int messages_ = 0;  // since second_
  bool open_ = false, ended_ = false, closing_ = false, paused_ = false;
  bool writing_ = false, pinging_ = false;
  http::request_parser<http::empty_body> parser_;
  boost::beast::flat_buffer request_{2 * most_header}, message_{most_message};
  std::string head_, rest_;
  Payload body_;
  Outbox outbox_;
  std::optional<Parcel> current_;
  std::size_t offset_ = 0;  // of the current parcel: bytes before it are sent
};

void Connection::start() {
  parser_.header_limit(most_header);
  const auto done = [self = shared_from_this()](Error error, std::size_t) {
    if (!error) return self->on_request();
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return self->answer(431, "The header of the request is too long.");
    if (error.category() == make_error_code(http::error::bad_version).category() &&
        error != http::error::end_of_stream && error != http::error::partial_message)
      return self->answer(400, "This is not an HTTP request that can be understood.");
    self->end();
  };
  http::async_read_header(socket(), request_, parser_, done);
}

void Connection::on_request() {
  const auto& request = parser_.get();
  const auto field = [&](http::field name) -> std::optional<std::string_view> {
    const auto found = request.find(name);
    if (found == request.end()) return std::nullopt;
    return std::string_view(found->value().data(), found->value().size());
  };
  const std::string_view target(request.target().data(), request.target().size());
  const std::string_view path = path_of(target);
  if (request.method() != http::verb::get)
    return answer(405, "This viewer answers GET requests only.");
  if (path != "/" && path != "/socket")
    return answer(404, "There is nothing here. The viewer's page is at /.");
  const RequestHead head{target, field(http::field::host), field(http::field::origin)};
  if (const auto why = refusal(network_.access, head)) return answer(403, *why);
  if (path == "/") return answer(200, "text/html", network_.page);
  // What came behind the request would be lost; a client has to wait for the answer anyway.
  if (!websocket::is_upgrade(request) || request_.size() > 0)
    return answer(426,
                  "This address is for the viewer's page, which is at /. It speaks WebSocket.");
  if (network_.clients >= network_.options.most_clients)
    return answer(503, "Too many pages show this viewer. Close one, then load this again.");
  upgrade();
}

void Connection::answer(int status, std::string_view text) {
  answer(status, "text/plain", std::make_shared<const std::string>(std::string(text) + "\n"));
}

void Connection::answer(int status, std::string_view type, Payload body) {
  head_ = http_head(status, type, body->size());
  body_ = std::move(body);
  deadline_ = Clock::now() + network_.idle;
  const std::array<net::const_buffer, 2> buffers{net::buffer(head_), net::buffer(*body_)};
  net::async_write(socket(), buffers, [self = shared_from_this()](Error error, std::size_t) {
    if (error) return self->end();
    Error ignored;
    self->socket().shutdown(Socket::shutdown_send, ignored);
    self->deadline_ = Clock::now() + std::min<Clock::duration>(self->network_.idle, goodbye_time);
    self->drain();
  });
}

// Closing while something unread is left would make the other side lose the answer.
void Connection::drain() {
  rest_.resize(4096);
  socket().async_read_some(net::buffer(rest_),
                           [self = shared_from_this()](Error error, std::size_t) {
                             error ? self->end() : self->drain();
                           });
}

void Connection::upgrade() {
  const auto never = websocket::stream_base::none();  // the deadline is enough
  ws_.set_option(websocket::stream_base::timeout{never, never, false});
  ws_.read_message_max(most_message);
  ws_.auto_fragment(false);
  ws_.control_callback([this](websocket::frame_type, boost::beast::string_view) {
    const auto now = Clock::now();
    heard(now);
    // Not from in here: the stream is in the middle of reading.
    if (too_many(now)) net::post(network_.io, [self = shared_from_this()] { self->end(); });
  });
  ws_.async_accept(parser_.get(), [self = shared_from_this()](Error error) {
    if (error || self->ended_) return self->end();
    self->greet();
    self->read_message();
  });
}

void Connection::greet() {
  network_.deliver();  // what was sent before this client came is not for it
  open_ = true;
  ++network_.clients;
  heard(Clock::now());
  try {
    for (Payload& text :
         network_.handlers.greet ? network_.handlers.greet() : std::vector<Payload>{})
      if (text) put({id_, PayloadKind::Text, std::move(text), true});
  } catch (const std::exception& error) {
    refuse(error.what());
  }
}

void Connection::read_message() {
  if (ended_ || closing_) return;
  message_.clear();
  ws_.async_read(message_, [self = shared_from_this()](Error error, std::size_t) {
    if (error || self->ended_) return self->end();
    self->on_message();
  });
}

void Connection::on_message() {
  const auto now = Clock::now();
  heard(now);
  if (too_many(now))
    return refuse(fmt::format("more than {} messages came within a second", most_messages));
  if (!ws_.got_text()) return refuse("the message is binary; expected text (JSON)");
  const auto data = message_.data();
  const std::string_view text(static_cast<const char*>(data.data()), data.size());
  try {
    const ClientMessage message = parse_client_message(text);
    if (network_.handlers.message) network_.handlers.message(id_, message);
  } catch (const MessageError& error) {
    return refuse(error.what());
  } catch (const std::exception& error) {
    put({id_, PayloadKind::Text, std::make_shared<const std::string>(error_text(error.what()))});
  }
  network_.deliver();  // the replies, to know how much waits
  paused_ = outbox_.waiting_binary() > much_binary;
  if (!paused_) read_message();
}

// Whether more messages than allowed have come in this second, this one included.
bool Connection::too_many(Clock::time_point now) {
  if (now - second_ >= std::chrono::seconds(1)) {
    second_ = now;
    messages_ = 0;
  }
  return ++messages_ > most_messages;
}

// Says why, then closes. Nothing is read from now on.
void Connection::refuse(std::string_view why) {
  if (ended_ || closing_) return;
  outbox_.clear();
  put({id_, PayloadKind::Text, std::make_shared<const std::string>(error_text(why))});
  closing_ = true;
  deadline_ = Clock::now() + std::min<Clock::duration>(network_.idle, goodbye_time);
}

void Connection::put(Parcel parcel) {
  if (!open_ || ended_ || closing_) return;
  if (!outbox_.put(std::move(parcel))) return end();
  write_next();
}

void Connection::write_next() {
  if (writing_ || ended_) return;
  if (!current_) {
    current_ = outbox_.take();
    offset_ = 0;
    if (current_) ws_.binary(current_->kind != PayloadKind::Text);
  }
  if (!current_) {
    if (closing_) close();
    return;
  }
  writing_ = true;
  const std::string& bytes = *current_->payload;
  const std::size_t size = std::min(piece, bytes.size() - offset_);
  const net::const_buffer buffer(bytes.data() + offset_, size);
  offset_ += size;
  ws_.async_write_some(offset_ == bytes.size(), buffer,
                       [self = shared_from_this()](Error error, std::size_t) {
                         self->writing_ = false;
                         error ? self->end() : self->wrote();
                       });
}

void Connection::close() {
  writing_ = true;
  ws_.async_close(websocket::close_code::policy_error,
                  [self = shared_from_this()](Error) { self->end(); });
}

void Connection::wrote() {
  if (ended_) return;
  if (offset_ == current_->payload->size()) current_.reset();
  // Who is not listened to shows that it is alive by taking what it gets.
  if (paused_) heard(Clock::now());
  write_next();
  if (paused_ && outbox_.waiting_binary() <= much_binary) {
    paused_ = false;
    read_message();
  }
}

void Connection::check(Clock::time_point now) {
  if (now > deadline_) {
    Error ignored;  // the system, too, forgets at once what a stalled client has not taken
    socket().set_option(net::socket_base::linger(true, 0), ignored);
    return end();
  }
  if (!open_ || closing_ || paused_ || pinging_ || deadline_ - now > network_.idle / 2) return;
  pinging_ = true;
  ws_.async_ping({}, [self = shared_from_this()](Error error) {
    self->pinging_ = false;
    if (error) self->end();
  });
}

void Connection::end() {
  if (ended_) return;
  ended_ = true;
  const auto self = shared_from_this();
  outbox_.clear();
  Error ignored;
  socket().close(ignored);
  if (open_) --network_.clients;
  network_.connections.erase(id_);
}

void Connection::say_goodbye() {
  if (!open_ || writing_ || pinging_) return;
  Error ignored;
  socket().non_blocking(true, ignored);
  socket().write_some(net::buffer("\x88\x02\x03\xe9", 4), ignored);  // close, 1001: going away
}

Network::Network(ServerOptions given, Server::Handlers given_handlers)
    : options(std::move(given)),
      handlers(std::move(given_handlers)),
      page(std::make_shared<const std::string>(std::move(options.page))) {
  if (!(options.idle_timeout >= 0.01 && options.idle_timeout <= 1e6))
    throw ServerError(
        fmt::format("the idle timeout of the viewer's server is {} s; expected 0.01 s "
                    "to 1e6 s",
                    options.idle_timeout));
  idle = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(options.idle_timeout));
  listen();
  accept();
  sweep();
  thread_ = std::thread([this] {
    for (;;) try {
        io.run();
        return;
      } catch (const std::exception&) {  // out of memory, say: whom it hit has to go, not all
      }
  });
}

Network::~Network() {
  net::post(io, [this] {
    for (const auto& [id, connection] : connections) connection->say_goodbye();
    io.stop();
  });
  thread_.join();
}

void Network::listen() {
  Error error;
  const std::string& name = options.address;
  const net::ip::address address =
      net::ip::make_address(name == "localhost" ? "127.0.0.1" : name, error);
  if (error)
    throw ServerError(
        fmt::format("'{}' is no address to listen on; expected 127.0.0.1 (only this "
                    "machine), 0.0.0.0 (all networks) or another IP address",
                    name));
  const Tcp::endpoint wanted(address, options.port);
  acceptor_.open(wanted.protocol(), error);
  if (!error) acceptor_.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(wanted, error);
  if (!error) acceptor_.listen(net::socket_base::max_listen_connections, error);
  if (error) {
    const char* hint = "try 127.0.0.1 and port 0, which means any free one";
    if (error == net::error::address_in_use)
      hint = "end the program that uses it, or choose another port (0: any free one)";
    else if (error == net::error::access_denied)
      hint = "ports below 1024 need special rights; choose a higher one (0: any free one)";
    throw ServerError(fmt::format("cannot listen on {}, port {}: {}; {}", name, options.port,
                                  error.message(), hint));
  }
  access.loopback = address.is_loopback();
  access.token = options.token.empty() && !access.loopback ? random_token() : options.token;
  std::string host = address.is_unspecified() ? net::ip::host_name() : address.to_string();
  if (host.find(':') != std::string::npos) host = '[' + host + ']';
  url = fmt::format("http://{}:{}/{}{}", host, acceptor_.local_endpoint().port(),
                    access.token.empty() ? "" : "?token=", access.token);
}

void Network::accept() {
  acceptor_.async_accept([this](Error error, Socket socket) {
    if (!error) {
      admit(std::move(socket));
      return accept();
    }
    // Too many open files, perhaps: trying again at once would take a whole processor.
    retry_timer_.expires_after(std::chrono::milliseconds(50));
    retry_timer_.async_wait([this](Error) { accept(); });
  });
}

void Network::admit(Socket socket) {
  if (connections.size() >= options.most_clients + spare_connections) {
    const auto oldest = std::find_if(connections.begin(), connections.end(),
                                     [](const auto& c) { return !c.second->is_client(); });
    if (oldest != connections.end()) std::shared_ptr(oldest->second)->end();
  }
  Error ignored;
  socket.set_option(Tcp::no_delay(true), ignored);
#ifdef TCP_NOTSENT_LOWAT
  // A frame that waits here can be replaced by a newer one; one that waits in the system cannot.
  const int unsent = 128 * 1024;
  ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
#endif
  const ClientId id = ++last_id_;
  const auto connection = std::make_shared<Connection>(*this, id, std::move(socket));
  connections.emplace(id, connection);
  connection->start();
}

void Network::sweep() {
  const auto now = Clock::now();
  for (auto next = connections.begin(); next != connections.end();)
    std::shared_ptr((next++)->second)->check(now);
  sweep_timer_.expires_after(std::min<Clock::duration>(idle / 8, std::chrono::seconds(1)));
  sweep_timer_.async_wait([this](Error) { sweep(); });
}

void Network::send(Parcel parcel) {
  if (!parcel.payload || clients == 0) return;
  if (mailbox_.put(std::move(parcel))) net::post(io, [this] { deliver(); });
}

void Network::deliver() {
  const auto parcels = mailbox_.take_all();
  for (auto next = connections.begin(); next != connections.end();) {
    const auto connection = (next++)->second;
    if (!parcels && connection->is_client()) connection->end();
    if (!parcels) continue;
    for (const Parcel& parcel : *parcels)
      if (parcel.to == 0 || parcel.to == connection->id()) connection->put(parcel);
  }
}

}  // namespace

class Server::Hub : public Network {
  using Network::Network;
};

Server::Server(ServerOptions options, Handlers handlers)
    : hub_(std::make_unique<Hub>(std::move(options), std::move(handlers))) {}
Server::~Server() = default;

std::string Server::url() const {
  return hub_->url;
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
