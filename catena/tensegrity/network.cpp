#include "catena/tensegrity/network.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace catena::tensegrity {

using Eigen::VectorXd;

namespace {

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) {
  throw NetworkError(fmt::format(text, std::forward<Args>(args)...));
}

void check_node(const Network& network, int node, const std::string& who) {
  if (node < 0 || node >= network.node_count())
    fail("{}: there is no node number {}; the network has {} nodes, counted from 0", who, node,
         network.node_count());
}

void check_numbers(const Member& member) {
  const std::string who = fmt::format("member '{}'", member.name);
  if (!(member.stiffness >= 0.0) || !std::isfinite(member.stiffness))
    fail("{}: its stiffness EA is {} N, expected a number that is not negative", who,
         member.stiffness);
  if (!(member.mass >= 0.0) || !std::isfinite(member.mass))
    fail("{}: its mass is {} kg, expected a number that is not negative", who, member.mass);
  if (member.rest_length && !(*member.rest_length > 0.0 && std::isfinite(*member.rest_length)))
    fail("{}: its rest length is {} m, expected more than 0", who, *member.rest_length);
  if (member.force_density && !std::isfinite(*member.force_density))
    fail("{}: its force density is {} N/m, expected a finite number", who, *member.force_density);
}

void check_member(const Network& network, const Member& member, double size) {
  const std::string who = fmt::format("member '{}'", member.name);
  check_node(network, member.from, who);
  check_node(network, member.to, who);
  if (member.from == member.to)
    fail("{} goes from node {} to itself; it needs two nodes", who,
         node_name(network, member.from));
  const double length = (network.nodes.col(member.to) - network.nodes.col(member.from)).norm();
  if (!(length > 1e-12 * size))
    fail(
        "{} has the length 0: its nodes {} and {} are at the same place; move one of them or make "
        "them one node",
        who, node_name(network, member.from), node_name(network, member.to));
  check_numbers(member);
}

void check_nodal(const Network& network) {
  const Index n = network.node_count();
  if (!network.node_names.empty() && static_cast<Index>(network.node_names.size()) != n)
    fail("there are {} names for {} nodes, expected one for each, or none",
         network.node_names.size(), n);
  for (Index i = 0; i < n; ++i)
    if (!network.nodes.col(i).allFinite())
      fail("node {}: its position is not finite", node_name(network, i));
  if (network.masses.size() != 0 && network.masses.size() != n)
    fail("there are {} masses for {} nodes, expected one for each, or none", network.masses.size(),
         n);
  for (Index i = 0; i < network.masses.size(); ++i)
    if (!(network.masses[i] >= 0.0) || !std::isfinite(network.masses[i]))
      fail("node {}: its mass is {} kg, expected a number that is not negative",
           node_name(network, i), network.masses[i]);
  if (network.loads.cols() != 0 && network.loads.cols() != n)
    fail("there are {} loads for {} nodes, expected one for each, or none", network.loads.cols(),
         n);
  if (!network.loads.allFinite()) fail("a load is not finite");
}

}  // namespace

void check(const Network& network) {
  if (network.node_count() == 0) fail("the network has no nodes");
  if (network.members.empty()) fail("the network has no members");
  check_nodal(network);
  const Eigen::Vector3d centre = network.nodes.rowwise().mean();
  const double size = (network.nodes.colwise() - centre).cwiseAbs().maxCoeff();
  std::set<std::string> names;
  for (const Member& member : network.members) {
    check_member(network, member, size);
    if (!names.insert(member.name).second)
      fail("two members are named '{}'; give each its own name", member.name);
  }
  for (const Support& support : network.supports) check_node(network, support.node, "a support");
}

std::string node_name(const Network& network, Index node) {
  const auto at = static_cast<std::size_t>(node);
  return at < network.node_names.size() ? fmt::format("'{}'", network.node_names[at])
                                        : fmt::format("{}", node);
}

std::vector<Index> free_directions(const Network& network) {
  std::vector<bool> held(static_cast<std::size_t>(3 * network.node_count()), false);
  for (const Support& support : network.supports)
    for (std::size_t k = 0; k < 3; ++k)
      if (support.fixed[k]) held[3 * static_cast<std::size_t>(support.node) + k] = true;
  std::vector<Index> result;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (!held[i]) result.push_back(static_cast<Index>(i));
  return result;
}

VectorXd member_lengths(const Network& network) {
  VectorXd result(network.member_count());
  for (Index m = 0; m < result.size(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    result[m] = (network.nodes.col(member.to) - network.nodes.col(member.from)).norm();
  }
  return result;
}

Eigen::Matrix3Xd member_directions(const Network& network) {
  Eigen::Matrix3Xd result(3, network.member_count());
  for (Index m = 0; m < result.cols(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    result.col(m) = (network.nodes.col(member.to) - network.nodes.col(member.from)).normalized();
  }
  return result;
}

VectorXd member_signs(const Network& network) {
  VectorXd result(network.member_count());
  for (Index m = 0; m < result.size(); ++m)
    result[m] = network.members[static_cast<std::size_t>(m)].kind == MemberKind::Cable ? 1.0 : -1.0;
  return result;
}

VectorXd given_force_densities(const Network& network) {
  VectorXd result(network.member_count());
  for (Index m = 0; m < result.size(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    if (!member.force_density)
      fail("member '{}' has no force density; give it one [N/m], or find a self-stress first",
           member.name);
    result[m] = *member.force_density;
  }
  return result;
}

bool is_loaded(const Network& network) {
  return network.loads.cols() != 0 && !network.loads.isZero(0.0);
}

VectorXd load_vector(const Network& network) {
  if (network.loads.cols() == 0) return VectorXd::Zero(3 * network.node_count());
  return network.loads.reshaped();
}

Eigen::MatrixXd free_rows(const Network& network, const Eigen::MatrixXd& all) {
  return all(free_directions(network), Eigen::all);
}

Eigen::Matrix3Xd spread(const Network& network, const VectorXd& over_free) {
  Eigen::Matrix3Xd result = Eigen::Matrix3Xd::Zero(3, network.node_count());
  const std::vector<Index> rows = free_directions(network);
  for (std::size_t i = 0; i < rows.size(); ++i)
    result(rows[i] % 3, rows[i] / 3) = over_free[static_cast<Index>(i)];
  return result;
}

}  // namespace catena::tensegrity
