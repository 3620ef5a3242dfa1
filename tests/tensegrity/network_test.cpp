// What is refused, and in which words.

#include "catena/tensegrity/network.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "catena/tensegrity/form_finding.hpp"
#include "catena/tensegrity/frequencies.hpp"
#include "catena/tensegrity/stiffness.hpp"
#include "tests/tensegrity/networks.hpp"

namespace catena::tensegrity {
namespace {

std::string message(const std::function<void()>& call) {
  try {
    call();
  } catch (const NetworkError& error) {
    return error.what();
  }
  return "";
}

std::string refused(const std::function<void(Network&)>& spoil) {
  Network network = square(2, true);
  spoil(network);
  return message([&] { check(network); });
}

TEST(NetworkCheck, NamesWhatIsWrong) {
  EXPECT_EQ(refused([](Network&) {}), "");
  EXPECT_EQ(refused([](Network& n) { n.members[1].to = 4; }),
            "member 'c1-2': there is no node number 4; the network has 4 nodes, counted from 0");
  EXPECT_EQ(refused([](Network& n) { n.members[1].to = 1; }),
            "member 'c1-2' goes from node 1 to itself; it needs two nodes");
  EXPECT_EQ(refused([](Network& n) {
              n.nodes.col(1) = n.nodes.col(0);
              n.node_names = {"a", "b", "c", "d"};
            }),
            "member 'c0-1' has the length 0: its nodes 'a' and 'b' are at the same place; move one "
            "of them or make them one node");
  EXPECT_EQ(refused([](Network& n) { n.members[1].name = n.members[0].name; }),
            "two members are named 'c0-1'; give each its own name");
  EXPECT_EQ(refused([](Network& n) { n.members[0].rest_length = -1.0; }),
            "member 'c0-1': its rest length is -1 m, expected more than 0");
  EXPECT_EQ(refused([](Network& n) { n.members[0].stiffness = -2.0; }),
            "member 'c0-1': its stiffness EA is -2 N, expected a number that is not negative");
  EXPECT_EQ(refused([](Network& n) { n.supports.push_back({7}); }),
            "a support: there is no node number 7; the network has 4 nodes, counted from 0");
  EXPECT_EQ(refused([](Network& n) { n.masses.setOnes(3); }),
            "there are 3 masses for 4 nodes, expected one for each, or none");
  EXPECT_EQ(refused([](Network& n) { n.nodes(2, 3) = NAN; }), "node 3: its position is not finite");
  EXPECT_EQ(refused([](Network& n) { n.members.clear(); }), "the network has no members");
}

TEST(NetworkCheck, QuestionsSayWhatTheyLack) {
  Network network = square(2, true);
  const Eigen::VectorXd q = Eigen::VectorXd::Ones(6);
  EXPECT_EQ(message([&] { tangent_stiffness(network, q); }),
            "member 'c0-1' has no stiffness; give it an EA [N] greater than 0");
  EXPECT_EQ(message([&] { given_force_densities(network); }),
            "member 'c0-1' has no force density; give it one [N/m], or find a self-stress first");
  EXPECT_EQ(message([&] { force_density_matrix(network, q.head(2)); }),
            "there are 2 force densities for 6 members, expected one for each");
  for (Member& member : network.members) member.stiffness = 1.0;
  EXPECT_EQ(message([&] { natural_frequencies(network, q); }),
            "node 0 can move but has no mass; give it one, or a mass to one of its members");
  EXPECT_EQ(message([&] { elastic_form(network); }),
            "member 'c0-1' has no rest length; give it one [m]");
  EXPECT_EQ(message([&] { force_density_form(network, q); }),
            "the force densities do not determine the form: some nodes could be anywhere; support "
            "more nodes, or change the densities");
  EXPECT_NE(message([&] { stability(network, q); }).find("the forces do not balance"),
            std::string::npos);
  keep_lengths(network);
  network.loads.setConstant(3, 4, 1.0);
  EXPECT_EQ(message([&] { elastic_form(network); }),
            "nothing holds the network in the direction of the loads; support a node, or let the "
            "loads balance");
}

}  // namespace
}  // namespace catena::tensegrity
