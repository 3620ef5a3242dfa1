#pragma once
// Forces and torques on bodies as functions of time and motion: wind, drag, buoyancy, thrust.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catena/elements/element_set.hpp"
#include "catena/elements/switched_group.hpp"

namespace catena {

// How the point moves at which a force acts. Velocities are along the axes of the force.
struct PointMotion {
  double t = 0.0;
  Vec3<double> position = Vec3<double>::zero();  // in the world, m
  Vec3<double> velocity = Vec3<double>::zero();  // of the point, m/s
  Vec3<double> turning = Vec3<double>::zero();   // of its body, rad/s
};

struct AppliedForce {
  // The axes that force and torque are along.
  enum class Axes { World, Body };

  std::string name;
  BodyId body = world_body;
  Transform<double> X_BP = Transform<double>::identity();  // the point, and axes on the body
  Axes axes = Axes::World;
  // Where it is to be booked as dissipated; otherwise as work.
  bool dissipates = false;
  // Torque (angular) and force (linear). One of the two:
  std::function<Force<double>(const PointMotion&)> function = nullptr;
  // Six numbers: force, torque. It sees the probes behind the coordinates of the start; all forces
  // of a simulation have one list of these.
  std::shared_ptr<const SwitchedLaw> law = nullptr;
  std::shared_ptr<const ProbeList> probes = nullptr;
};

// Throws ModelError where the force makes no sense, or its body is not one of the model.
void check_force(const AppliedForce& force, const Model& model);

class AppliedForceSet final : public ElementSet {
 public:
  AppliedForceSet() = default;
  explicit AppliedForceSet(std::vector<AppliedForce> forces) : forces_(std::move(forces)) {}
  void add(AppliedForce force) { forces_.push_back(std::move(force)); }
  const std::vector<AppliedForce>& forces() const { return forces_; }

  std::vector<std::string> names() const override;
  std::vector<double> numbers() const override;
  void check(const Coordinates& coordinates) const override;
  std::unique_ptr<Group> make_group(const Coordinates& coordinates) const override;
  std::string_view kind() const override { return "force"; }
  std::shared_ptr<const ElementSet> without(const OffList& off) const override {
    return std::make_shared<const AppliedForceSet>(elements_on(forces_, kind(), off));
  }

 private:
  std::vector<AppliedForce> forces_;
};

class AppliedForces final : public SwitchedGroup {
 public:
  AppliedForces(const Coordinates& coordinates, std::vector<AppliedForce> forces);

  void compute(const Look& look) override;
  void add_body_forces(const Look& look, BodyForces& out) const override;
  Slopes slopes() const override { return Slopes::ByDifferences; }
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;

  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;

 private:
  // At the last instant, in world axes.
  struct Now {
    Vec3<double> at;
    Force<double> force;  // about the point
    double power;
  };
  Now place(std::size_t i, const Look& look);

  std::vector<AppliedForce> forces_;
  std::vector<Now> now_;
  std::vector<int> sources_;
  Eigen::VectorXd numbers_;  // scratch: of a law
};

}  // namespace catena
