#include "catena/dynamics/recursion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace catena::detail {

void throw_wrong_size(const char* function, const char* argument, Eigen::Index found,
                      Eigen::Index expected) {
  throw std::invalid_argument(fmt::format("{}: argument '{}' has size {}, but this model needs {}",
                                          function, argument, found, expected));
}

template <class T>
void throw_wrong_workspace(const char* function, const Model& model, const Workspace<T>& ws) {
  throw std::invalid_argument(fmt::format(
      "{}: the workspace was made for another model: {} nodes, nq = {}, nv = {}, where this model "
      "has {} nodes, nq = {}, nv = {}{}; make one with Workspace(model)",
      function, ws.local.size(), ws.q_scratch.size(), ws.v_scratch.size(), model.nodes().size(),
      model.nq(), model.nv(),
      ws.local.size() == model.nodes().size() ? " (or the same number in another tree)" : ""));
}
template void throw_wrong_workspace(const char*, const Model&, const Workspace<double>&);
template void throw_wrong_workspace(const char*, const Model&, const Workspace<Pack4>&);

template <class T>
bool gather_external(const char* function, const Model& model, ExternalWrenches<T> external,
                     Workspace<T>& ws) {
  if (external.empty()) return false;
  require_size(function, "external", external.size(), model.body_count());
  std::fill(ws.external.begin(), ws.external.end(), Force<T>::zero());
  for (int b = 1; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    at(ws.external, body.node) += Transform<T>::from(body.X_NB) * external[b];
  }
  return true;
}

template bool gather_external(const char*, const Model&, ExternalWrenches<double>,
                              Workspace<double>&);
template bool gather_external(const char*, const Model&, ExternalWrenches<Pack4>,
                              Workspace<Pack4>&);

}  // namespace catena::detail
