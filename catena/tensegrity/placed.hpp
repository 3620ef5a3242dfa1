#pragma once
// A network as a function of its free coordinates, for methods that search for them.

#include <Eigen/Core>

#include "catena/tensegrity/network.hpp"

namespace catena::tensegrity {

class Placed {
 public:
  explicit Placed(const Network& network) : network_(network), home_(network.nodes) {}

  // Free coordinates are displacements from here, so that held directions stay exactly.
  Eigen::VectorXd start() const {
    return Eigen::VectorXd::Zero(static_cast<Index>(free_directions(network_).size()));
  }
  // Valid until the next call.
  const Network& at(const Eigen::VectorXd& x) {
    network_.nodes = home_ + spread(network_, x);
    return network_;
  }
  // The largest distance from the centre.
  double size() const {
    const Eigen::Vector3d centre = home_.rowwise().mean();
    return (home_.colwise() - centre).colwise().norm().maxCoeff();
  }

 private:
  Network network_;
  Eigen::Matrix3Xd home_;
};

// H with the directions R (orthonormal columns) replaced by ones that are as stiff as the rest, so
// that steps do not go along them.
inline Eigen::MatrixXd without(const Eigen::MatrixXd& H, const Eigen::MatrixXd& R) {
  if (R.cols() == 0) return H;
  const Eigen::MatrixXd HR = H * R;
  const double stiff = H.cwiseAbs().maxCoeff();
  return H - R * HR.transpose() - HR * R.transpose() +
         R * (R.transpose() * HR + stiff * Eigen::MatrixXd::Identity(R.cols(), R.cols())) *
             R.transpose();
}

}  // namespace catena::tensegrity
