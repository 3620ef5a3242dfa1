#pragma once
// The joints' own springs and dampers, in the tree and in loops. In time steps, dampers that are
// strong for the step are rows, which treat them implicitly.

#include "catena/dynamics/workspace.hpp"
#include "catena/elements/row_owner.hpp"

namespace catena {

class JointSprings final : public Group, public StepRowOwner {
 public:
  explicit JointSprings(const Coordinates& coordinates);

  void compute(const Look& look) override;
  void add_efforts(Eigen::VectorXd& tau) const override { tau += efforts_; }
  bool is_foreseen() const override { return false; }
  Slopes slopes() const override { return Slopes::Exact; }
  void add_slopes(const Look& look, MotionSlopes& out) const override;
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;
  double stored_energy(const Look& look, const State& state) override;

  // StepRowOwner.
  RowOwner* step_rows() override { return damping_.isZero(0.0) ? nullptr : this; }
  void begin_step() override {}
  void offer_step(const Look& middle, const StepRequest& request, const State& state,
                  RowList& out) override;
  bool answer_step(const RowList& list, const StepAnswer& answer, State& state,
                   std::vector<SimulationEvent>& events) override;

 private:
  // The tree, or the links of the loops.
  struct Part {
    const Model* model;
    int first_q, first_v;
    mutable Workspace<double> ws;
  };
  // A spring whose matrix is not symmetric, and the part of it that does work.
  struct Circulatory {
    std::size_t part;
    const Spring* spring;
    Eigen::MatrixXd antisymmetric;
    int source = -1;
  };
  void add_part(const Model& model, int first_q, int first_v);

  const Coordinates* coordinates_;
  std::vector<Part> parts_;
  std::vector<Circulatory> circulatory_;
  Eigen::VectorXd damping_, efforts_;
  std::vector<int> source_of_dof_;  // of damping and dry friction, or -1
  mutable Eigen::VectorXd deflection_, work_;
};

}  // namespace catena
