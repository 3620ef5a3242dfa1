#pragma once
// The parts of compile(), and how they report errors. Used by compile_*.cpp.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/expressions/expression.hpp"
#include "catena/mechanism/compile.hpp"
#include "catena/mechanism/coordinates.hpp"
#include "catena/mechanism/where.hpp"
#include "catena/model/model_builder.hpp"

namespace catena::compiling {

template <class I>
Where where(const I& item) {
  return {I::kind, item.name, item.said};
}
inline Where where(const JointItem& item) {
  return {"joint", item.name, item.said};
}
inline Where where(const LoopJointItem& item) {
  return {"loop joint", item.name, item.said};
}
inline Where where(const MotorItem& item) {
  return {"motor", item.title(), item.said};
}
inline Where where(const PrescribedItem& item) {
  return {"prescribed motion", item.title(), item.said};
}

// An error of a whole stage becomes one at the item of these that it names, or at the model.
[[noreturn]] void fail_at_subject(const Mechanism& mechanism, const Error& error,
                                  const std::vector<Where>& items);

// A formula of these variables and of the parameters; `expected` says so.
Expression formula(const Where& where, std::string_view text,
                   std::span<const std::string> variables, const Constants& parameters,
                   std::string_view expected);
// One formula for each of `count` coordinates.
void check_count(const Where& where, const std::vector<std::string>& formulas, std::size_t count);

Transform<double> pose(const Where& where, const Pose& pose);
// A place on a body of the model.
struct BodyPlace {
  BodyId body;
  Transform<double> X;
};
// In the world where it names neither body nor frame, if it `may_be_world`.
BodyPlace place(const Where& where, const Place& place, const Model& model,
                bool may_be_world = false);

// The numbers of a joint's configuration.
Eigen::VectorXd configuration(const Where& where, const Configuration& given, JointKind kind,
                              const CustomJoint* custom = nullptr);
// One number per coordinate, or one for all of them.
Eigen::VectorXd numbers(const Where& where, const Numbers& given, std::size_t count);
void check_unit_range(const Where& where, const Numbers& numbers);  // all from 0 to 1
void check_not_negative(const Where& where, const Numbers& numbers);

JointSpec joint_spec(const Where& where, const std::string& name, const JointProperties& joint);
LoopJoint loop_joint(const Where& where, const LoopJointItem& joint, const Model& model);

// Each fills its part of the setup, in this order.
void compile_model(const Mechanism& mechanism, SimulationSetup& setup);
void compile_contacts(const Mechanism& mechanism, SimulationSetup& setup);
void compile_touching_shapes(const Mechanism& mechanism, SimulationSetup& setup);
// Where 'contact' says how shapes touch, but not that they do.
void remark_on_untouched(const Mechanism& mechanism, std::vector<std::string>& remarks);
void compile_loops(const Mechanism& mechanism, SimulationSetup& setup);
void compile_cables(const Mechanism& mechanism, SimulationSetup& setup);
void compile_initial(const Mechanism& mechanism, SimulationSetup& setup);
NamedCoordinates compile_changes(const Mechanism& mechanism, SimulationSetup& setup);
// Once all elements are compiled: which of them are cut, and switched off and on.
void compile_switched(const Mechanism& mechanism, const NamedCoordinates& names,
                      SimulationSetup& setup);
// Once all else is known: conditions may name forces.
void compile_conditions(const Mechanism& mechanism, const NamedCoordinates& names,
                        SimulationSetup& setup);
void compile_motors(const Mechanism& mechanism, const NamedCoordinates& names,
                    SimulationSetup& setup);
void compile_controllers(const Mechanism& mechanism, const NamedCoordinates& names,
                         SimulationSetup& setup);
// Of a controller that follows moves, which are planned here; `dofs` are its coordinates.
Motor moves_motor(const ControllerItem& item, const std::vector<int>& dofs, SimulationSetup& setup);
void compile_prescribed(const Mechanism& mechanism, const NamedCoordinates& names,
                        SimulationSetup& setup);
void measure_rods(const Mechanism& mechanism, SimulationSetup& setup);
void compile_elements(const Mechanism& mechanism, const NamedCoordinates& names,
                      SimulationSetup& setup);
void compile_integrator(const IntegratorItem& item, IntegratorOptions& options);
// After it: bodies of grasps.
void compile_grasps(const Mechanism& mechanism, const Model& model, RecordOptions& options);
// Names what is not there; what is inherited and not there is left out, with a remark.
void compile_picture(const Mechanism& mechanism, const Model& model, PictureItem& picture,
                     std::vector<std::string>& remarks);
void compile_record(const Mechanism& mechanism, const SimulationSetup& setup,
                    RecordOptions& options, std::vector<std::string>& remarks);
bool plots_are_inherited(const Mechanism& mechanism);
// A body by its name, or the world.
BodyId body_named(const Where& where, const std::string& name, const Model& model);
// A state that does not fit the mechanism is refused.
void compile_state(const Mechanism& mechanism, Scenario& result);
// Refuses a controller that knows no answer where the motion starts.
void check_controllers(const Mechanism& mechanism, const SimulationSetup& setup);

}  // namespace catena::compiling
