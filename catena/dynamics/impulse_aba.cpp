#include "catena/dynamics/impulse_aba.hpp"

#include <algorithm>

#include "catena/dynamics/aba_passes.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

// The passes of aba() at rest and without gravity, with impulses for efforts: the bias is then that
// of the impulses alone, gamma of (4.9), and the accelerations are the jumps of the velocities.
template <class T>
void impulse_aba(const Model& model, In<T> q, In<T> joint_impulse, Held held, Out<T> dv,
                 Workspace<T>& ws, ExternalWrenches<T> impulses) {
  detail::require_size("impulse_aba", "q", q.size(), model.nq());
  detail::require_workspace("impulse_aba", model, ws);
  if (!joint_impulse.empty())
    detail::require_size("impulse_aba", "joint_impulse", joint_impulse.size(), model.nv());
  if (!held.empty()) detail::require_size("impulse_aba", "held", held.size(), model.nv());
  detail::require_size("impulse_aba", "dv", dv.size(), model.nv());
  const bool has_impulses = detail::gather_external("impulse_aba", model, impulses, ws);
  std::fill(ws.v_scratch.begin(), ws.v_scratch.end(), T(0.0));
  for (Eigen::Index k = 0; k < held.size(); ++k)
    if (held[k]) dv[k] = T(0.0);
  const T* const zero = ws.v_scratch.data();
  const T* const effort = joint_impulse.empty() ? zero : joint_impulse.data();
  detail::aba_outward<T>(model, q.data(), zero, ws);
  detail::aba_inward<T>(model, zero, effort, held.data(), dv.data(), has_impulses, ws);
  detail::aba_accelerations<T>(model, zero, held.data(), Vec3<T>::zero(), dv.data(), ws);
}

template void impulse_aba(const Model&, In<double>, In<double>, Held, Out<double>,
                          Workspace<double>&, ExternalWrenches<double>);
template void impulse_aba(const Model&, In<Pack4>, In<Pack4>, Held, Out<Pack4>, Workspace<Pack4>&,
                          ExternalWrenches<Pack4>);

}  // namespace catena
