#include "catena/dynamics/energy.hpp"

#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;

namespace {

template <class T>
struct Sums {
  T mass;
  Vec3<T> first_moment;  // sum m c
  Vec3<T> fixed_moment;  // the same of what is welded to the world
  Force<T> momentum;     // about the world's origin
  T twice_kinetic;
};

// Poses and velocities of all nodes in node axes, summed into world quantities.
template <class T, bool WithVelocity>
Sums<T> sum_bodies(const Model& model, const T* q, const T* v, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.world[0].X = Transform<T>::identity();
  detail::prepare_turns(model, q, ws);
  ws.world[0].v = Motion<T>::zero();
  Sums<T> sums{T(0.0), Vec3<T>::zero(), Vec3<T>::from(nodes[0].inertia.moment), Force<T>::zero(),
               T(0.0)};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.world[i];
    detail::visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      Transform<T> X;
      detail::joint_pose(model, node, joint, q, static_cast<const T*>(nullptr), ws, X);
      me.X = at(ws.world, node.parent).X * X;
      if constexpr (WithVelocity) {
        me.v = inverse_times(X, at(ws.world, node.parent).v);
        joint.add_motion(me.v, v + node.v);
      }
    });
    const Inertia<T> I = Inertia<T>::from(node.inertia);
    const Vec3<T> moment = I.mass * me.X.translation + me.X.rotation * I.moment;
    if (!node.moves) {
      sums.fixed_moment += moment;
      continue;
    }
    sums.mass += I.mass;
    sums.first_moment += moment;
    if constexpr (WithVelocity) {
      const Force<T> h = I * me.v;
      sums.momentum += me.X * h;
      sums.twice_kinetic += dot(me.v, h);
    }
  }
  if constexpr (WithVelocity)
    for (int k = 0; k < model.nv(); ++k) sums.twice_kinetic += T(model.armature()[k]) * v[k] * v[k];
  return sums;
}

template <class T>
Sums<T> checked_sums(const char* function, const Model& model, In<T> q, In<T> v, Workspace<T>& ws) {
  detail::require_size(function, "q", q.size(), model.nq());
  detail::require_workspace(function, model, ws);
  detail::require_size(function, "v", v.size(), model.nv());
  return sum_bodies<T, true>(model, q.data(), v.data(), ws);
}

void require_mass(const char* function, const Model& model) {
  if (!(moving_mass(model) > 0.0))
    throw ModelError(std::string(function) +
                     ": the mechanism has no moving mass, so it has no centre of mass");
}

}  // namespace

double moving_mass(const Model& model) {
  double mass = 0.0;
  for (const Node& node : model.nodes())
    if (node.moves) mass += node.inertia.mass;
  return mass;
}

template <class T>
T kinetic_energy(const Model& model, In<T> q, In<T> v, Workspace<T>& ws) {
  return T(0.5) * checked_sums("kinetic_energy", model, q, v, ws).twice_kinetic;
}

template <class T>
T potential_energy(const Model& model, In<T> q, Workspace<T>& ws) {
  detail::require_size("potential_energy", "q", q.size(), model.nq());
  detail::require_workspace("potential_energy", model, ws);
  const auto sums = sum_bodies<T, false>(model, q.data(), nullptr, ws);
  return -dot(Vec3<T>::from(model.gravity()), sums.first_moment + sums.fixed_moment);
}

template <class T>
CentreOfMass<T> centre_of_mass(const Model& model, In<T> q, In<T> v, Workspace<T>& ws) {
  require_mass("centre_of_mass", model);
  const auto sums = checked_sums("centre_of_mass", model, q, v, ws);
  const T inverse_mass = T(1.0) / sums.mass;
  return {inverse_mass * sums.first_moment, inverse_mass * sums.momentum.linear};
}

template <class T>
Force<T> momentum(const Model& model, In<T> q, In<T> v, MomentumAbout about, Workspace<T>& ws) {
  const auto sums = checked_sums("momentum", model, q, v, ws);
  if (about == MomentumAbout::WorldOrigin) return sums.momentum;
  require_mass("momentum", model);
  const Vec3<T> c = (T(1.0) / sums.mass) * sums.first_moment;
  return {sums.momentum.angular - cross(c, sums.momentum.linear), sums.momentum.linear};
}

template <class T>
void centroidal_momentum_matrix(const Model& model, In<T> q, OutMatrix<T> A, Workspace<T>& ws) {
  detail::require_size("centroidal_momentum_matrix", "q", q.size(), model.nq());
  detail::require_workspace("centroidal_momentum_matrix", model, ws);
  detail::require_shape("centroidal_momentum_matrix", "A", A, 6, model.nv());
  require_mass("centroidal_momentum_matrix", model);
  const auto sums = sum_bodies<T, false>(model, q.data(), nullptr, ws);
  const Vec3<T> c = (T(1.0) / sums.mass) * sums.first_moment;
  const auto nodes = model.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    auto& me = ws.world[i];
    me.I = Transform<T>{me.X.rotation, me.X.translation - c} * Inertia<T>::from(nodes[i].inertia);
  }
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    auto& me = ws.world[i];
    // Column k is the momentum of the composite body that moves with dof k, about the mass centre.
    detail::visit_node(node, ws, [&](const auto& joint) {
      const Transform<T> X_CN{me.X.rotation, me.X.translation - c};
      for (int k = 0; k < node.nv; ++k) {
        const Force<T> column = me.I * joint.column_in(X_CN, k);
        for (int r = 0; r < 6; ++r) A(r, node.v + k) = column[r];
      }
    });
    if (node.parent != 0) at(ws.world, node.parent).I += me.I;
  }
}

#define CATENA_INSTANTIATE(T)                                                           \
  template T kinetic_energy(const Model&, In<T>, In<T>, Workspace<T>&);                 \
  template T potential_energy(const Model&, In<T>, Workspace<T>&);                      \
  template CentreOfMass<T> centre_of_mass(const Model&, In<T>, In<T>, Workspace<T>&);   \
  template Force<T> momentum(const Model&, In<T>, In<T>, MomentumAbout, Workspace<T>&); \
  template void centroidal_momentum_matrix(const Model&, In<T>, OutMatrix<T>, Workspace<T>&);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
