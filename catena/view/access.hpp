#pragma once
// Access control for the viewer's server. Any page in the user's browser can send requests to this
// machine; these checks admit only the server's own page, and keep out other machines without a
// token.

#include <optional>
#include <string>
#include <string_view>

namespace catena {

struct Access {
  bool loopback = true;  // only programs of this machine can connect
  std::string token;     // must be in the address, if not empty
};

// What a request says of itself.
struct RequestHead {
  std::string_view target;                       // "/socket?token=..."
  std::optional<std::string_view> host, origin;  // the first of each
  std::size_t hosts = 1, origins = 1;            // how many there are
};

// Why a request is refused, in words for a person; nothing if it may pass.
std::optional<std::string> refusal(const Access& access, const RequestHead& request);

// Whether a Host header ("localhost:8080") names this machine itself.
bool is_loopback_host(std::string_view host);
// The part of a target before '?'.
std::string_view path_of(std::string_view target);
// 128 random bits in hexadecimal digits.
std::string random_token();

// The head of an HTTP answer, with its empty line. All answers close their connection.
std::string http_head(int status, std::string_view content_type, std::size_t length);

}  // namespace catena
