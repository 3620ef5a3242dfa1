#pragma once
// Path control as a planner of motors.

#include <memory>

#include "catena/control/path_controller.hpp"
#include "catena/elements/planner.hpp"

namespace catena {

class PathPlanner final : public Planner {
 public:
  explicit PathPlanner(const PathController& plan);

  void efforts(double t, In<double> q, In<double> v, const Acting* acting,
               Out<double> out) override;
  double shortfall() const override { return controller_->shortfall(); }
  const std::vector<double>& used() const override { return used_; }
  std::string obstacles() const override { return controller_->obstacles(); }
  std::vector<std::string> remarks() const override;

 private:
  std::unique_ptr<PathController> controller_;
  std::vector<double> used_;
};

}  // namespace catena
