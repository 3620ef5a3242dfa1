#include "catena/view/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace catena {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// Takes the same time wherever the texts differ, so that a token cannot be guessed piece by piece.
bool equal_in_constant_time(std::string_view found, std::string_view expected) {
  unsigned difference = found.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const char other = i < found.size() ? found[i] : '\0';
    difference |= static_cast<unsigned>(other ^ expected[i]);
  }
  return difference == 0;
}

std::string_view token_in(std::string_view target) {
  std::string_view query = target.substr(path_of(target).size());
  while (!query.empty()) {
    query.remove_prefix(1);  // '?' or '&'
    const std::string_view part = query.substr(0, query.find('&'));
    if (part.starts_with("token=")) return part.substr(6);
    query.remove_prefix(part.size());
  }
  return {};
}

// The page comes from here by http and from nowhere else.
bool is_own_page(std::string_view origin, std::string_view host) {
  constexpr std::string_view scheme = "http://";
  return equal_ignoring_case(origin.substr(0, scheme.size()), scheme) &&
         equal_ignoring_case(origin.substr(scheme.size()), host);
}

const char* reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 426:
      return "Upgrade Required";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Bad Request";
  }
}

}  // namespace

std::optional<std::string> refusal(const Access& access, const RequestHead& request) {
  if (request.hosts > 1 || request.origins > 1)
    return "The request has two Host or Origin headers, which is ambiguous.";
  // A name that an attacker controls can be made to point to this machine (DNS rebinding).
  if (access.loopback && (!request.host || !is_loopback_host(*request.host)))
    return "This viewer serves its own machine only. Open it as http://127.0.0.1 or "
           "http://localhost, with its port.";
  // Browsers let every page open sockets anywhere, but say which page it is.
  if (request.origin && !is_own_page(*request.origin, request.host.value_or("")))
    return "This viewer answers only its own page, not pages of other sites.";
  if (!access.token.empty() && !equal_in_constant_time(token_in(request.target), access.token))
    return "The address lacks its token, or has a wrong one. Use the whole address that catena "
           "printed when it started, with ?token=... at its end.";
  return std::nullopt;
}

bool is_loopback_host(std::string_view host) {
  const auto colon = host.rfind(':');
  if (colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
    const std::string_view port = host.substr(colon + 1);
    if (port.empty() || port.find_first_not_of("0123456789") != std::string_view::npos)
      return false;
    host = host.substr(0, colon);
  }
  if (equal_ignoring_case(host, "localhost") || host == "[::1]") return true;
  // An address, not a name that only looks like one.
  return host.starts_with("127.") &&
         host.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

std::string random_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::string http_head(int status, std::string_view content_type, std::size_t length) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Content-Type: {}; charset=utf-8\r\n"
      "Content-Length: {}\r\n"
      "Cache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; "
      "style-src 'unsafe-inline'; img-src 'self' data: blob:; media-src blob:; worker-src blob:; "
      "font-src data:; connect-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'\r\n"
      "{}{}Connection: close\r\n\r\n",
      status, reason(status), content_type, length, status == 405 ? "Allow: GET\r\n" : "",
      status == 426 ? "Upgrade: websocket\r\n" : "");
}

}  // namespace catena
