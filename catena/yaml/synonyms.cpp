#include "catena/yaml/synonyms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace catena::yaml {

namespace {

struct Synonym {
  std::string_view word, name;
  std::string_view advice = {};  // "write 'NAME'" if not given
};
constexpr std::array synonyms{
    // joints
    Synonym{"hinge", "revolute"},
    Synonym{"pin", "revolute"},
    Synonym{"rotational", "revolute"},
    Synonym{"rotary", "revolute"},
    Synonym{"rotation", "revolute"},
    Synonym{"pivot", "revolute"},
    Synonym{"slider", "prismatic"},
    Synonym{"slide", "prismatic"},
    Synonym{"linear", "prismatic"},
    Synonym{"sliding", "prismatic"},
    Synonym{"translational", "prismatic"},
    Synonym{"ball", "spherical"},
    Synonym{"socket", "spherical"},
    Synonym{"ball_and_socket", "spherical"},
    Synonym{"fixed", "weld"},
    Synonym{"rigid", "weld"},
    Synonym{"welded", "weld"},
    Synonym{"floating", "free"},
    Synonym{"6dof", "free"},
    Synonym{"freejoint", "free"},
    Synonym{"screw", "helical"},
    Synonym{"cardan", "universal"},
    Synonym{"hooke", "universal"},
    Synonym{"planar2d", "planar"},
    Synonym{"wheel", "continuous"},
    // shapes
    Synonym{"ball", "sphere"},
    Synonym{"cube", "box"},
    Synonym{"cuboid", "box"},
    Synonym{"block", "box"},
    Synonym{"rod", "cylinder"},
    Synonym{"size", "sides"},
    Synonym{"height", "length"},
    Synonym{"diameter", "radius"},
    // keys
    Synonym{"type", "kind"},
    Synonym{"weight", "mass"},
    Synonym{"links", "bodies"},
    Synonym{"link", "bodies"},
    Synonym{"body", "bodies"},
    Synonym{"joint", "joints"},
    Synonym{"geometry", "shapes"},
    Synonym{"visual", "shapes"},
    Synonym{"shape", "shapes"},
    Synonym{"origin", "at"},
    Synonym{"pose", "at"},
    Synonym{"offset", "at"},
    Synonym{"position", "at"},
    Synonym{"pos", "at"},
    Synonym{"location", "at"},
    Synonym{"torque", "effort"},
    Synonym{"force", "effort"},
    Synonym{"setpoint", "target"},
    Synonym{"reference", "target"},
    Synonym{"kp", "stiffness"},
    Synonym{"kd", "damping"},
    Synonym{"k", "stiffness"},
    Synonym{"c", "damping"},
    Synonym{"actuators", "motors"},
    Synonym{"actuator", "motors"},
    Synonym{"motor", "motors"},
    Synonym{"time", "duration"},
    Synonym{"end_time", "duration"},
    Synonym{"t_end", "duration"},
    Synonym{"solver", "integrator"},
    Synonym{"timestep", "step"},
    Synonym{"dt", "step"},
    Synonym{"time_step", "step"},
    Synonym{"min", "lower"},
    Synonym{"max", "upper"},
    Synonym{"range", "limits"},
    Synonym{"limit", "limits"},
    Synonym{"base", "parent"},
    Synonym{"from", "parent"},
    Synonym{"to", "child"},
    Synonym{"body1", "parent"},
    Synonym{"body2", "child"},
    Synonym{"initial_state", "initial"},
    Synonym{"start", "initial"},
    Synonym{"init", "initial"},
    Synonym{"output", "record"},
    Synonym{"plot", "plots"},
    Synonym{"params", "parameters"},
    Synonym{"constants", "parameters"},
    Synonym{"variables", "parameters"},
    Synonym{"mu", "friction"},
    Synonym{"rpy_deg", "rpy"},
    Synonym{"euler", "rpy"},
    Synonym{"orientation", "rpy"},
    Synonym{"rotation", "rpy"},
    Synonym{"omega", "v"},
    Synonym{"angular_velocity", "v"},
    Synonym{"inch", "in"},
    Synonym{"colour", "color"},
    Synonym{"velocity", "v"},
    Synonym{"com", "center"},
    Synonym{"center_of_mass", "center"},
    Synonym{"title", "name"},
    Synonym{"mass", "inertia", "write 'inertia: {mass: ...}', or 'mass' in one of its shapes"},
    Synonym{"body", "on"},
    Synonym{"at", "on", "write 'on: {body: NAME, at: [x, y, z]}'"},
    Synonym{"parent", "a"},
    Synonym{"parent", "body"},
    Synonym{"link", "body"},
    Synonym{"time", "at"},
    Synonym{"camera", "picture"},
    Synonym{"view", "picture"},
    Synonym{"child", "b"},
    Synonym{"a", "point", "write 'point' and 'plane', 'sphere' or 'surface'"},
    Synonym{"method", "kind"},
    Synonym{"name", "kind"},
    Synonym{"rate", "interval", "write 'interval', the time between samples"},
    Synonym{"fps", "interval", "write 'interval', the time between samples"},
    Synonym{"frequency", "interval", "write 'interval', the time between samples"},
    Synonym{"y", "columns"},
    Synonym{"column", "columns"},
    Synonym{"floor", "ground"},
    Synonym{"stiffness", "youngs_modulus",
            "write 'youngs_modulus' and 'radius' or 'area': stiffness is the modulus times the "
            "area divided by the length"},
    Synonym{
        "speed", "effort",
        "a motor that keeps a speed has 'effort: 5*(10 - v.JOINT)'; 'prescribed' gives a motion "
        "exactly"},
    Synonym{"velocity", "position", "write 'position', for a constant speed 3*t"},
    Synonym{"speed", "position", "write 'position', for a constant speed 3*t"},
    Synonym{"matrix", "moments", "write 'moments' [ixx, iyy, izz] and 'products' [ixy, ixz, iyz]"},
    Synonym{"mu", "coulomb", "write 'coulomb', an effort: a joint has no normal force to multiply"},
    Synonym{"coefficient", "coulomb", "write 'coulomb', an effort"},
    Synonym{"rods", "loops", "write 'loops: [{name: stay, rod: {a: ..., b: ...}}]'"},
    Synonym{"couplings", "loops", "write 'loops: [{name: gears, coupling: {zero: q.a - 2*q.b}}]'"},
    Synonym{"coupling", "loops", "write 'loops: [{name: gears, coupling: {zero: q.a - 2*q.b}}]'"},
    Synonym{"gears", "loops",
            "write 'loops: [{name: gears, coupling: {of: a, ratio: -2, to: b}}]'"},
    Synonym{"constraints", "loops"},
    Synonym{"closures", "loops"},
    Synonym{"rpy", "at", "write 'at: {position: [x, y, z], rpy: [0, 90 deg, 0]}'"},
    Synonym{"rotation", "at", "write 'at: {position: [x, y, z], rpy: [0, 90 deg, 0]}'"},
    Synonym{"orientation", "at", "write 'at: {position: [x, y, z], rpy: [0, 90 deg, 0]}'"},
    Synonym{"pid", "computed_torque",
            "a controller of one joint is a motor: 'motors: [{joint: NAME, target: 30 deg, "
            "stiffness: 100, damping: 10}]'"},
    Synonym{"pd", "computed_torque",
            "a controller of one joint is a motor: 'motors: [{joint: NAME, target: 30 deg, "
            "stiffness: 100, damping: 10}]'"},
    // integrators
    Synonym{"rk45", "dormand_prince"},
    Synonym{"ode45", "dormand_prince"},
    Synonym{"ode15s", "radau"},
    Synonym{"auto", "automatic"},
    Synonym{"explicit_euler", "euler"},
    Synonym{"forward_euler", "euler"},
    Synonym{"symplectic_euler", "semi_implicit_euler"},
    Synonym{"implicit", "radau"},
    Synonym{"stiff", "radau"},
    Synonym{"runge_kutta", "rk4"},
};

}  // namespace

std::string synonym_hint(std::string_view word, const std::vector<std::string>& names) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const auto known = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (lower != word && known(lower)) return fmt::format("; write '{}'", lower);
  for (const Synonym& synonym : synonyms)
    if (synonym.word == lower && known(synonym.name))
      return synonym.advice.empty() ? fmt::format("; write '{}'", synonym.name)
                                    : fmt::format("; {}", synonym.advice);
  return {};
}

}  // namespace catena::yaml
