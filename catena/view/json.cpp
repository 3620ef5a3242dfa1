#include "catena/view/json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/record/event_file.hpp"

namespace catena {

std::string json_number(double x) {
  return std::isfinite(x) ? fmt::format("{:.12g}", x) : "null";
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == '<')  // '<': inside of HTML
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + '"';
}

std::string json_event(const Event& event) {
  return fmt::format(R"("t":{},"kind":{},"name":{},"note":{})", json_number(event.t),
                     json_text(event.kind), json_text(event.name), json_text(describe(event)));
}

}  // namespace catena
