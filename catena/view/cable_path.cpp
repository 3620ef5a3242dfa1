#include "catena/view/cable_path.hpp"

#include <cmath>

namespace catena {

namespace {

constexpr std::size_t arc_pieces = 8;

}  // namespace

CablePath::CablePath(const Cable& cable, const Model& model, const Loops* loops)
    : route_(cable.route), X_BM_(Transform<double>::identity()) {
  if (!route_.empty()) {
    for (const CableStop& stop : route_) circles_.push_back(circle_of(stop));
    for (std::size_t i = 1; i + 1 < route_.size(); ++i)
      count_ += route_[i].radius > 0.0 ? arc_pieces + 1 : 1;
    return;
  }
  const auto take = [&](BodyId body, const Transform<double>& X) {
    end_ = body;
    X_BM_ = X;
  };
  const int dof = cable.joint.first_dof;
  for (int j = 0; j < model.joint_count(); ++j)
    if (const JointInfo& joint = model.joint(JointId{j}); joint.v == dof && joint.nv > 0)
      take(joint.child, joint.X_BM);
  for (int j = 0; loops != nullptr && j < loops->links().joint_count(); ++j)
    if (loops->links().joint(JointId{j}).v + model.nv() == dof) {
      const LoopJoint& joint = loops->specs().joints[static_cast<std::size_t>(j)];
      take(joint.b, joint.X_BM);
    }
}

void CablePath::points(std::span<const Transform<double>> poses, double length,
                       std::vector<Vec3<double>>& out) const {
  out.clear();
  if (route_.empty()) {
    const Transform<double> M = poses[static_cast<std::size_t>(end_.index)] * X_BM_;
    out = {M * Vec3<double>{std::isfinite(length) ? -length : 0.0, 0.0, 0.0}, M.translation};
    return;
  }
  const auto end = [&](std::size_t i) {
    return section_end(route_[i], circles_[i],
                       poses[static_cast<std::size_t>(route_[i].body.index)],
                       Motion<double>::zero());
  };
  CableSection before;
  for (std::size_t i = 0; i + 1 < route_.size(); ++i) {
    const SectionEnd a = end(i), b = end(i + 1);
    CableSection section;
    const bool possible = section.compute(a, b);
    const Vec3<double> leaves = possible ? section.point(0) : a.center;
    if (i > 0 && a.radius > 0.0) {
      const double from = before.angle(1), wrap = wrap_of(a.sense, from, section.angle(0));
      for (std::size_t k = 0; k < arc_pieces; ++k) {
        const double angle = from + a.sense * wrap * static_cast<double>(k) / arc_pieces;
        out.push_back(a.center + (a.radius * std::cos(angle)) * a.x +
                      (a.radius * std::sin(angle)) * cross(a.z, a.x));
      }
    }
    out.push_back(leaves);
    if (i + 2 == route_.size()) out.push_back(possible ? section.point(1) : b.center);
    before = section;
  }
}

}  // namespace catena
