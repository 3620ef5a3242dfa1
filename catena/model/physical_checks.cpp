#include "catena/model/physical_checks.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "catena/joints/dispatch.hpp"
#include "catena/joints/involute.hpp"
#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"
#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

void check_pose(std::string_view owner, const Transform<double>& X) {
  const Eigen::Matrix3d r = to_eigen(X.rotation);
  const bool rotation = r.allFinite() &&
                        (r * r.transpose() - Eigen::Matrix3d::Identity()).norm() < 1e-9 &&
                        r.determinant() > 0.0;
  if (!rotation || !to_eigen(X.translation).allFinite())
    throw ModelError(fmt::format(
        "{}: its placement is not a pose (the rotation must be orthonormal and all numbers finite)",
        owner));
}

std::string check_body_inertia(std::string_view body_name, const Inertia<double>& inertia,
                               bool tolerant) {
  const Eigen::Vector3d h = to_eigen(inertia.moment);
  const Eigen::Matrix3d about_origin = to_eigen(inertia.rotational);
  if (!std::isfinite(inertia.mass) || !h.allFinite() || !about_origin.allFinite())
    throw ModelError(
        fmt::format("body '{}': mass, centre of mass or inertia is not a finite number; check its "
                    "inertial data",
                    body_name));
  if (inertia.mass < 0.0)
    throw ModelError(
        fmt::format("body '{}': mass is {} kg, expected a number >= 0", body_name, inertia.mass));
  if (inertia.mass == 0.0) {
    if (!h.isZero() || !about_origin.isZero())
      throw ModelError(fmt::format(
          "body '{}': mass is 0 but its first moment or inertia is not; give it a mass, or "
          "set all of its inertial data to zero",
          body_name));
    return {};
  }
  const Eigen::Matrix3d about_com = to_eigen(rotational_about_com(inertia));
  const Eigen::Vector3d moments =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(about_com, Eigen::EigenvaluesOnly)
          .eigenvalues();
  // Round-off of moving the inertia between origin and centre of mass is relative to the former.
  const double round_off = 1e-12 * about_origin.norm();
  const std::string found =
      fmt::format("principal moments about the centre of mass are {:.6g}, {:.6g}, {:.6g} kg m^2",
                  moments[0], moments[1], moments[2]);
  std::string remark;
  if (moments[0] < -round_off)
    remark = fmt::format(
        "body '{}': inertia is not positive: {}; check the signs of the products of inertia and "
        "whether the inertia was given about the centre of mass",
        body_name, found);
  else if (moments[0] + moments[1] < moments[2] * (1.0 - 1e-6) - round_off)
    remark = fmt::format(
        "body '{}': inertia violates the triangle inequality (the two smaller moments must add up "
        "to the largest at least): {}; no mass distribution has such an inertia; check its numbers",
        body_name, found);
  if (!tolerant && !remark.empty()) throw ModelError(remark);
  return remark;
}

namespace {

// An empty vector takes `fallback` in every entry; another size than n is an error.
void complete(const JointSpec& spec, Eigen::VectorXd& values, int n, double fallback,
              const char* what) {
  if (values.size() == 0) values = Eigen::VectorXd::Constant(n, fallback);
  if (values.size() != n)
    throw ModelError(
        fmt::format("joint '{}': {} has {} entries, expected {} (one per coordinate of a "
                    "{} joint)",
                    spec.name, what, values.size(), n, to_string(spec.kind)));
  if (values.array().isNaN().any())
    throw ModelError(fmt::format("joint '{}': {} contains a NaN", spec.name, what));
}

void require_non_negative(const JointSpec& spec, const Eigen::VectorXd& values, const char* what) {
  if ((values.array() < 0.0).any())
    throw ModelError(fmt::format("joint '{}': {} is negative ({}), expected numbers >= 0",
                                 spec.name, what, values.minCoeff()));
}

void check_axes(JointSpec& spec) {
  const double length = spec.axis.norm();
  if (!(length > 0.0) || !std::isfinite(length))
    throw ModelError(
        fmt::format("joint '{}': axis ({}, {}, {}) has no direction; give a vector of "
                    "length > 0",
                    spec.name, spec.axis.x(), spec.axis.y(), spec.axis.z()));
  spec.axis /= length;
  if (spec.kind == JointKind::Universal) {
    const double length2 = spec.axis2.norm();
    if (!(length2 > 0.0) || !std::isfinite(length2))
      throw ModelError(fmt::format("joint '{}': second axis has no direction", spec.name));
    spec.axis2 /= length2;
    if (std::abs(spec.axis.dot(spec.axis2)) > 1e-9)
      throw ModelError(
          fmt::format("joint '{}': the axes of a universal joint must be perpendicular, but they "
                      "form an angle of "
                      "{:.4f} degrees; use two revolute joints for other angles",
                      spec.name, std::acos(spec.axis.dot(spec.axis2)) * 180.0 / EIGEN_PI));
  }
  if (!std::isfinite(spec.pitch))
    throw ModelError(fmt::format("joint '{}': pitch is not a finite number", spec.name));
}

void check_spring(JointSpec& spec, int nq, int nv, std::vector<std::string>& remarks) {
  if (spec.stiffness.size() == 0) return;
  if (spec.stiffness.rows() != nv || spec.stiffness.cols() != nv)
    throw ModelError(fmt::format("joint '{}': stiffness is {} x {}, expected {} x {}", spec.name,
                                 spec.stiffness.rows(), spec.stiffness.cols(), nv, nv));
  if (!spec.stiffness.allFinite())
    throw ModelError(fmt::format("joint '{}': stiffness is not finite", spec.name));
  if (spec.spring_rest.size() != 0 && spec.spring_rest.size() != nq)
    throw ModelError(fmt::format("joint '{}': spring_rest has {} entries, expected {}", spec.name,
                                 spec.spring_rest.size(), nq));
  if (nq != nv || spec.spring_rest.size() == 0) return;
  for (int k = 0; k < nv; ++k)
    if (spec.spring_rest[k] < spec.position_lower[k] ||
        spec.spring_rest[k] > spec.position_upper[k])
      remarks.push_back(fmt::format(
          "joint '{}': the spring's rest position {:.6g} lies outside the limits [{:.6g}, {:.6g}], "
          "so the "
          "spring presses the joint against a limit",
          spec.name, spec.spring_rest[k], spec.position_lower[k], spec.position_upper[k]));
}

// The law of motion of an involute joint, and names for its coordinates.
void complete_involute(JointSpec& spec) {
  if (!(spec.radius > 0.0) || !std::isfinite(spec.radius))
    throw ModelError(fmt::format("joint '{}': the radius of its pulley is {}, expected more than 0",
                                 spec.name, spec.radius));
  using enum JointKind;
  const char* second = nullptr;
  switch (spec.kind) {
    case InvoluteRigid:
      spec.custom = CustomJoint::make(InvoluteJoint<InvoluteRigid>{spec.radius});
      return;
    case InvoluteU:
      spec.custom = CustomJoint::make(InvoluteJoint<InvoluteU>{spec.radius});
      second = "elongation";
      break;
    case InvoluteEps:
      spec.custom = CustomJoint::make(InvoluteJoint<InvoluteEps>{spec.radius});
      second = "strain";
      break;
    default:
      spec.custom = CustomJoint::make(InvoluteJoint<InvoluteL>{spec.radius});
      second = "length";
      break;
  }
  if (spec.coordinate_names.empty()) spec.coordinate_names = {"angle", second};
}

}  // namespace

std::vector<std::string> check_and_complete(JointSpec& spec) {
  if (is_involute(spec.kind)) complete_involute(spec);
  if (spec.kind == JointKind::Custom && spec.custom == nullptr)
    throw ModelError(
        fmt::format("joint '{}' is custom but has no definition; use custom_joint(name, "
                    "CustomJoint::make(...))",
                    spec.name));
  check_axes(spec);
  const int nv = velocity_size(spec.kind, spec.custom.get());
  const int nq = configuration_size(spec.kind, spec.custom.get());
  const double infinity = std::numeric_limits<double>::infinity();
  complete(spec, spec.armature, nv, 0.0, "armature");
  complete(spec, spec.damping, nv, 0.0, "damping");
  complete(spec, spec.coulomb_friction, nv, 0.0, "coulomb_friction");
  if (spec.static_friction.size() == 0) spec.static_friction = spec.coulomb_friction;
  complete(spec, spec.static_friction, nv, 0.0, "static_friction");
  complete(spec, spec.position_lower, nv, -infinity, "position_lower");
  complete(spec, spec.position_upper, nv, infinity, "position_upper");
  complete(spec, spec.velocity_limit, nv, infinity, "velocity_limit");
  complete(spec, spec.effort_limit, nv, infinity, "effort_limit");
  require_non_negative(spec, spec.armature, "armature");
  require_non_negative(spec, spec.coulomb_friction, "coulomb_friction");
  require_non_negative(spec, spec.static_friction, "static_friction");
  require_non_negative(spec, spec.velocity_limit, "velocity_limit");
  require_non_negative(spec, spec.effort_limit, "effort_limit");
  if (!spec.armature.allFinite() || !spec.damping.allFinite())
    throw ModelError(fmt::format("joint '{}': armature or damping is not finite", spec.name));
  for (int k = 0; k < nv; ++k)
    if (spec.position_lower[k] > spec.position_upper[k])
      throw ModelError(fmt::format("joint '{}': lower limit {} is above the upper limit {}",
                                   spec.name, spec.position_lower[k], spec.position_upper[k]));
  std::vector<std::string> remarks;
  check_spring(spec, nq, nv, remarks);
  if ((spec.damping.array() < 0.0).any())
    remarks.push_back(fmt::format("joint '{}': damping is negative and adds energy", spec.name));
  if ((spec.static_friction.array() < spec.coulomb_friction.array()).any())
    remarks.push_back(
        fmt::format("joint '{}': static friction is below sliding friction", spec.name));
  return remarks;
}

namespace {

// One backward recursion of articulated inertias (Featherstone 2008, eqs. 7.42-7.48) that looks at
// the pivots; clarity before speed.
void check_pivots(const Model& model, const Eigen::VectorXd& q) {
  const auto nodes = model.nodes();
  std::vector<ArticulatedInertia<double>> IA(nodes.size());
  std::vector<Transform<double>> X(nodes.size());
  for (std::size_t i = 1; i < nodes.size(); ++i)
    IA[i] = ArticulatedInertia<double>::from(nodes[i].inertia);
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    CustomJointKinematics<double> custom;
    if (node.kind == NodeKind::Custom)
      model.custom_joints()[static_cast<std::size_t>(node.custom)]->evaluate(q.data() + node.q,
                                                                             nullptr, custom);
    visit_joint(node.kind, node.pitch, node.nv, &custom, [&](const auto& joint) {
      if constexpr (requires { joint.pose(node.X_PF, q.data(), X[i]); })
        joint.pose(node.X_PF, q.data() + node.q, X[i]);
      else
        X[i] = node.X_PF * custom.pose;
      // Frees the coordinates one by one; each sees the inertia that the earlier ones left.
      const ArticulatedInertia<double> whole = IA[i];
      for (int k = 0; k < node.nv; ++k) {
        const Motion<double> s = joint.template column<double>(k);
        const Force<double> u = IA[i] * s;
        const double pivot = dot(s, u) + model.armature()[node.v + k];
        const double scale =
            std::abs(dot(s, whole * s)) +
            1e-3 * (whole.a.xx + whole.a.yy + whole.a.zz) * dot(s.angular, s.angular);
        if (!(pivot > 1e-13 * scale) || !(pivot > 0.0))
          throw ModelError(
              fmt::format(
                  "joint '{}': nothing resists its coordinate {}, so its acceleration is not "
                  "defined; give body '{}' or a body beyond it mass and moments of inertia, or the "
                  "joint an armature",
                  model.joint(JointId{node.joint}).spec.name,
                  node.v + k - model.joint(JointId{node.joint}).v,
                  model.body(model.joint(JointId{node.joint}).child).name),
              {"joint", model.joint(JointId{node.joint}).spec.name, ""});
        IA[i].subtract_outer(u, 1.0 / pivot);
      }
    });
    if (node.parent != 0) IA[static_cast<std::size_t>(node.parent)] += X[i] * IA[i];
  }
}

// Every joint of the built-in kinds carries a node that resists all motions: then each pivot is
// that of a positive definite matrix, at every configuration.
bool resists_everywhere(const Model& model) {
  if (!model.custom_joints().empty()) return false;
  for (const Node& node : model.nodes().subspan(1))
    if (node.body >= 0 && !resists_all_motions(node.inertia)) return false;
  return true;
}

}  // namespace

bool resists_all_motions(const Inertia<double>& inertia) {
  const Sym3<double> I = rotational_about_com(inertia);
  const double trace = inertia.rotational.xx + inertia.rotational.yy + inertia.rotational.zz;
  const double minor = I.xx * I.yy - I.xy * I.xy;
  const double determinant =
      minor * I.zz - I.xx * I.yz * I.yz - I.yy * I.xz * I.xz + 2.0 * I.xy * I.yz * I.xz;
  return inertia.mass > 0.0 && I.xx > 0.0 && minor > 0.0 &&
         determinant > 1e-9 * trace * trace * trace;
}

void check_dynamics_defined(const Model& model) {
  if (resists_everywhere(model)) return;
  std::mt19937_64 random(1);
  for (int sample = 0; sample < 3; ++sample)
    check_pivots(model, random_configuration(model, random));
}

}  // namespace catena
