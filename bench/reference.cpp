#include "reference.hpp"

#include <cmath>
#include <limits>

namespace catena::bench {

// For CRBA on chains Pinocchio has two ways, in local and in world frames; the faster is given.
const std::vector<ReferenceTimes>& reference_times() {
  static const std::vector<ReferenceTimes> table = {
      {Kernel::Rnea, "RBDL", {502, 993, 2412, 1540, 8435, 44208}},
      {Kernel::Rnea, "Pinocchio", {637, 1180, 2792, 1847, 9330, 48987}},
      {Kernel::Aba, "Pinocchio", {1263, 3068, 6454, 3761, 19426, 99048}},
      {Kernel::Aba, "RBDL", {1354, 2851, 6671, 4226, 22235, 115710}},
      {Kernel::Crba, "Pinocchio", {464, 914, 2691, 2092, 15854, 216237}},
      {Kernel::Jacobians, "Pinocchio", {362, 684, 1610, 0, 0, 0}},
      {Kernel::RneaDerivatives, "Pinocchio", {2232, 5169, 12426, 0, 0, 0}},
      {Kernel::AbaDerivatives, "Pinocchio", {3645, 9625, 25921, 0, 0, 0}},
      {Kernel::Aba, "MuJoCo", {2142, 4736, 11269, 7729, 0, 0}},
      {Kernel::Aba, "Bullet", {2675, 4671, 10994, 10300, 51700, 0}},
      {Kernel::Aba, "DART", {8219, 17747, 39179, 0, 0, 0}},
      {Kernel::Aba, "Simbody", {14238, 23165, 41917, 0, 0, 0}},
  };
  return table;
}

const std::vector<ReferenceInstructions>& reference_instructions() {
  static const std::vector<ReferenceInstructions> table = {
      {Kernel::Rnea, "Pinocchio", 5023, 21350},
      {Kernel::Rnea, "RBDL", 4625, 20000},
      {Kernel::Aba, "Pinocchio", 10578, 54251},
      {Kernel::Aba, "RBDL", 11496, 54936},
      {Kernel::Crba, "Pinocchio", 5289, 28280},
      {Kernel::Crba, "RBDL", 5988, 36877},
      {Kernel::RneaDerivatives, "Pinocchio", 18634, 100806},
      {Kernel::AbaDerivatives, "Pinocchio", 29292, 238478},
  };
  return table;
}

double reference_time(Kernel kernel, const std::string& peer, const std::string& model) {
  for (const ReferenceTimes& times : reference_times())
    for (std::size_t i = 0; i < reference_models.size(); ++i)
      if (times.kernel == kernel && times.peer == peer && reference_models[i] == model &&
          times.ns[i] > 0.0)
        return times.ns[i];
  return std::numeric_limits<double>::quiet_NaN();
}

double best_reference(Kernel kernel, const std::string& model) {
  return std::fmin(reference_time(kernel, "Pinocchio", model),
                   reference_time(kernel, "RBDL", model));
}

}  // namespace catena::bench
