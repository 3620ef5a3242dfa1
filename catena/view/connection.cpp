#include "catena/view/connection.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

// The one source that includes Boost.Beast, which takes long to compile.

namespace catena {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using Tcp = net::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = ClientConnection::Clock;
// With one executor, known when compiling, there is much less to compile.
using Socket = net::basic_stream_socket<Tcp, net::io_context::executor_type>;

constexpr std::size_t most_header = 8 * 1024;
constexpr std::size_t most_message = 64 * 1024;
constexpr int most_messages = 1000;           // within a second, control frames too
constexpr std::size_t piece = 64 * 1024;      // of a large message, so that pings come between
constexpr std::size_t much_binary = 1 << 20;  // replies that wait: no more messages until they went
constexpr auto goodbye_time = std::chrono::seconds(2);

class SocketConnection final : public ClientConnection,
                               public std::enable_shared_from_this<SocketConnection> {
 public:
  SocketConnection(ConnectionHost& host, ClientId id, Socket socket)
      : host_(host), id_(id), ws_(std::move(socket)), deadline_(Clock::now() + host.idle) {}

  void start() override;
  void put(const Parcel& parcel) override;
  void check(Clock::time_point now) override;
  void end() override;
  void say_goodbye() override;
  bool is_client() const override { return open_ && !closing_; }

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
  void stop_listening();
  void write_next();
  void wrote();
  void close();
  bool too_many(Clock::time_point now);
  void heard(Clock::time_point now) {
    if (!closing_) deadline_ = now + host_.idle;
  }
  Socket& socket() { return ws_.next_layer(); }

  ConnectionHost& host_;
  ClientId id_;
  websocket::stream<Socket, false> ws_;  // false: no compression
  Clock::time_point deadline_, second_{};
  int messages_ = 0;  // since second_
  bool open_ = false, ended_ = false, closing_ = false, refused_ = false, paused_ = false;
  bool writing_ = false, pinging_ = false;
  http::request_parser<http::empty_body> parser_;
  boost::beast::flat_buffer request_{2 * most_header}, message_{most_message};
  std::string head_, rest_;
  Payload body_;
  Outbox outbox_;
  std::optional<Parcel> current_;
  std::size_t offset_ = 0;  // of the current parcel: bytes before it are sent
};

void SocketConnection::start() {
  parser_.header_limit(most_header);
  const auto done = [self = shared_from_this()](ErrorCode error, std::size_t) {
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

void SocketConnection::on_request() {
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
    return answer(404, "There is nothing here. The viewer page is at /.");
  const RequestHead head{target, field(http::field::host), field(http::field::origin),
                         request.count(http::field::host), request.count(http::field::origin)};
  if (const auto why = refusal(host_.access, head)) return answer(403, *why);
  if (path == "/") return answer(200, "text/html", host_.page);
  // What came behind the request would be lost; a client has to wait for the answer anyway.
  if (!websocket::is_upgrade(request) || request_.size() > 0)
    return answer(426, "This address is a WebSocket for the viewer page, which is at /.");
  if (host_.clients >= host_.most_clients)
    return answer(
        503, "Too many pages are connected to this viewer. Close one, then load this page again.");
  upgrade();
}

void SocketConnection::answer(int status, std::string_view text) {
  answer(status, "text/plain", std::make_shared<const std::string>(std::string(text) + "\n"));
}

void SocketConnection::answer(int status, std::string_view type, Payload body) {
  head_ = http_head(status, type, body->size());
  body_ = std::move(body);
  deadline_ = Clock::now() + host_.idle;
  const std::array<net::const_buffer, 2> buffers{net::buffer(head_), net::buffer(*body_)};
  net::async_write(socket(), buffers, [self = shared_from_this()](ErrorCode error, std::size_t) {
    if (error) return self->end();
    ErrorCode ignored;
    self->socket().shutdown(Socket::shutdown_send, ignored);
    self->deadline_ = Clock::now() + std::min<Clock::duration>(self->host_.idle, goodbye_time);
    self->drain();
  });
}

// Closing while something unread is left would make the other side lose the answer.
void SocketConnection::drain() {
  rest_.resize(4096);
  socket().async_read_some(net::buffer(rest_),
                           [self = shared_from_this()](ErrorCode error, std::size_t) {
                             error ? self->end() : self->drain();
                           });
}

void SocketConnection::upgrade() {
  const auto never = websocket::stream_base::none();  // the deadline is enough
  ws_.set_option(websocket::stream_base::timeout{never, never, false});
  ws_.read_message_max(most_message);
  ws_.auto_fragment(false);
  ws_.control_callback([this](websocket::frame_type type, boost::beast::string_view) {
    if (ended_) return;
    const auto now = Clock::now();
    heard(now);
    if (type == websocket::frame_type::close) stop_listening();
    // Not from in here: the stream is in the middle of reading.
    if (too_many(now)) net::post(*host_.io, [self = shared_from_this()] { self->end(); });
  });
  ws_.async_accept(parser_.get(), [self = shared_from_this()](ErrorCode error) {
    if (error || self->ended_) return self->end();
    self->greet();
    self->read_message();
  });
}

void SocketConnection::greet() {
  host_.deliver();  // what was sent before this client came is not for it
  open_ = true;
  ++host_.clients;
  heard(Clock::now());
  try {
    for (Payload& text : host_.handlers.greet ? host_.handlers.greet() : std::vector<Payload>{})
      if (text) put({id_, PayloadKind::Text, std::move(text), true});
  } catch (const std::exception& error) {
    refuse(error.what());
  }
}

void SocketConnection::read_message() {
  if (ended_ || closing_) return;
  message_.clear();
  ws_.async_read(message_, [self = shared_from_this()](ErrorCode error, std::size_t) {
    if (error || self->ended_) return self->end();
    self->on_message();
  });
}

void SocketConnection::on_message() {
  const auto now = Clock::now();
  heard(now);
  if (too_many(now))
    return refuse(fmt::format("more than {} messages came within a second", most_messages));
  const auto data = message_.data();
  const std::string_view text(static_cast<const char*>(data.data()), data.size());
  // A wrong request is answered, and those that come later are carried out.
  try {
    if (!ws_.got_text()) throw MessageError("the message is binary; expected text (JSON)");
    const ClientMessage message = parse_client_message(text);
    if (host_.handlers.message) host_.handlers.message(id_, message);
  } catch (const std::exception& error) {
    put({id_, PayloadKind::Text, std::make_shared<const std::string>(error_text(error.what()))});
  }
  host_.deliver();  // the replies, to know how much waits
  paused_ = outbox_.waiting_binary() > much_binary;
  if (!paused_) read_message();
}

// Whether more messages than allowed have come in this second, this one included.
bool SocketConnection::too_many(Clock::time_point now) {
  if (now - second_ >= std::chrono::seconds(1)) {
    second_ = now;
    messages_ = 0;
  }
  return ++messages_ > most_messages;
}

// Says why, then closes.
void SocketConnection::refuse(std::string_view why) {
  if (ended_ || closing_) return;
  outbox_.clear();
  put({id_, PayloadKind::Text, std::make_shared<const std::string>(error_text(why))});
  refused_ = true;
  stop_listening();
}

// Nothing is queued or read from now on, and the other side has little time left.
void SocketConnection::stop_listening() {
  if (is_client()) --host_.clients;
  closing_ = true;
  deadline_ = Clock::now() + std::min<Clock::duration>(host_.idle, goodbye_time);
}

void SocketConnection::put(const Parcel& parcel) {
  if (!is_client() || ended_) return;
  if (!outbox_.put(parcel)) return end();
  write_next();
}

void SocketConnection::write_next() {
  if (writing_ || ended_) return;
  if (!current_) {
    current_ = outbox_.take();
    offset_ = 0;
    if (current_) ws_.binary(current_->kind != PayloadKind::Text);
  }
  if (!current_) {
    if (refused_) close();
    return;
  }
  writing_ = true;
  const std::string& bytes = *current_->payload;
  const std::size_t size = std::min(piece, bytes.size() - offset_);
  const net::const_buffer buffer(bytes.data() + offset_, size);
  offset_ += size;
  ws_.async_write_some(offset_ == bytes.size(), buffer,
                       [self = shared_from_this()](ErrorCode error, std::size_t) {
                         self->writing_ = false;
                         error ? self->end() : self->wrote();
                       });
}

void SocketConnection::close() {
  writing_ = true;
  ws_.async_close(websocket::close_code::policy_error,
                  [self = shared_from_this()](ErrorCode) { self->end(); });
}

void SocketConnection::wrote() {
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

void SocketConnection::check(Clock::time_point now) {
  if (now > deadline_) {
    ErrorCode ignored;  // the system, too, forgets at once what a stalled client has not taken
    socket().set_option(net::socket_base::linger(true, 0), ignored);
    return end();
  }
  if (!is_client() || paused_ || pinging_ || deadline_ - now > host_.idle / 2) return;
  pinging_ = true;
  ws_.async_ping({}, [self = shared_from_this()](ErrorCode error) {
    self->pinging_ = false;
    if (error) self->end();
  });
}

void SocketConnection::end() {
  if (ended_) return;
  ended_ = true;
  const auto self = shared_from_this();
  outbox_.clear();
  ErrorCode ignored;
  socket().close(ignored);
  if (is_client()) --host_.clients;
  host_.ended(id_);
}

void SocketConnection::say_goodbye() {
  if (!is_client() || writing_ || pinging_) return;
  ErrorCode ignored;
  socket().non_blocking(true, ignored);
  socket().write_some(net::buffer("\x88\x02\x03\xe9", 4), ignored);  // close, 1001: going away
}

}  // namespace

std::shared_ptr<ClientConnection> make_connection(ConnectionHost& host, ClientId id, int socket,
                                                  bool version_6) {
  Socket taken(*host.io);
  ErrorCode error;
  taken.assign(version_6 ? Tcp::v6() : Tcp::v4(), socket, error);
  if (!error) return std::make_shared<SocketConnection>(host, id, std::move(taken));
  ::close(socket);
  return nullptr;
}

}  // namespace catena
