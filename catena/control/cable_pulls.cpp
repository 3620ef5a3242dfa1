#include "catena/control/cable_pulls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "catena/model/configuration.hpp"

namespace catena {

using Eigen::VectorXd;

CablePulls::CablePulls(const Model& model, std::vector<Cable> cables)
    : model_(&model),
      cables_(std::move(cables)),
      kinematics_(model),
      forces_(model),
      efforts_(Eigen::MatrixXd::Zero(model.nv(), count())),
      before_(efforts_),
      after_(efforts_),
      bends_(VectorXd::Zero(count())),
      lengths_(VectorXd::Zero(count())),
      zero_(VectorXd::Zero(model.nv())),
      column_(model.nv()) {
  for (const Cable& cable : cables_) {
    const auto refuse = [&](const char* what) {
      throw std::invalid_argument(
          fmt::format("cable '{}' {}; expected a cable with one tension that only its drums change",
                      cable.name, what));
    };
    if (cable.winch) refuse("is let out by a winch");
    for (const CableStop& stop : cable.route)
      if (stop.friction > 0.0) refuse("rubs on a stop");
    for (std::size_t k = 1; k + 1 < cable.route.size(); ++k)
      if (cable.route[k].grips) refuse("is gripped by a pulley on its way");
  }
}

void CablePulls::find_efforts(In<double> q, Eigen::MatrixXd& out) {
  kinematics_.compute(*model_, q, zero_);
  for (int c = 0; c < count(); ++c) {
    const Cable& of = cable(c);
    const auto end = [&](std::size_t k) {
      const FrameId frame = model_->body_frame(of.route[k].body);
      return section_end(of.route[k], circle_of(of.route[k]), kinematics_.pose(*model_, frame),
                         Motion<double>::zero());
    };
    forces_.clear();
    lengths_[c] = 0.0;
    for (std::size_t k = 0; k + 1 < of.route.size(); ++k) {
      CableSection section;
      if (!section.compute(end(k), end(k + 1)))
        throw std::runtime_error(
            fmt::format("cable '{}': one of its stops lies inside the next one", of.name));
      lengths_[c] += section.length();
      for (const int side : {0, 1})
        forces_.add(of.route[k + static_cast<std::size_t>(side)].body, section.point(side),
                    section.pull(side));
    }
    column_.setZero();
    forces_.add_efforts(kinematics_, column_);
    out.col(c) = column_;
  }
}

// The bend by central differences along the motion.
void CablePulls::place(In<double> q, In<double> v) {
  if (count() == 0) return;
  const VectorXd velocity = to_eigen(v).head(model_->nv());
  const VectorXd here = to_eigen(q).head(model_->nq());
  const double speed = velocity.lpNorm<Eigen::Infinity>();
  bends_.setZero();
  if (speed > 0.0) {
    const double h = 1e-5 / std::max(1.0, speed);
    find_efforts(integrate(*model_, here, VectorXd(-h * velocity)), before_);
    find_efforts(integrate(*model_, here, VectorXd(h * velocity)), after_);
    bends_ = -(after_ - before_).transpose() * velocity / (2.0 * h);
  }
  find_efforts(here, efforts_);
}

}  // namespace catena
