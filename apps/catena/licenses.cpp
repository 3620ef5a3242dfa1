#include "apps/catena/licenses.hpp"

#include <fmt/format.h>

#include "catena/view/viewer_page.hpp"

namespace catena::app {

namespace {

// The page carries them in an element of its own, and so does every page that is exported.
std::string_view licenses_of_page() {
  constexpr std::string_view begin = R"(id="licences">)", end = "</script>";
  const std::string_view page = view::viewer_page();
  const std::size_t from = page.find(begin);
  if (from == std::string_view::npos) return {};
  const std::string_view rest = page.substr(from + begin.size());
  return rest.substr(0, rest.find(end));
}

}  // namespace

std::string licenses() {
  std::string text =
      fmt::format("Catena\n{}\nPart of the program:\n\n{}", own_license, third_party_licenses);
  if (const std::string_view page = licenses_of_page(); !page.empty())
    text += fmt::format("\nPart of the viewer page and of exported pages:\n\n{}\n", page);
  return text;
}

}  // namespace catena::app
