#include "catena/mechanism/mechanism.hpp"

#include <fmt/format.h>

#include "catena/math/error.hpp"
#include "catena/math/nearest_name.hpp"

namespace catena {

namespace {

template <class Items>
const std::string& name_of(const Items& item) {
  if constexpr (requires { item.title(); })
    return item.title();
  else
    return item.name;
}

template <class Items>
auto& find(Items& items, std::string_view name, const char* what) {
  std::vector<std::string> names;
  for (auto& item : items) {
    if (name_of(item) == name) return item;
    names.push_back(name_of(item));
  }
  throw Error(
      fmt::format("there is no {} named '{}'{}", what, name, nearest_name_hint(name, names)),
      {what, std::string(name), ""});
}

}  // namespace

BodyItem& Mechanism::body(std::string_view wanted) {
  return find(bodies, wanted, "body");
}
JointItem& Mechanism::joint(std::string_view wanted) {
  return find(joints, wanted, "joint");
}
FrameItem& Mechanism::frame(std::string_view wanted) {
  return find(frames, wanted, "frame");
}
CoupledSpringItem& Mechanism::spring(std::string_view wanted) {
  return find(springs, wanted, "spring");
}
LoopJointItem& Mechanism::loop_joint(std::string_view wanted) {
  return find(loop_joints, wanted, "loop joint");
}
RodItem& Mechanism::rod(std::string_view wanted) {
  return find(rods, wanted, "rod");
}
CouplingItem& Mechanism::coupling(std::string_view wanted) {
  return find(couplings, wanted, "coupling");
}
RollingItem& Mechanism::rolling(std::string_view wanted) {
  return find(rollings, wanted, "rolling constraint");
}
ContactItem& Mechanism::contact(std::string_view wanted) {
  return find(contacts, wanted, "contact");
}
CableItem& Mechanism::cable(std::string_view wanted) {
  return find(cables, wanted, "cable");
}
MotorItem& Mechanism::motor(std::string_view wanted) {
  return find(motors, wanted, "motor");
}
ControllerItem& Mechanism::controller(std::string_view wanted) {
  return find(controllers, wanted, "controller");
}
PrescribedItem& Mechanism::prescribed_motion(std::string_view wanted) {
  return find(prescribed, wanted, "prescribed motion");
}
ChangeItem& Mechanism::change(std::string_view wanted) {
  return find(changes, wanted, "change");
}

InitialItem& Mechanism::start_of(std::string_view wanted) {
  for (InitialItem& item : initial)
    if (item.name == wanted) return item;
  InitialItem item;
  item.name = wanted;
  initial.push_back(std::move(item));
  return initial.back();
}

}  // namespace catena
