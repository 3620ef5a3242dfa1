#pragma once
// A contact problem that is kept: in system form and as u = W x + q, or as the latter alone.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "catena/solvers/contact_chain.hpp"

namespace catena::test {

struct KeptProblem {
  std::string origin;  // where it comes from
  bool has_system = false;
  StepProblem system;
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
  std::vector<ContactLaw> laws;

  Eigen::Index rows() const { return q.size(); }
};

KeptProblem keep(const StepProblem& system);

// How the chain does on it, without a guess.
struct Solved {
  ChainReport report;
  std::vector<double> x;
  double violation = 0.0;  // of the laws as their header states them
  double rounding = 0.0;   // that of u = W x + q, by its size
  double ms = 0.0;         // processor time
};

Solved solve_system(const KeptProblem& problem, const ChainOptions& options = {});
Solved solve_matrix(const KeptProblem& problem, const ChainOptions& options = {});

}  // namespace catena::test
