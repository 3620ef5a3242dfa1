// The table of all answers: what it says about networks that are known.

#include "catena/tensegrity/report.hpp"

#include <gtest/gtest.h>

#include "catena/tensegrity/elastic.hpp"
#include "catena/tensegrity/form_finding.hpp"
#include "tests/tensegrity/networks.hpp"

namespace catena::tensegrity {
namespace {

using Eigen::VectorXd;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(StaticsReport, OfAPrism) {
  Network network = prism(3, prism_twist(3));
  const StaticsReport bare = statics_report(network, std::nullopt, 10.0);
  ASSERT_TRUE(bare.densities);
  EXPECT_NEAR((*bare.densities)[0] * member_lengths(network)[0], -10.0, 1e-12);
  const std::string text = to_text(bare, network);
  EXPECT_TRUE(has(text,
                  "6 nodes, 12 members, 18 free directions\n"
                  "rank 11: 1 self-stress, 1 mechanism, 6 motions as one body\n"))
      << text;
  EXPECT_TRUE(has(text, "super stable: yes")) << text;
  EXPECT_TRUE(has(text, "no frequencies: member 's0-3' has no stiffness")) << text;
  const Network loose = prism(3, 140.0 / 180.0 * pi);
  EXPECT_TRUE(has(to_text(statics_report(loose, std::nullopt, 1.0), loose),
                  "rank 12: 0 self-stresses, 0 mechanisms, 6 motions as one body\n"
                  "no self-stress with tension in all cables"));
}

// Slack cables hold nothing: the answers are those of the network without them.
TEST(StaticsReport, LeavesSlackCablesOut) {
  Network network = prism(3, prism_twist(3));
  network.masses = VectorXd::Ones(6);
  pretension(network, 100.0, prism_densities(3));
  const StaticsReport without = statics_report(network, prism_densities(3), 1.0);
  for (int i = 0; i < 3; ++i) {
    add(network, MemberKind::Cable, i, 3 + (i + 1) % 3);
    network.members.back().stiffness = 100.0;
    network.members.back().rest_length = 10.0;
  }
  const StaticsReport with = statics_report(network, elastic_form(network).densities, 1.0);
  EXPECT_EQ(with.slack, 3);
  EXPECT_EQ(with.structure.mechanisms.cols(), 1);
  ASSERT_EQ(with.modes.size(), without.modes.size());
  for (std::size_t i = 0; i < with.modes.size(); ++i)
    EXPECT_NEAR(with.modes[i].omega_squared, without.modes[i].omega_squared, 1e-11);
  EXPECT_TRUE(has(to_text(with, network), "3 cables are slack and left out\n"));
}

}  // namespace
}  // namespace catena::tensegrity
