// Frequencies that are known in closed form.

#include "catena/tensegrity/frequencies.hpp"

#include <gtest/gtest.h>

#include "catena/tensegrity/self_stress.hpp"
#include "catena/tensegrity/stiffness.hpp"
#include "tests/tensegrity/networks.hpp"

namespace catena::tensegrity {
namespace {

using Eigen::VectorXd;

// Masses at equal distances on a string between two walls.
Network string(int masses, double length, double mass, double stiffness) {
  Network result;
  result.nodes = Eigen::Matrix3Xd::Zero(3, masses + 2);
  for (int i = 0; i < masses + 2; ++i) result.nodes(0, i) = i * length;
  for (int i = 0; i <= masses; ++i) {
    add(result, MemberKind::Cable, i, i + 1);
    result.members.back().stiffness = stiffness;
  }
  result.supports = {{0}, {masses + 1}};
  result.masses = VectorXd::Constant(masses + 2, mass);
  return result;
}

TEST(NaturalFrequencies, OfOneMassOnAString) {
  const double T = 3.0, l = 0.8, m = 0.25, EA = 1000.0;
  const Network network = string(1, l, m, EA);
  const auto modes = natural_frequencies(network, VectorXd::Constant(2, T / l));
  ASSERT_EQ(modes.size(), 3U);
  EXPECT_NEAR(modes[0].omega_squared, 2.0 * T / (m * l), 1e-12);
  EXPECT_NEAR(modes[1].omega_squared, 2.0 * T / (m * l), 1e-12);
  const double rest = rest_length_for(EA, l, T);
  EXPECT_NEAR(modes[2].omega_squared, 2.0 * EA / (rest * m), 1e-9);
  EXPECT_NEAR(modes[2].hertz(), std::sqrt(2.0 * EA / (rest * m)) / (2.0 * pi), 1e-12);
  EXPECT_NEAR(std::abs(modes[2].shape(0, 1)), 1.0 / std::sqrt(m), 1e-12);
  EXPECT_EQ(modes[2].shape.col(0).norm(), 0.0);
}

// Lagrange's string: omega_k^2 = 4 T / (m l) sin^2(k pi / (2 (N + 1))).
TEST(NaturalFrequencies, OfLagrangesString) {
  const int N = 9;
  const double T = 2.0, l = 0.1, m = 0.05;
  Network network = string(N, l, 0.0, 1e4);
  for (Member& member : network.members) member.mass = m;  // half at each end
  const auto modes = natural_frequencies(network, VectorXd::Constant(N + 1, T / l));
  ASSERT_EQ(modes.size(), 3U * N);
  for (int k = 1; k <= N; ++k) {
    const double expected = 4.0 * T / (m * l) * std::pow(std::sin(k * pi / (2.0 * (N + 1))), 2);
    for (const int i : {2 * k - 2, 2 * k - 1})
      EXPECT_NEAR(modes[static_cast<std::size_t>(i)].omega_squared / expected, 1.0, 1e-10);
  }
  EXPECT_THROW(
      natural_frequencies(network, VectorXd::Constant(N + 1, T / l), {.member_masses = false}),
      NetworkError);
}

TEST(NaturalFrequencies, ModesAreOrthonormalInTheMasses) {
  Network network = prism(3, prism_twist(3));
  network.masses = VectorXd::LinSpaced(6, 1.0, 2.0);
  for (Member& member : network.members) member.stiffness = 100.0;
  const VectorXd q = prism_densities(3);
  const auto modes = natural_frequencies(network, q);
  const Eigen::MatrixXd K = tangent_stiffness(network, q);
  for (const VibrationMode& a : modes)
    for (const VibrationMode& b : modes) {
      const double mass = (a.shape * network.masses.asDiagonal()).cwiseProduct(b.shape).sum();
      const double stiff = a.shape.reshaped().dot(K * b.shape.reshaped());
      EXPECT_NEAR(mass, &a == &b ? 1.0 : 0.0, 1e-12);
      EXPECT_NEAR(stiff, &a == &b ? a.omega_squared : 0.0, 1e-10);
    }
}

// Six motions as one body; the mechanism is held by pre-tension alone, the rest by the members.
TEST(NaturalFrequencies, OfAPrismsMechanismGoWithTheRootOfThePretension) {
  Network network = prism(3, prism_twist(3));
  network.masses = VectorXd::Ones(6);
  for (Member& member : network.members) member.stiffness = 1e6;
  const auto omega_squared = [&](double level, std::size_t mode) {
    return natural_frequencies(network, level * prism_densities(3))[mode].omega_squared;
  };
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(omega_squared(1.0, i), 0.0, 1e-8);
  EXPECT_NEAR(omega_squared(4.0, 6) / omega_squared(1.0, 6), 4.0, 1e-4);
  EXPECT_NEAR(omega_squared(400.0, 6) / omega_squared(100.0, 6), 4.0, 1e-2);
  EXPECT_NEAR(omega_squared(4.0, 7) / omega_squared(1.0, 7), 1.0, 1e-4);
  // To first order it is the work of the product forces along the mechanism.
  const Stability found = stability(network, prism_densities(3));
  EXPECT_NEAR(omega_squared(1.0, 6) / found.mechanism_stiffness[0], 1.0, 1e-5);
}

}  // namespace
}  // namespace catena::tensegrity
