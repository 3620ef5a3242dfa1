#include "contender.hpp"

namespace catena::bench {

const char* to_string(Kernel kernel) {
  switch (kernel) {
    case Kernel::Rnea:
      return "RNEA";
    case Kernel::Aba:
      return "ABA";
    case Kernel::Crba:
      return "CRBA";
    case Kernel::Jacobians:
      return "Jacobians";
    case Kernel::RneaDerivatives:
      return "RNEA derivatives";
    case Kernel::AbaDerivatives:
      return "ABA derivatives";
  }
  return "";
}

}  // namespace catena::bench
