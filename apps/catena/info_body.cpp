#include "apps/catena/info_body.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "catena/math/nearest_name.hpp"
#include "catena/math/views.hpp"
#include "catena/mechanism/body_inertia.hpp"
#include "catena/view/json.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::app {

namespace {

// All digits: what is read is what the program has.
std::string full_number(double x) {
  return std::isfinite(x) ? fmt::format("{}", x) : std::string("null");
}

BodyId find_body(const Model& model, const std::string& name) {
  std::vector<std::string> names;
  for (int b = 1; b < model.body_count(); ++b) {
    if (model.body(BodyId{b}).name == name) return BodyId{b};
    names.push_back(model.body(BodyId{b}).name);
  }
  throw ScenarioError(
      fmt::format("--body: there is no body '{}'{}", name, nearest_name_hint(name, names)));
}

// About the axes in which the products are zero, the smallest first.
Eigen::Vector3d principal_moments(const BodyInertia& inertia) {
  Eigen::Matrix3d I = inertia.moments.asDiagonal();
  I(0, 1) = I(1, 0) = inertia.products.x();
  I(0, 2) = I(2, 0) = inertia.products.y();
  I(1, 2) = I(2, 1) = inertia.products.z();
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(I, Eigen::EigenvaluesOnly).eigenvalues();
}

std::string listed_numbers(const Eigen::Vector3d& v) {
  return fmt::format("{:.12g}, {:.12g}, {:.12g}", v.x(), v.y(), v.z());
}

std::string json_vector(const Eigen::Vector3d& v) {
  return fmt::format("[{}, {}, {}]", full_number(v.x()), full_number(v.y()), full_number(v.z()));
}

std::string json_numbers(const Eigen::VectorXd& numbers) {
  std::string list;
  for (const double x : numbers) list += (list.empty() ? "" : ", ") + full_number(x);
  return "[" + list + "]";
}

std::string json_pose(const Transform<double>& X) {
  const auto row = [&](double a, double b, double c) {
    return json_vector(Eigen::Vector3d(a, b, c));
  };
  const Mat3<double>& R = X.rotation;
  return fmt::format("{{\"position\": {}, \"matrix\": [{}, {}, {}]}}",
                     json_vector(to_eigen(X.translation)), row(R.c0.x, R.c1.x, R.c2.x),
                     row(R.c0.y, R.c1.y, R.c2.y), row(R.c0.z, R.c1.z, R.c2.z));
}

std::string json_body(const Model& model, BodyId id) {
  const BodyInfo& body = model.body(id);
  const BodyInertia inertia = BodyInertia::from_origin(body.inertia);
  const JointInfo& joint = model.joint(body.inboard_joint);
  return fmt::format(
      "{{\"name\": {}, \"parent\": {}, \"joint\": {}, \"mass\": {}, \"com\": {}, \"moments\": {}, "
      "\"products\": {}, \"shapes\": {}}}",
      json_text(body.name), json_text(model.body(joint.parent).name), json_text(joint.spec.name),
      full_number(inertia.mass), json_vector(inertia.com), json_vector(inertia.moments),
      json_vector(inertia.products), body.shapes.size());
}

std::string json_joint(const Model& model, JointId id) {
  const JointInfo& joint = model.joint(id);
  std::string coordinates;
  for (int k = 0; k < joint.nv; ++k)
    coordinates +=
        (coordinates.empty() ? "" : ", ") + json_text(model.coordinate_name(joint.v + k));
  return fmt::format(
      "{{\"name\": {}, \"kind\": {}, \"parent\": {}, \"child\": {}, \"coordinates\": [{}], "
      "\"at\": {}, \"child_at\": {}, \"lower\": {}, \"upper\": {}}}",
      json_text(joint.spec.name), json_text(to_string(joint.spec.kind)),
      json_text(model.body(joint.parent).name), json_text(model.body(joint.child).name),
      coordinates, json_pose(joint.X_PF), json_pose(joint.X_BM),
      json_numbers(joint.spec.position_lower), json_numbers(joint.spec.position_upper));
}

template <class Write>
std::string json_list(int first, int count, Write&& write) {
  std::string list;
  for (int i = first; i < count; ++i) list += (list.empty() ? "\n    " : ",\n    ") + write(i);
  return "[" + list + "]";
}

std::string json_loops(const Loops* loops) {
  std::string list;
  if (loops != nullptr)
    for (const Closure& closure : loops->closures())
      list += (list.empty() ? "" : ", ") + json_text(loops->name(closure));
  return "[" + list + "]";
}

}  // namespace

std::string body_text(const Model& model, const std::string& name) {
  const BodyInfo& body = model.body(find_body(model, name));
  const BodyInertia inertia = BodyInertia::from_origin(body.inertia);
  const JointInfo& joint = model.joint(body.inboard_joint);
  return fmt::format(
      "{}  [{} {}, on {}]\n"
      "mass              {:.12g} kg\n"
      "centre            {} m\n"
      "ixx, iyy, izz     {} kg m^2, about the centre\n"
      "ixy, ixz, iyz     {} kg m^2\n"
      "principal moments {} kg m^2\n",
      body.name, joint.spec.name, to_string(joint.spec.kind), model.body(joint.parent).name,
      inertia.mass, listed_numbers(inertia.com), listed_numbers(inertia.moments),
      listed_numbers(inertia.products), listed_numbers(principal_moments(inertia)));
}

std::string info_json(const std::string& title, const Model& model, const Loops* loops,
                      const std::string& body) {
  if (!body.empty()) return json_body(model, find_body(model, body)) + "\n";
  const Vec3<double>& g = model.gravity();
  return fmt::format(
      "{{\n  \"info\": 1,\n  \"name\": {},\n  \"gravity\": {},\n  \"mass\": {},\n"
      "  \"nq\": {},\n  \"nv\": {},\n  \"bodies\": {},\n  \"joints\": {},\n  \"loops\": {}\n}}\n",
      json_text(title), json_vector(to_eigen(g)), full_number(model.total_mass()), model.nq(),
      model.nv(),
      json_list(1, model.body_count(), [&](int b) { return json_body(model, BodyId{b}); }),
      json_list(0, model.joint_count(), [&](int j) { return json_joint(model, JointId{j}); }),
      json_loops(loops));
}

}  // namespace catena::app
