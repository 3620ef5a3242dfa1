#include "catena/view/cable_path.hpp"

#include <cmath>

#include "catena/cables/cable_section.hpp"

namespace catena {

namespace {

constexpr std::size_t arc_pieces = 8;

SectionEnd end_of(const CableStop& stop, const Transform<double>& X) {
  SectionEnd end;
  end.center = X * stop.at;
  end.origin = X.translation;
  end.velocity = Motion<double>::zero();
  end.radius = stop.radius;
  end.sense = stop.sense;
  end.z = X.rotation * ((1.0 / norm(stop.axis)) * stop.axis);
  const Vec3<double> some = std::abs(end.z.x) < 0.7 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> x = some - dot(some, end.z) * end.z;
  end.x = (1.0 / norm(x)) * x;
  return end;
}

}  // namespace

CablePath::CablePath(const Cable& cable, const Model& model, const Loops* loops)
    : route_(cable.route), X_BM_(Transform<double>::identity()) {
  if (!route_.empty()) {
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
  CableSection before;
  for (std::size_t i = 0; i + 1 < route_.size(); ++i) {
    const SectionEnd a = end_of(route_[i], poses[static_cast<std::size_t>(route_[i].body.index)]);
    const SectionEnd b =
        end_of(route_[i + 1], poses[static_cast<std::size_t>(route_[i + 1].body.index)]);
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
