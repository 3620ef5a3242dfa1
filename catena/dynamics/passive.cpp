#include "catena/dynamics/passive.hpp"

#include "catena/dynamics/recursion.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using detail::at;

template <class T>
void spring_deflection(const Model& model, In<T> q, const Spring& spring, Out<T> deflection,
                       Workspace<T>& ws) {
  for (const JointId id : spring.joints) {
    const JointInfo& joint = model.joint(id);
    for (int n = joint.first_node; n <= joint.last_node; ++n) {
      const Node& node = at(model.nodes(), n);
      T* const rest = ws.q_scratch.data() + node.q;
      for (int k = 0; k < node.nq; ++k) rest[k] = T(spring.rest[node.q + k]);
      node_difference(node, static_cast<const T*>(rest), q.data() + node.q,
                      deflection.data() + node.v);
    }
  }
}

template <class T>
void add_spring_efforts(const Model& model, const Spring& spring, const Eigen::MatrixXd& stiffness,
                        const T* deflection, T* tau) {
  Eigen::Index row = 0;  // rows are in the order of the spring's joints
  for (const JointId id : spring.joints)
    for (int n = model.joint(id).first_node; n <= model.joint(id).last_node; ++n) {
      const Node& node = at(model.nodes(), n);
      T efforts[max_joint_dofs];
      for (int k = 0; k < node.nv; ++k, ++row) {
        efforts[k] = T(0.0);
        for (std::size_t c = 0; c < spring.dofs.size(); ++c)
          efforts[k] -=
              T(stiffness(row, static_cast<Eigen::Index>(c))) * deflection[spring.dofs[c]];
      }
      pull_back_efforts(node, deflection + node.v, efforts);
      for (int k = 0; k < node.nv; ++k) tau[node.v + k] += efforts[k];
    }
}

template <class T>
void passive_efforts(const Model& model, In<T> q, In<T> v, Out<T> tau, Workspace<T>& ws) {
  detail::require_size("passive_efforts", "q", q.size(), model.nq());
  detail::require_workspace("passive_efforts", model, ws);
  detail::require_size("passive_efforts", "v", v.size(), model.nv());
  detail::require_size("passive_efforts", "tau", tau.size(), model.nv());
  for (int k = 0; k < model.nv(); ++k) tau[k] = -T(model.damping()[k]) * v[k];
  for (const Spring& spring : model.springs()) {
    spring_deflection<T>(model, q, spring, ws.v_scratch, ws);
    add_spring_efforts<T>(model, spring, spring.stiffness, ws.v_scratch.data(), tau.data());
  }
}

template <class T>
T elastic_energy(const Model& model, In<T> q, Workspace<T>& ws) {
  detail::require_size("elastic_energy", "q", q.size(), model.nq());
  detail::require_workspace("elastic_energy", model, ws);
  T energy(0.0);
  for (const Spring& spring : model.springs()) {
    spring_deflection<T>(model, q, spring, ws.v_scratch, ws);
    for (std::size_t r = 0; r < spring.dofs.size(); ++r)
      for (std::size_t c = 0; c < spring.dofs.size(); ++c)
        energy +=
            T(0.5 * spring.stiffness(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c))) *
            at(ws.v_scratch, spring.dofs[r]) * at(ws.v_scratch, spring.dofs[c]);
  }
  return energy;
}

#define CATENA_INSTANTIATE(T)                                                                     \
  template void spring_deflection(const Model&, In<T>, const Spring&, Out<T>, Workspace<T>&);     \
  template void add_spring_efforts(const Model&, const Spring&, const Eigen::MatrixXd&, const T*, \
                                   T*);                                                           \
  template void passive_efforts(const Model&, In<T>, In<T>, Out<T>, Workspace<T>&);               \
  template T elastic_energy(const Model&, In<T>, Workspace<T>&);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
