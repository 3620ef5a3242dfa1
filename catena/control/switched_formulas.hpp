#pragma once
// Formulas that jump or have kinks as laws of drives.

#include "catena/control/state_formula.hpp"
#include "catena/elements/switched_law.hpp"

namespace catena {

// The switches of several formulas, one after the other.
class SwitchedFormulas : public SwitchedLaw {
 public:
  explicit SwitchedFormulas(std::vector<StateFormula> formulas);

  Eigen::Index value_count() const override { return static_cast<Eigen::Index>(formulas_.size()); }
  const std::vector<LawSwitch>& switches() const override { return switches_; }
  void find_branches(const LawPoint& at, double* branches) const override;
  void arguments(const LawPoint& at, const double* branches, double* out) const override;
  void arguments(const LawPoint& at, const LawRate& along, const double* branches,
                 Jet* out) const override;
  void scales(const LawPoint& at, const double* branches, double* out) const override;
  double fastest_angle(const LawPoint& at, const LawRate& along) const override;

 protected:
  const std::vector<StateFormula>& formulas() const { return formulas_; }
  // The branches of one formula among those of all.
  const double* part(const double* branches, std::size_t formula) const {
    return branches + first_[formula];
  }

 private:
  std::vector<StateFormula> formulas_;
  std::vector<std::size_t> first_;  // per formula, its first switch
  std::vector<LawSwitch> switches_;
};

// As FormulaEffort.
class FormulaLaw final : public SwitchedFormulas {
 public:
  FormulaLaw(std::vector<StateFormula> formulas, double ratio)
      : SwitchedFormulas(std::move(formulas)), ratio_(ratio) {}
  void values(const LawPoint& at, const double* branches, Out<double> out) const override;
  void rates(const LawPoint& at, const LawRate& along, const double* branches,
             Out<double> out) const override;

 private:
  double ratio_;
};

// As ServoEffort.
class ServoLaw final : public SwitchedFormulas {
 public:
  ServoLaw(std::shared_ptr<const std::vector<ServoEffort::Coordinate>> coordinates,
           std::shared_ptr<const std::vector<double>> offsets);
  void values(const LawPoint& at, const double* branches, Out<double> out) const override;

 private:
  std::shared_ptr<const std::vector<ServoEffort::Coordinate>> coordinates_;
  std::shared_ptr<const std::vector<double>> offsets_;
};

}  // namespace catena
