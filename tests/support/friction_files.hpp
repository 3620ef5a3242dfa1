#pragma once
// Friction problems of other programs, from files beside the sources (cases/friction_problems).

#include <Eigen/Core>
#include <filesystem>
#include <string>
#include <vector>

#include "catena/solvers/contact_chain.hpp"

namespace catena::test {

struct FrictionFile {
  std::string name, kind;  // 3d, 2d, rolling, lcp
  std::vector<int> begin, column;
  std::vector<double> value, q, mu, mu_r;
  std::vector<ContactLaw> laws;
  int rows_per_contact = 3;

  CompressedRows W() const { return {static_cast<int>(q.size()), begin, column, value}; }
};

// Throws std::runtime_error where the file is not as described there.
FrictionFile read_friction_file(const std::filesystem::path& path);

// A dense problem with Coulomb's law in the same form.
FrictionFile coulomb_problem(const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                             const std::vector<ContactLaw>& laws);

// The residual as that folder's description defines it; computed from the file's numbers alone.
double residual_of(const FrictionFile& problem, const std::vector<double>& r);

}  // namespace catena::test
