#include "tests/support/closing.hpp"

#include <algorithm>

#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"
#include "catena/model/model_builder.hpp"
#include "tests/support/closed_reference.hpp"
#include "tests/support/least_solution.hpp"

namespace catena::test {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

Closing::Closing(std::shared_ptr<const Model> tree, VectorXd q_tree)
    : tree_(std::move(tree)),
      q_tree_(std::move(q_tree)),
      bodies_(
          std::make_shared<const MaximalReference>(*tree_, q_tree_, VectorXd::Zero(tree_->nv()))) {}

Transform<double> Closing::pose(BodyId id) const {
  return {to_mat3(bodies_->body(id).R), to_vec3(bodies_->body(id).p)};
}

Vector3d Closing::in_body(BodyId id, const Vector3d& p_W) const {
  return bodies_->body(id).R.transpose() * (p_W - bodies_->body(id).p);
}

Vector3d Closing::in_world(BodyId id, const Vec3<double>& p_B) const {
  return bodies_->body(id).p + bodies_->body(id).R * to_eigen(p_B);
}

void Closing::add_joint(LoopJoint joint, const VectorXd& q_joint, Fit fit) {
  const int nv = velocity_size(joint.spec.kind, joint.spec.custom.get());
  const JointReference r = joint_reference(joint.spec, q_joint, VectorXd::Zero(nv));
  const Transform<double> X_FM{to_mat3(r.R), to_vec3(r.p)};
  const Transform<double> X_AB = inverse(pose(joint.a)) * pose(joint.b);
  if (fit == Fit::FrameInB)
    joint.X_BM = inverse(X_AB) * joint.X_AF * X_FM;
  else
    joint.X_AF = X_AB * joint.X_BM * inverse(X_FM);
  specs_.joints.push_back(std::move(joint));
  q_joints_.push_back(q_joint);
}

void Closing::add_rod(Rod rod) {
  rod.length = (in_world(rod.b, rod.p_B) - in_world(rod.a, rod.p_A)).norm();
  specs_.rods.push_back(std::move(rod));
}

void Closing::add_coupling(std::string name, std::vector<int> dofs, const VectorXd& gradient,
                           const Eigen::MatrixXd& hessian) {
  const Index size = gradient.size();
  const Eigen::MatrixXd H = 0.5 * (hessian + hessian.transpose());
  const auto present = loops();
  const VectorXd q = configuration(*present);
  VectorXd x(size);
  for (Index k = 0; k < size; ++k)
    x[k] = coordinate(*present, q, dofs[static_cast<std::size_t>(k)]);
  const double offset = gradient.dot(x) + 0.5 * x.dot(H * x);
  const auto evaluate = [gradient, H, offset, size](const double* at, const double* rates,
                                                    double* out) {
    const Eigen::Map<const VectorXd> y(at, size), rate(rates, size);
    const VectorXd Hy = H * y;
    Eigen::Map<VectorXd>(out, size) = gradient + Hy;
    return Coupling::Value{gradient.dot(y) + 0.5 * y.dot(Hy) - offset, rate.dot(H * rate)};
  };
  specs_.couplings.push_back({std::move(name), std::move(dofs), evaluate});
}

// Slides the plane along its normal, and anywhere within itself, until it touches.
void Closing::add_rolling(Rolling rolling) {
  const Eigen::Matrix3d& R_WB = bodies_->body(rolling.b).R;
  const Vector3d normal = R_WB * to_eigen(rolling.X_BP.rotation.c2);
  const Vector3d axle = bodies_->body(rolling.a).R * to_eigen(rolling.X_AC.rotation.c2);
  const Vector3d up =
      rolling.is_wheel ? Vector3d(normal - normal.dot(axle) * axle).normalized() : normal;
  const Vector3d contact = in_world(rolling.a, rolling.X_AC.translation) - rolling.radius * up;
  const Vector3d origin = in_world(rolling.b, rolling.X_BP.translation);
  rolling.X_BP.translation =
      to_vec3(in_body(rolling.b, origin + normal * normal.dot(contact - origin)));
  specs_.rollings.push_back(std::move(rolling));
}

void Closing::repeat_joint(std::size_t index) {
  LoopJoint twin = specs_.joints.at(index);
  twin.spec.name.append("_twin");
  const VectorXd q_joint = q_joints_.at(index);
  specs_.joints.push_back(std::move(twin));
  q_joints_.push_back(q_joint);
}

void Closing::repeat_rod(std::size_t index) {
  Rod twin = specs_.rods.at(index);
  twin.name.append("_twin");
  std::swap(twin.a, twin.b);
  std::swap(twin.p_A, twin.p_B);
  specs_.rods.push_back(std::move(twin));
}

std::shared_ptr<const Loops> Closing::loops() const {
  return std::make_shared<const Loops>(tree_, specs_);
}

VectorXd Closing::configuration(const Loops& loops) const {
  VectorXd q(loops.nq());
  q.head(tree_->nq()) = q_tree_;
  for (std::size_t i = 0; i < q_joints_.size(); ++i) {
    const JointInfo& info = loops.links().joint(JointId{static_cast<int>(i)});
    q.segment(tree_->nq() + info.q, info.nq) = q_joints_[i];
  }
  return q;
}

std::vector<int> Closing::plain_dofs() const {
  const auto present = loops();
  std::vector<int> dofs;
  const auto collect = [&](const Model& model, int first) {
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& info = model.joint(JointId{j});
      if (info.nq == info.nv)
        for (int k = 0; k < info.nv; ++k) dofs.push_back(first + info.v + k);
    }
  };
  collect(*tree_, 0);
  collect(present->links(), tree_->nv());
  return dofs;
}

VectorXd random_joint_configuration(const JointSpec& spec, Random& random) {
  ModelBuilder builder;
  const BodyId body = builder.add_body("body", solid_sphere(1.0, 1.0));
  builder.add_joint(spec, world_body, body);
  return random_configuration(builder.build(), random);
}

ClosureRank closure_rank(const Loops& loops, const VectorXd& q) {
  const Eigen::MatrixXd J = ClosedReference::velocity_jacobian(loops, q);
  if (J.rows() == 0) return {loops.nv(), 0, 1.0, Eigen::MatrixXd::Identity(J.cols(), J.cols())};
  const SingularVectors svd = singular_vectors(J);
  const VectorXd& values = svd.values;
  // Between bodies that do not move against each other all values are zero but for roundoff.
  const double scale = std::max(1.0, values[0]);
  Index rank = 0;
  while (rank < values.size() && values[rank] > 1e-11 * scale) ++rank;
  return {static_cast<int>(J.cols() - rank), static_cast<int>(J.rows() - rank),
          rank == 0 ? 1.0 : values[rank - 1] / scale, svd.V.rightCols(J.cols() - rank)};
}

}  // namespace catena::test
