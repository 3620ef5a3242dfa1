#pragma once
// Motors: efforts on coordinates as functions of time and state, with limits. In time steps servos
// are rows: their effort is that at the end of the step, or nearer to its middle where the step is
// short for them.

#include <algorithm>
#include <cmath>

#include "catena/elements/drives.hpp"
#include "catena/elements/row_owner.hpp"
#include "catena/elements/switched_group.hpp"

namespace catena {

class Motors final : public SwitchedGroup, public StepRowOwner {
 public:
  // `motors` speak of the coordinates of the start. `on_path`: coordinates that a path prescribes.
  Motors(const Coordinates& coordinates, const std::vector<Motor>& motors,
         const std::vector<char>& on_path);

  void begin(const State& state, bool, HeldArray&) override {
    switches_.begin(index(), state);
    in_step_ = false;
  }
  void compute(const Look& look) override;
  void add_efforts(Eigen::VectorXd& tau) const override;
  bool is_foreseen() const override { return false; }  // see add_foreseen()
  Slopes slopes() const override { return constant_ ? Slopes::None : Slopes::ByDifferences; }
  double slope_step(double v) const override { return 1e-6 * std::max(1.0, std::abs(v)); }
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;

  // ---- Controllers that plan: they come last, and compute() leaves them without effort.
  bool any_plans() const {
    return std::any_of(planners_.begin(), planners_.end(),
                       [](const auto& p) { return p != nullptr; });
  }
  // After compute(): adds the efforts of all others.
  void add_foreseen(const Look& look, Eigen::VectorXd& tau);
  // Then: finds theirs, where these efforts act besides; they are part of add_efforts() from now
  // on.
  void plan(const Look& look, const Eigen::VectorXd& acting, const CableForces* cables);
  void add_planned(Eigen::VectorXd& tau) const;
  std::size_t count() const { return motors_.size(); }
  const Motor& motor(std::size_t m) const { return motors_[m]; }
  std::string coordinate_name(std::size_t m, std::size_t entry) const {
    const int dof = dofs_[m][entry];
    return dof < 0 ? "a coordinate that was cut" : coordinates_->name(dof);
  }
  // Null: it does not plan.
  const Planner* planner(std::size_t m) const { return planners_[m].get(); }

  // StepRowOwner.
  RowOwner* step_rows() override { return servos_.empty() ? nullptr : this; }
  void begin_step() override { in_step_ = true; }
  void offer_step(const Look& middle, const StepRequest& request, const State& state,
                  RowList& out) override;
  bool answer_step(const RowList& list, const StepAnswer& answer, State& state,
                   std::vector<SimulationEvent>& events) override;

 private:
  // A coordinate of a motor that is a servo.
  struct Servo {
    std::size_t motor;
    Eigen::Index entry;
    int dof, q;  // where it is now
    ServoGain gain;
    double limit;  // infinite: none
  };
  void find_servos(const std::vector<char>& on_path);
  bool is_row(std::size_t motor) const { return in_step_ && !motors_[motor].gains.empty(); }
  void limit_efforts(std::size_t motor, Eigen::VectorXd& effort) const;
  void add_efforts_of(std::size_t motor, const Eigen::VectorXd& effort, Eigen::VectorXd& tau) const;
  // Without limits, at a time and the state of the last compute().
  void find_efforts(std::size_t motor, double t, const Look& look, Out<double> effort);
  void plan_efforts(std::size_t motor, double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    Out<double> effort);
  void offer_servo(int number, const Look& middle, const StepRequest& request, const State& state,
                   RowList& out);

  const Coordinates* coordinates_;
  std::vector<Motor> motors_;
  std::vector<std::vector<int>> dofs_;  // per motor: where its coordinates are now, -1: cut
  std::vector<Eigen::VectorXd> efforts_;
  std::vector<int> sources_;
  std::vector<std::unique_ptr<Planner>> planners_;  // per motor; null: it does not plan
  Eigen::VectorXd acting_;                          // on coordinates of the start
  const CableForces* cables_ = nullptr;             // of the last plan()
  bool constant_;                                   // none depends on time or state
  Eigen::VectorXd q_home_, v_home_;
  std::shared_ptr<const ProbeList> probes_;  // null: no formula names any
  Eigen::VectorXd q_probed_, v_probed_;      // with what they see
  std::vector<Servo> servos_;
  std::vector<Eigen::VectorXd> at_end_;  // per motor, scratch
  bool in_step_ = false;                 // rows stand for the servos
};

}  // namespace catena
