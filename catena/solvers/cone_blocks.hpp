#pragma once
// Products of nonnegative numbers and Lorentz cones: what an interior point method and Newton's
// method on projections need of them, block by block.

#include <Eigen/Core>
#include <vector>

namespace catena {

class ConeBlocks {
 public:
  static constexpr int most_block = 16;

  // Sizes from 1 to most_block. Allocates only where they differ from the last ones.
  void set(const std::vector<int>& sizes);

  Eigen::Index size() const { return size_; }
  int degree() const { return static_cast<int>(sizes_.size()); }

  // The unit element: 1 in the first place of each block.
  void unit(Eigen::VectorXd& x) const;

  // Nesterov & Todd's scaling W with W z = W^-1 x = lambda, for x and z inside. False where one is
  // not inside to within rounding.
  bool find_scaling(const Eigen::VectorXd& x, const Eigen::VectorXd& z, Eigen::VectorXd& lambda);
  void scale(const Eigen::VectorXd& x, Eigen::VectorXd& out) const;  // W x
  void unscale(const Eigen::VectorXd& x, Eigen::VectorXd& out) const;
  void scale_columns(const Eigen::MatrixXd& A, Eigen::MatrixXd& out) const;  // A W

  // out = lambda \ (target e - lambda o lambda - a o b); a and b may be null.
  void complement(const Eigen::VectorXd& lambda, double target, const Eigen::VectorXd* a,
                  const Eigen::VectorXd* b, Eigen::VectorXd& out) const;
  // The largest length with which x + length d stays inside.
  double reach(const Eigen::VectorXd& x, const Eigen::VectorXd& d) const;

  // The nearest point of K.
  void project(const Eigen::VectorXd& v, Eigen::VectorXd& out) const;
  // With V the derivative of the projection at v and N = (1 + delta) I - V, which commute:
  // A (V N^-1)^(1/2), and products with V N^-1 and N^-1.
  void linearise(const Eigen::VectorXd& v, double delta);
  void weigh_columns(const Eigen::MatrixXd& A, Eigen::MatrixXd& out) const;
  void weigh(const Eigen::VectorXd& x, Eigen::VectorXd& out) const;
  void solve_rest(const Eigen::VectorXd& x, Eigen::VectorXd& out) const;

 private:
  // What a block does to x by its spectrum: along (1, w) / sqrt 2, (1, -w) / sqrt 2, and across.
  struct Spectrum {
    double along = 1.0, against = 1.0, across = 1.0;
  };
  enum class Part { Root, Weight, Rest };
  Spectrum part(std::size_t block, Part which) const;
  void apply(std::size_t block, const Spectrum& s, const double* x, double* out,
             Eigen::Index stride) const;

  std::vector<int> sizes_, first_;
  Eigen::Index size_ = 0;
  std::vector<double> length_;  // of the scaling of each block
  Eigen::VectorXd w_;           // its axis; in linearise(): the axis of v
  std::vector<Spectrum> V_;
  double delta_ = 0.0;
};

}  // namespace catena
