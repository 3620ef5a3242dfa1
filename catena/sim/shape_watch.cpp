#include "catena/sim/shape_watch.hpp"

#include "catena/contact/contact_group.hpp"

namespace catena {

namespace {

// A point that arrives while its shapes are farther apart than this, m, passes by.
constexpr double passes_at = 1e-8;

}  // namespace

ShapeWatch::ShapeWatch(MotionEquations& equations) : equations_(equations) {
  auto* const group = equations.group<ContactGroup>();
  if (group == nullptr || group->shapes() == nullptr) return;
  if (equations.setup().contact_options.method != ContactMethod::Events) return;
  group_ = group;
  way_ = std::make_unique<ShapeWay>(*group->shapes());
}

bool ShapeWatch::refresh(State& state, double ahead) {
  if (group_ == nullptr) return false;
  equations_.refresh(state, ahead);
  return group_->has_other_features();
}

std::string ShapeWatch::inexact_name(const State& state) const {
  return group_->inexact_name(state);
}

ShapeWatch::Part ShapeWatch::good_part(Integrator& integrator, const State& state, double h,
                                       bool changes) {
  const auto look = [&](double part) {
    integrator.inside(equations_, part, y_);
    return equations_.look_at(state.t + part * h, y_);
  };
  const auto known = [&](const Look& at, int pair) { return group_->least_gap(at, pair); };
  way_->begin(look, known, h, group_->closed_found(state));
  const std::optional<ShapeWay::Fault> fault = way_->first_fault(!changes);
  if (!fault) return {};
  return {way_->end_before(*fault), fault->what == ShapeWay::Fault::What::Feature};
}

bool ShapeWatch::passes_by(const Guard& guard, double t, const Eigen::VectorXd& y) {
  const int pair = guard.owner == group_->index() ? group_->pair_of_gap(guard) : -1;
  return pair >= 0 && way_->distance(pair, equations_.look_at(t, y)) > passes_at;
}

}  // namespace catena
