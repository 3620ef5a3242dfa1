// Motion and Force are different types: their sum does not exist.

#include "catena/spatial/motion_force.hpp"

catena::Motion<double> sum(const catena::Motion<double>& m, const catena::Force<double>& f);

catena::Motion<double> sum(const catena::Motion<double>& m, const catena::Force<double>& f) {
#if WRONG
  return m + f;
#else
  return dot(m, f) * m;
#endif
}
