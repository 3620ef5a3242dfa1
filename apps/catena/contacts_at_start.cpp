#include "apps/catena/contacts_at_start.hpp"

#include "catena/dynamics/kinematics.hpp"

namespace catena::app {

ContactGeometry contacts_at_start(const SimulationSetup& setup) {
  const Model& model = *setup.model;
  Kinematics<double> kinematics(model);
  kinematics.compute(model, setup.q.head(model.nq()));
  std::vector<Transform<double>> poses(model.nodes().size(), Transform<double>::identity());
  const std::vector<Motion<double>> at_rest(model.nodes().size(), Motion<double>::zero());
  for (int b = 0; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    poses[static_cast<std::size_t>(body.node)] =
        kinematics.pose(model, model.body_frame(BodyId{b})) * inverse(body.X_NB);
  }
  ContactGeometry geometry(model, setup.contacts);
  geometry.compute({poses, at_rest});
  return geometry;
}

}  // namespace catena::app
