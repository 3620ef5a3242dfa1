#pragma once
// Postures in which a mechanism on cables can rest. The tensegrity thesis does not control the
// free coordinates of its manipulator (5.4). But cables can only pull, so they hold few values of
// these coordinates, and the free coordinates have to move with the desired ones to stay there.

#include "catena/control/strained_mechanism.hpp"
#include "catena/solvers/quadratic_program.hpp"

namespace catena {

struct PostureSettings {
  std::vector<int> desired;   // velocity coordinates of given position, with dq/dt = v
  std::vector<int> actuated;  // velocity coordinates of the inputs
  double stress = 0.0;        // that all cables shall have, as nearly as can be, Pa
  double least_stress = 0.0, most_stress = 0.0;
};

struct Posture {
  Eigen::VectorXd q;      // all coordinates; satisfies the loops
  Eigen::VectorXd u;      // the inputs that hold it
  std::vector<int> free;  // coordinates that fix it together with the desired ones and the strains
};

class PosturePlanner {
 public:
  // Throws std::invalid_argument where coordinates do not exist or a cable is not of a joint
  // `involute_eps`.
  PosturePlanner(std::shared_ptr<const Loops> loops, const std::vector<Cable>& cables,
                 PostureSettings settings);

  // The posture with these desired positions, in equilibrium, that minimises
  //
  //   sum (stress_i / settings.stress - 1)^2 + stay |q_f - near_f|^2
  //
  // with all stresses in their bounds; a local minimum, found from `near` on. `stay` is per rad^2
  // or m^2. Throws std::runtime_error where none is found.
  Posture find(const Eigen::VectorXd& desired, const Eigen::VectorXd& near, double stay);

 private:
  struct Step {
    Eigen::VectorXd u, strains, free;
    bool balanced = false;
  };
  void choose_free(const Eigen::VectorXd& q);
  void close(Eigen::VectorXd& q);
  Eigen::MatrixXd linearize(const Eigen::VectorXd& q, const Eigen::VectorXd& u);
  QpProblem step_problem(const Eigen::MatrixXd& equations, const Eigen::VectorXd& q,
                         const Eigen::VectorXd& near, double stay, double damping) const;
  Step improve(const Eigen::VectorXd& q, const Eigen::VectorXd& u, const Eigen::VectorXd& near,
               double stay, double damping);
  std::vector<int> fixing() const;  // desired coordinates, strains and free ones

  PostureSettings settings_;
  StrainedMechanism mechanism_;
  std::shared_ptr<const Loops> loops_;
  std::vector<int> free_;
  Eigen::VectorXd rest_;  // no velocity
  QpSolver solver_;
};

}  // namespace catena
