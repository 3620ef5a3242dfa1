#include "catena/contact/placed_surface.hpp"

namespace catena {

// With r_B = p + R r, the gradient turns with R and so does what the second derivatives make of a
// direction.
SurfaceFunction placed_surface(SurfaceFunction surface, const Transform<double>& X) {
  return [surface = std::move(surface), X](const Vec3<double>& r, const Vec3<double>& direction) {
    SurfaceValue result = surface(transpose_times(X.rotation, r - X.translation),
                                  transpose_times(X.rotation, direction));
    result.gradient = X.rotation * result.gradient;
    result.curvature = X.rotation * result.curvature;
    return result;
  };
}

}  // namespace catena
