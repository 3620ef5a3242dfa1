#include <iostream>

#include "apps/catena/commands.hpp"

namespace catena::app {

int run_demo() {
  std::cout << "catena " << CATENA_VERSION << '\n';
  return exit_success;
}

}  // namespace catena::app
