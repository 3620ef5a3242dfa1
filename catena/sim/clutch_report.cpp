#include "catena/sim/clutch_report.hpp"

#include <array>
#include <cmath>

#include "catena/sim/column_reader.hpp"

namespace catena {

SimulationEvent clutch_event(const Clutch& clutch, EventHow how, MotionEquations& equations,
                             const State& state) {
  const std::array names = {column_name(ColumnKind::Moment, clutch.joint, "mx"),
                            column_name(ColumnKind::Moment, clutch.joint, "my"),
                            column_name(ColumnKind::Moment, clutch.joint, "mz")};
  ColumnReader reader(equations, names);
  equations.begin(state);
  const Look look = equations.look(state);
  Evaluation forces;
  equations.evaluate(look, forces);
  const std::vector<double>& moment = reader.read(look, forces, state);
  Eigen::VectorXd q, v;
  const bool home = look.coordinates.is_home();
  if (!home) look.coordinates.gather_home(look.q, look.v, q, v);
  return {.t = state.t,
          .kind = EventKind::Breakaway,
          .name = clutch.name,
          .how = how,
          .x_before = (home ? look.q : q)[clutch.motor],
          .torque = std::hypot(moment[0], moment[1], moment[2])};
}

}  // namespace catena
