#include "figure_on_bar.hpp"

#include <fmt/format.h>

#include <memory>
#include <random>
#include <stdexcept>

#include "catena/dynamics/kinematics.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/model/configuration.hpp"

namespace catena::bench {
namespace {

constexpr std::size_t states = 16;

// Upright, arms raised: a half turn about y takes them from hanging to there.
Eigen::VectorXd hanging(const Model& figure) {
  Eigen::VectorXd q = neutral_configuration(figure);
  for (const char* name : {"left_shoulder", "right_shoulder"})
    q.segment<4>(figure.joint(figure.find_joint(name)).q) = Eigen::Vector4d(0, 0, -1, 0);
  return q;
}

std::shared_ptr<const Loops> figure_with_bar() {
  auto figure = std::make_shared<const Model>(gymnast({.limits = false}));
  Kinematics<double> kinematics(*figure);
  kinematics.compute(*figure, hanging(*figure));
  LoopSpecs specs;
  for (const char* name : {"left_hand", "right_hand"}) {
    const FrameId hand = figure->find_frame(name);
    const FrameInfo& info = figure->frame(hand);
    specs.joints.push_back(
        {revolute(fmt::format("{}_on_bar", name), Eigen::Vector3d::UnitY()), world_body, info.body,
         Transform<double>::at(kinematics.pose(*figure, hand).translation), info.X_BF});
  }
  return std::make_shared<const Loops>(std::move(figure), std::move(specs));
}

// A random rate that is its own mirror image. Elbows and grips are parallel, so the arms stay in
// planes normal to the bar and the line of the shoulders stays parallel to it: a swing.
Eigen::VectorXd swing(const Model& figure, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto part = [&](const char* side, const char* name) {
    return figure.joint(figure.find_joint(fmt::format("{}{}", side, name))).v;
  };
  Eigen::VectorXd rate = Eigen::VectorXd::Zero(figure.nv());
  rate[part("", "base") + 1] = uniform(random);
  for (const char* hinge : {"elbow", "knee"})
    rate[part("left_", hinge)] = rate[part("right_", hinge)] = uniform(random);
  for (const char* ball : {"shoulder", "hip"}) {
    const double y = uniform(random), spread = ball[0] == 'h' ? uniform(random) : 0.0;
    rate.segment<3>(part("left_", ball)) = Eigen::Vector3d(spread, y, 0.5 * spread);
    rate.segment<3>(part("right_", ball)) = Eigen::Vector3d(-spread, y, -0.5 * spread);
  }
  return rate;
}

}  // namespace

FigureOnBar::FigureOnBar() : solver_(figure_with_bar()), a_(solver_.loops().nv()) {
  const Model& figure = solver_.loops().tree();
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < states; ++i) {
    Input input{Eigen::VectorXd::Zero(solver_.loops().nq()), Eigen::VectorXd::Zero(coordinates()),
                Eigen::VectorXd::Zero(coordinates())};
    const Eigen::VectorXd step = 0.5 * swing(figure, random);
    integrate<double>(figure, hanging(figure), step, Out<double>(input.q.data(), figure.nq()));
    if (!(solver_.close_position(input.q) < 1e-12))
      throw std::runtime_error("the figure cannot reach the bar");
    input.v.head(figure.nv()) = swing(figure, random);
    solver_.close_velocity(input.q, input.v);
    inputs_.push_back(std::move(input));
  }
}

void FigureOnBar::accelerate(std::size_t index) {
  const Input& input = inputs_[index % inputs_.size()];
  solver_.accelerations(input.q, input.v, input.tau, {}, a_);
}

}  // namespace catena::bench
