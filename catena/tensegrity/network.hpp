#pragma once
// Pin-jointed networks of cables and struts: nodes, members, supports, masses and loads. All
// functions of this module take a network and return results; nothing is simulated.

#include <Eigen/Core>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace catena::tensegrity {

using Eigen::Index;

// A network that cannot be, or that lacks what a question needs.
class NetworkError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

enum class MemberKind {
  Cable,  // carries tension or nothing
  Strut,  // meant for compression; as an elastic member it resists both ways
};

struct Member {
  std::string name;
  int from = 0, to = 0;  // columns of Network::nodes
  MemberKind kind = MemberKind::Cable;
  double stiffness = 0.0;               // E A [N]; tension = E A (length / rest length - 1)
  std::optional<double> rest_length;    // [m]
  std::optional<double> force_density;  // tension over length [N/m]
  double mass = 0.0;                    // [kg]
};

// Directions in which a node is held.
struct Support {
  int node = 0;
  std::array<bool, 3> fixed{true, true, true};
};

struct Network {
  Eigen::Matrix3Xd nodes;  // positions as columns [m]
  std::vector<Member> members;
  std::vector<Support> supports;
  Eigen::VectorXd masses;               // of nodes [kg]; empty: none
  Eigen::Matrix3Xd loads;               // on nodes [N]; empty: none
  std::vector<std::string> node_names;  // for messages; empty: "0", "1", ...

  Index node_count() const { return nodes.cols(); }
  Index member_count() const { return static_cast<Index>(members.size()); }
};

// Throws NetworkError where the network is not one: unknown nodes, members of no length or from a
// node to itself, names used twice, sizes that do not fit, numbers that are not finite.
void check(const Network& network);

// How messages call a node: its name or its number.
std::string node_name(const Network& network, Index node);

// The rows 3 node + direction that no support holds, rising.
std::vector<Index> free_directions(const Network& network);

// Of all members [m].
Eigen::VectorXd member_lengths(const Network& network);

// Unit vectors of all members, from `from` to `to`, as columns.
Eigen::Matrix3Xd member_directions(const Network& network);

// +1 for cables, -1 for struts: the sign that their tension should have.
Eigen::VectorXd member_signs(const Network& network);

// The force densities given with the members; NetworkError where one has none.
Eigen::VectorXd given_force_densities(const Network& network);

// Whether any load is not zero.
bool is_loaded(const Network& network);

// Loads over all directions, zero where there are none.
Eigen::VectorXd load_vector(const Network& network);

// A row for each free direction out of a matrix with a row for each direction.
Eigen::MatrixXd free_rows(const Network& network, const Eigen::MatrixXd& all);

// The reverse: zero in directions that are held. As a column of node displacements per node.
Eigen::Matrix3Xd spread(const Network& network, const Eigen::VectorXd& over_free);

}  // namespace catena::tensegrity
