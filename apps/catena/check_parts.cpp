// catena check: springs and contacts.

#include "apps/catena/check_parts.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "apps/catena/contacts_at_start.hpp"

namespace catena::app {

void check_ground(const SimulationSetup& setup, Remarks& remarks) {
  if (setup.contacts.empty()) return;
  const ContactGeometry geometry = contacts_at_start(setup);
  for (int i = 0; i < geometry.count(); ++i) {
    const Contact& contact = geometry.contact(i);
    const bool is_string = contact.against == Contact::Against::String;
    const double depth = -geometry.place(i).gap;
    const bool off =
        is_off(setup.off, "contact", contact.name) || is_off(setup.off, "string", contact.name);
    if (off || !(depth > 1e-9)) continue;
    remarks.push_back(
        is_string ? fmt::format("string '{}' is {:.3g} m too short for where its ends start, which "
                                "are moved together; make it longer, or start them nearer",
                                contact.name, depth)
                  : fmt::format("contact '{}' starts {:.3g} m inside its surface and is moved out; "
                                "start higher",
                                contact.name, depth));
  }
}

void check_stiffness(const SimulationSetup& setup, Remarks& remarks) {
  const auto look = [&](const Model& model) {
    for (const Spring& spring : model.springs()) {
      const Eigen::MatrixXd K = 0.5 * (spring.stiffness + spring.stiffness.transpose());
      const double least =
          Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues().minCoeff();
      if (least < -1e-12 * K.cwiseAbs().maxCoeff())
        remarks.push_back(fmt::format(
            "spring '{}' has a negative stiffness, {:.3g}: it pushes away from its rest position",
            spring.name, least));
    }
  };
  look(*setup.model);
  if (setup.loops) look(setup.loops->links());
}

}  // namespace catena::app
