#pragma once
// Forces of redundant contacts that hold. Coulomb's law may be satisfied by forces with which some
// contacts slip although other forces would hold all of them: how the normal forces are shared
// decides. Of the forces that hold, those are taken whose friction is furthest from its limits, by
// one convex program:
//
//   maximise s   subject to   A x + b = 0 in the rows that are to be held,   x within their laws,
//                             |x_t / friction| + s <= x_n  for each limit of friction
//
// With normal forces of at most twice the least sum that holds, so that contacts are not pressed
// against each other without need.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "catena/solvers/cone_program.hpp"
#include "catena/solvers/contact_law.hpp"

namespace catena {

class HoldingForces {
 public:
  // The blocks cover the rows of A one after the other. Those that are not to be held keep their
  // part of x; two-sided ones keep the sign of their normal force. Returns whether there are forces
  // that hold; then x has them, inside of the laws. Allocates.
  bool find(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, std::span<const ContactLaw> laws,
            std::span<const char> is_held, Eigen::VectorXd& x);

 private:
  // x = kept + sign y of the program, where a row has an unknown.
  struct Term {
    Eigen::Index row, column;
    double sign;
  };
  // A row of the program: sum of factor y = right.
  struct Equation {
    std::vector<std::pair<Eigen::Index, double>> terms;
    double right = 0.0;
  };
  Eigen::Index add_unknowns(int size);
  void add_bounds(const ContactLaw& law, Eigen::Index row, Eigen::VectorXd& kept);
  void add_cone(const ContactLaw& law, Eigen::Index row, double sign);
  void add_held_rows(const Eigen::MatrixXd& A, const Eigen::VectorXd& rest,
                     const std::vector<Eigen::Index>& rows);
  bool solve(double most_normal, Eigen::VectorXd& y);
  bool close(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
             const std::vector<Eigen::Index>& rows, Eigen::VectorXd& x) const;
  static bool is_inside(std::span<const ContactLaw> laws, std::span<const char> is_held,
                        const Eigen::VectorXd& x);

  std::vector<int> cones_;
  Eigen::Index unknowns_ = 0, margin_ = 0;
  std::vector<Term> terms_;
  std::vector<Equation> equations_;
  std::vector<Eigen::Index> normals_;  // unknowns
  double size_ = 1.0;                  // of forces
  ConeSolver solver_;
};

}  // namespace catena
