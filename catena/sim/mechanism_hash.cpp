// What tells mechanisms apart.

#include <cstring>
#include <string_view>

#include "catena/sim/checkpoint_parts.hpp"

namespace catena {

namespace {

// Fowler, Noll and Vo's hash, 1a, of 64 bits.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  void add(int number) { add(std::to_string(number)); }
  void add(double number) {
    unsigned char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    for (const unsigned char byte : bytes) add_byte(byte);
  }
  void add(const Vec3<double>& v) { add(v.x), add(v.y), add(v.z); }
  void add(const Transform<double>& X) {
    for (int c = 0; c < 3; ++c) add(X.rotation.column(c));
    add(X.translation);
  }
  template <class Derived>
  void add(const Eigen::DenseBase<Derived>& numbers) {
    for (Eigen::Index c = 0; c < numbers.cols(); ++c)
      for (Eigen::Index r = 0; r < numbers.rows(); ++r) add(static_cast<double>(numbers(r, c)));
  }
  std::uint64_t value() const { return value_ == 0 ? 1 : value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 1099511628211u; }
  std::uint64_t value_ = 14695981039346656037u;
};

void add_structure(const Model& model, Hash& hash) {
  for (int b = 0; b < model.body_count(); ++b) hash.add(model.body(BodyId{b}).name);
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    hash.add(joint.spec.name), hash.add(to_string(joint.spec.kind));
    hash.add(joint.parent.index), hash.add(joint.child.index);
  }
}

void add_numbers(const JointSpec& spec, Hash& hash) {
  hash.add(spec.axis), hash.add(spec.axis2), hash.add(spec.pitch), hash.add(spec.radius);
  hash.add(spec.armature), hash.add(spec.damping), hash.add(spec.coulomb_friction);
  hash.add(spec.static_friction), hash.add(spec.stiffness), hash.add(spec.spring_rest);
  hash.add(spec.position_lower), hash.add(spec.position_upper);
}

}  // namespace

std::uint64_t structure_hash(const SimulationSetup& setup) {
  Hash hash;
  add_structure(*setup.model, hash);
  if (setup.loops) {
    const LoopSpecs& loops = setup.loops->specs();
    for (const LoopJoint& joint : loops.joints)
      hash.add(joint.spec.name), hash.add(to_string(joint.spec.kind));
    for (const Rod& rod : loops.rods) hash.add(rod.name);
    for (const Coupling& coupling : loops.couplings) hash.add(coupling.name);
    for (const Rolling& rolling : loops.rollings) hash.add(rolling.name);
  }
  for (const Contact& contact : setup.contacts) hash.add(contact.name);
  for (const Cable& cable : setup.cables) hash.add(cable.name);
  for (const auto& set : setup.elements)
    for (const std::string& name : set->names()) hash.add(name);
  return hash.value();
}

std::uint64_t parameter_hash(const SimulationSetup& setup) {
  Hash hash;
  const Model& model = *setup.model;
  hash.add(model.gravity());
  for (int b = 1; b < model.body_count(); ++b) {
    const Inertia<double>& inertia = model.body(BodyId{b}).inertia;
    const Sym3<double>& I = inertia.rotational;
    hash.add(inertia.mass), hash.add(inertia.moment);
    for (const double x : {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz}) hash.add(x);
  }
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    add_numbers(joint.spec, hash);
    hash.add(joint.X_PF), hash.add(joint.X_BM);
  }
  if (setup.loops)
    for (const LoopJoint& joint : setup.loops->specs().joints) {
      add_numbers(joint.spec, hash);
      hash.add(joint.X_AF), hash.add(joint.X_BM);
    }
  for (const Contact& c : setup.contacts) {
    hash.add(c.p_A), hash.add(c.p_B), hash.add(c.normal_B), hash.add(c.radius);
    hash.add(c.radius_b), hash.add(c.material.friction), hash.add(c.material.restitution);
    const ContactMaterial& m = c.material;
    if (!c.has_shape() && !c.has_rolling() && m.holds() == m.friction) continue;
    for (const double x : {m.holds(), m.slip_speed, m.across(), m.spin, m.rolling}) hash.add(x);
  }
  for (const Cable& cable : setup.cables) {
    hash.add(cable.material.stiffness()), hash.add(cable.material.damping);
    for (const CableStop& stop : cable.route) hash.add(stop.at), hash.add(stop.radius);
  }
  for (const auto& set : setup.elements)
    for (const double x : set->numbers()) hash.add(x);
  return hash.value();
}

}  // namespace catena
