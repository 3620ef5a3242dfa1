#include "catena/view/viewer_page.hpp"

namespace catena::view {

std::string_view viewer_page() {
  return {};
}

}  // namespace catena::view
