// Networks from files: what they mean, and what is refused in which words.

#include "catena/formats/network_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace catena {
namespace {

using tensegrity::MemberKind;

constexpr const char* triangle = R"(name: triangle
parameters: {side: 2}
nodes:
  a: [0, 0, 0]
  b: [side, 0, 0]
  c: [0, 1500 mm, 0]
members:
  - {name: ab, kind: strut, from: a, to: b, stiffness: 3 kN, rest_length: 2.1, mass: 0.5}
  - {name: bc, kind: cable, from: b, to: c, force_density: 4 N/m}
supports: {a: xyz, b: z}
masses: {c: 200 g}
loads: {b: [0, 1, -2]}
pretension: 7 N
)";

TEST(NetworkFile, ReadsAllParts) {
  const NetworkFile file = parse_network(triangle, "t.yaml");
  const tensegrity::Network& network = file.network;
  EXPECT_EQ(file.name, "triangle");
  EXPECT_EQ(file.pretension, 7.0);
  EXPECT_FALSE(file.form);
  ASSERT_EQ(network.node_count(), 3);
  EXPECT_EQ(network.nodes.col(1), Eigen::Vector3d(2.0, 0.0, 0.0));
  EXPECT_EQ(network.nodes.col(2), Eigen::Vector3d(0.0, 1.5, 0.0));
  ASSERT_EQ(network.member_count(), 2);
  EXPECT_EQ(network.members[0].kind, MemberKind::Strut);
  EXPECT_EQ(network.members[0].stiffness, 3000.0);
  EXPECT_EQ(network.members[0].rest_length, 2.1);
  EXPECT_EQ(network.members[0].mass, 0.5);
  EXPECT_FALSE(network.members[0].force_density);
  EXPECT_EQ(network.members[1].from, 1);
  EXPECT_EQ(network.members[1].to, 2);
  EXPECT_EQ(network.members[1].force_density, 4.0);
  EXPECT_EQ(tensegrity::free_directions(network), (std::vector<Eigen::Index>{3, 4, 6, 7, 8}));
  EXPECT_EQ(network.masses, Eigen::Vector3d(0.0, 0.0, 0.2));
  EXPECT_EQ(network.loads.col(1), Eigen::Vector3d(0.0, 1.0, -2.0));
}

struct Refused {
  std::string line, message;
};

// The line takes the place of the one that begins with `instead_of`.
void expect(const Refused& refused, const std::string& instead_of = "  - {name: bc") {
  std::string text = triangle;
  const std::size_t start = text.find(instead_of), end = text.find('\n', start);
  text.replace(start, end - start, refused.line);
  try {
    parse_network(text, "t.yaml");
    ADD_FAILURE() << "nothing was thrown for " << refused.line;
  } catch (const ScenarioError& error) {
    EXPECT_EQ(error.what(), refused.message);
  }
}

TEST(NetworkFile, NamesTheLineOfWhatIsWrong) {
  expect({"  - {name: bc, kind: cable, from: b, to: cc}",
          "t.yaml:9:42: members[1].to: the network has no node named 'cc'; did you mean 'c'?"});
  expect({"  - {name: bc, kind: rope, from: b, to: c}",
          "t.yaml:9:22: members[1].kind: unknown kind of member 'rope', expected one of cable, "
          "strut"});
  expect(
      {"  - {name: bc, kind: cable, from: b, to: b}",
       "t.yaml:9:42: members[1].to: member 'bc' goes from node 'b' to itself; it needs two nodes"});
  expect({"  - {name: ab, kind: cable, from: b, to: c}",
          "t.yaml:9:12: members[1].name: two members are named 'ab'; give each its own name"});
  expect({"  - {name: bc, kind: cable, from: b, to: c, rest_length: -1}",
          "t.yaml:9:58: members[1].rest_length: found '-1', expected a length (m or mm), greater "
          "than 0"});
  expect({"  - {name: bc, kind: cable, from: b, to: c, mas: 1}",
          "t.yaml:9:45: members[1]: unknown key 'mas'; did you mean 'mass'? (keys: name, kind, "
          "from, to, stiffness, rest_length, force_density, mass)"});
  expect({"find_form: {by: lengths, group: [ac]}",
          "t.yaml:9:34: find_form.group[0]: the network has no member named 'ac'; did you mean "
          "'ab'?"});
  expect({"find_form: {by: elasticity, group: [ab]}",
          "t.yaml:9:29: find_form: key 'group' does not apply: it belongs to 'by: lengths'"});
  expect(
      {"supports: {b: xw}",
       "t.yaml:10:15: supports.b: found 'xw', expected the directions that are held: x, xy, xyz or "
       "such"},
      "supports:");
  expect({"masses: {cb: 1}",
          "t.yaml:11:14: masses.cb: the network has no node named 'cb'; did you "
          "mean 'b'?"},
         "masses:");
  expect(
      {"  b: [0, 0, 0]",
       "t.yaml:8:3: members: member 'ab' has the length 0: its nodes 'a' and 'b' are at the same "
       "place; move one of them or make them one node"},
      "  b: [");
}

TEST(NetworkFile, PrismOfTheModelsTwistsTo150Degrees) {
  const NetworkFile file = load_network(CATENA_SOURCE_DIR "/models/networks/prism.yaml");
  ASSERT_TRUE(file.form);
  EXPECT_EQ(file.form->method, FormMethod::Lengths);
  EXPECT_EQ(file.form->group, (std::vector<int>{3, 4, 5}));
  const tensegrity::LengthForm form =
      tensegrity::length_form(file.network, file.form->group, file.form->goal);
  EXPECT_TRUE(form.converged);
  EXPECT_NEAR(form.lengths[4], 1.1260325006104939, 1e-12);
}

}  // namespace
}  // namespace catena
