// catena info: a mechanism as a tree of text, and its totals.

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "apps/catena/before_run.hpp"
#include "apps/catena/commands.hpp"
#include "apps/catena/info_body.hpp"
#include "catena/formats/urdf.hpp"
#include "catena/scenario/scenario.hpp"

namespace catena::app {

namespace {

class TreePrinter {
 public:
  explicit TreePrinter(const Model& model) : model_(model) {
    children_.resize(static_cast<std::size_t>(model.body_count()));
    for (int j = 0; j < model.joint_count(); ++j)
      children_[static_cast<std::size_t>(model.joint(JointId{j}).parent.index)].push_back(
          JointId{j});
  }

  void print() const {
    std::cout << "world\n";
    print_children(world_body, "");
  }

 private:
  void print_children(BodyId body, const std::string& indent) const {
    const auto& joints = children_[static_cast<std::size_t>(body.index)];
    for (const JointId joint : joints) {
      const bool last = joint == joints.back();
      const JointInfo& info = model_.joint(joint);
      std::cout << indent << (last ? "└─ " : "├─ ") << line(info) << '\n';
      print_children(info.child, indent + (last ? "   " : "│  "));
    }
  }

  static std::string line(const JointInfo& joint, const BodyInfo& child) {
    std::string coordinates;
    if (joint.nv > 1 && !joint.spec.coordinate_names.empty())
      coordinates = fmt::format(": {}", fmt::join(joint.spec.coordinate_names, ", "));
    else if (joint.nv > 1)
      coordinates = fmt::format(": {} coordinates", joint.nv);
    return fmt::format("{}  {:.9g} kg  [{} {}{}]", child.name, child.inertia.mass, joint.spec.name,
                       to_string(joint.spec.kind), coordinates);
  }
  std::string line(const JointInfo& joint) const { return line(joint, model_.body(joint.child)); }

  const Model& model_;
  std::vector<std::vector<JointId>> children_;  // by body
};

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void print_totals(const Model& model, bool has_loops) {
  std::cout << counted(model.body_count() - 1, "body", "bodies") << ", "
            << counted(model.joint_count(), "joint", "joints") << ", "
            << (has_loops ? counted(model.nv(), "coordinate", "coordinates")
                          : counted(model.nv(), "degree of freedom", "degrees of freedom"))
            << (model.nq() != model.nv() ? fmt::format(" ({} numbers in q)", model.nq()) : "")
            << fmt::format(", {:.9g} kg\n", model.total_mass());
  const Vec3<double>& g = model.gravity();
  std::cout << fmt::format("gravity ({:g}, {:g}, {:g}) m/s^2\n", g.x, g.y, g.z);
  std::vector<std::string> frames;
  for (int i = 0; i < model.frame_count(); ++i) {
    const FrameInfo& frame = model.frame(FrameId{i});
    if (model.body_frame(frame.body) != FrameId{i})
      frames.push_back(fmt::format("{} on {}", frame.name, model.body(frame.body).name));
  }
  if (!frames.empty()) std::cout << fmt::format("frames: {}\n", fmt::join(frames, ", "));
}

// What closes the tree's loops, one line each.
void print_loops(const Loops& loops) {
  const auto body = [&](BodyId id) { return loops.tree().body(id).name; };
  std::cout << "loops\n";
  for (const LoopJoint& joint : loops.specs().joints)
    std::cout << fmt::format("   {} ── {}  [{} {}]\n", body(joint.a), body(joint.b),
                             joint.spec.name, to_string(joint.spec.kind));
  for (const Rod& rod : loops.specs().rods)
    std::cout << fmt::format("   {} ── {}  [{} rod, {:.4g} m]\n", body(rod.a), body(rod.b),
                             rod.name, rod.length);
  for (const Coupling& coupling : loops.specs().couplings) {
    std::vector<std::string> names;
    for (const int dof : coupling.dofs) names.push_back(loops.coordinate_name(dof));
    std::cout << fmt::format("   {}  [{} coupling]\n", fmt::join(names, " ── "), coupling.name);
  }
  for (const Rolling& rolling : loops.specs().rollings)
    std::cout << fmt::format("   {} ── {}  [{} rolling {}, radius {:.4g} m]\n", body(rolling.a),
                             body(rolling.b), rolling.name, rolling.is_wheel ? "wheel" : "ball",
                             rolling.radius);
}

// What a contact is between: "a point of link2 ── a plane of world".
std::string sides(const Model& model, const Contact& contact) {
  const std::string point = contact.radius > 0.0
                                ? fmt::format("a sphere of {:.4g} m", contact.radius)
                                : std::string("a point");
  const std::string other = contact.against == Contact::Against::Plane ? "a plane"
                            : contact.against == Contact::Against::Surface
                                ? "a surface"
                                : fmt::format("a sphere of {:.4g} m", contact.radius_b);
  return fmt::format("{} on {} ── {} on {}", point, model.body(contact.a).name, other,
                     model.body(contact.b).name);
}

// Where bodies touch, one line each.
void print_contacts(const Model& model, const std::vector<Contact>& contacts) {
  std::cout << "contacts\n";
  for (const Contact& contact : contacts) {
    const ContactMaterial& material = contact.material;
    std::string how = contact.bilateral ? std::string("kept on it")
                                        : fmt::format("restitution {:g}", material.restitution);
    if (material.friction > 0.0)
      how += fmt::format(", friction {:g}{}", material.friction,
                         material.law == FrictionLaw::AlwaysSliding ? " always sliding" : "");
    std::cout << fmt::format("   {}  [{}, {}]\n", sides(model, contact), contact.name, how);
  }
}

// What is cut and connected during the run.
void print_changes(const std::vector<StructureEvent>& changes) {
  for (const StructureEvent& event : changes) {
    std::string what;
    for (const std::string& name : event.cut)
      what += fmt::format("{}cuts {}", what.empty() ? "" : ", ", name);
    for (const Connect& connect : event.connect)
      what += fmt::format("{}connects {}", what.empty() ? "" : ", ", connect.joint.spec.name);
    const std::string moment =
        event.when ? "when its formula crosses zero" : fmt::format("at {:g} s", event.at);
    std::cout << fmt::format("change {} {}: {}\n", event.name, moment, what);
  }
}

void print_model(const Model& model, const Loops* loops = nullptr,
                 const std::vector<Contact>& contacts = {}) {
  TreePrinter(model).print();
  if (loops != nullptr) print_loops(*loops);
  if (!contacts.empty()) print_contacts(model, contacts);
  std::cout << '\n';
  print_totals(model, loops != nullptr);
}

void print_scenario(const Scenario& scenario) {
  std::cout << scenario.name << '\n';
  if (!scenario.description.empty()) std::cout << scenario.description << '\n';
  std::cout << '\n';
  const Model& model = *scenario.setup.model;
  const Loops* const loops = scenario.setup.loops.get();
  print_model(model, loops, scenario.setup.contacts);
  const auto coordinate = [&](int dof) {
    return loops != nullptr ? loops->coordinate_name(dof) : model.coordinate_name(dof);
  };
  for (const Motor& motor : scenario.setup.motors) {
    std::vector<std::string> names;
    for (const int dof : motor.dofs) names.push_back(coordinate(dof));
    std::cout << fmt::format("motor {} on {}\n", motor.name, fmt::join(names, ", "));
  }
  for (const PrescribedMotion& motion : scenario.setup.prescribed)
    std::cout << fmt::format("prescribed motion {} of {}\n", motion.name, coordinate(motion.dof));
  print_changes(scenario.setup.changes);
  std::cout << fmt::format("runs for {:g} s\n", scenario.duration);
}

void print_numbers(const std::string& name, const Model& model, const Loops* loops,
                   const InfoOptions& options) {
  std::cout << (options.json ? info_json(name, model, loops, options.body)
                             : body_text(model, options.body));
}

}  // namespace

int run_info(const InfoOptions& options) {
  if (options.file.ends_with(".urdf") && options.settings.empty()) {
    const Model model = load_urdf(options.file);
    if (options.json || !options.body.empty())
      print_numbers(std::filesystem::path(options.file).stem().string(), model, nullptr, options);
    else
      print_model(model);
    return exit_success;
  }
  const Scenario scenario = load_scenario(options.file, parse_settings(options.settings));
  if (options.json || !options.body.empty())
    print_numbers(scenario.name, *scenario.setup.model, scenario.setup.loops.get(), options);
  else
    print_scenario(scenario);
  return exit_success;
}

int run_schema() {
  std::cout << scenario_schema();
  return exit_success;
}

}  // namespace catena::app
