#pragma once
// A body that is pulled by hand: a spring and a damper from one of its points to a point of the
// world, which can be moved between two advances.

#include <optional>

#include "catena/elements/group.hpp"

namespace catena {

struct Pull {
  BodyId body;
  Vec3<double> at;         // in the body's frame, m
  Vec3<double> to;         // in the world, m
  double stiffness = 0.0;  // N/m
  double damping = 0.0;    // N s/m, of the point's velocity
};

class PullGroup final : public Group {
 public:
  static constexpr const char* account = "pull";

  // Sets or ends the pull. The body must be one of the model, and not the world.
  void set(const std::optional<Pull>& pull) { pull_ = pull; }

  void compute(const Look& look) override;
  void add_body_forces(const Look& look, BodyForces& out) const override;
  bool is_foreseen() const override { return false; }
  Slopes slopes() const override { return pull_ ? Slopes::ByDifferences : Slopes::None; }
  void open_accounts(Ledger& ledger) override { source_ = ledger.open(EnergyKind::Work, account); }
  void add_powers(const Look&, double* power) const override {
    if (pull_) power[source_] += power_;
  }

 private:
  std::optional<Pull> pull_;
  int source_ = -1;
  Vec3<double> point_ = Vec3<double>::zero(), force_ = Vec3<double>::zero();  // world axes
  double power_ = 0.0;
};

}  // namespace catena
