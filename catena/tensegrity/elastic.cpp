#include "catena/tensegrity/elastic.hpp"

#include <fmt/format.h>

#include "catena/tensegrity/stiffness.hpp"

namespace catena::tensegrity {

using Eigen::VectorXd;

ElasticState elastic_state(const Network& network) {
  const VectorXd lengths = member_lengths(network);
  ElasticState result;
  result.forces = result.densities = VectorXd::Zero(lengths.size());
  result.slack.assign(network.members.size(), false);
  for (std::size_t m = 0; m < network.members.size(); ++m) {
    const Member& member = network.members[m];
    const auto at = static_cast<Index>(m);
    if (!(member.stiffness > 0.0))
      throw NetworkError(fmt::format(
          "member '{}' has no stiffness; give it an EA [N] greater than 0", member.name));
    if (!member.rest_length)
      throw NetworkError(
          fmt::format("member '{}' has no rest length; give it one [m]", member.name));
    const double longer = lengths[at] - *member.rest_length;
    if (member.kind == MemberKind::Cable && longer <= 0.0) {
      result.slack[m] = true;
      continue;
    }
    const double rate = member.stiffness / *member.rest_length;
    result.forces[at] = rate * longer;
    result.densities[at] = result.forces[at] / lengths[at];
    result.energy += 0.5 * rate * longer * longer;
  }
  result.energy -= load_vector(network).dot(network.nodes.reshaped());
  return result;
}

VectorXd energy_gradient(const Network& network, const ElasticState& state) {
  const Eigen::Matrix3Xd u = member_directions(network);
  VectorXd all = -load_vector(network);
  for (Index m = 0; m < u.cols(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    all.segment<3>(3 * Index{member.from}) -= state.forces[m] * u.col(m);
    all.segment<3>(3 * Index{member.to}) += state.forces[m] * u.col(m);
  }
  return free_rows(network, all);
}

Eigen::MatrixXd energy_hessian(const Network& network, const ElasticState& state) {
  VectorXd axial = member_lengths(network).cwiseInverse();
  for (std::size_t m = 0; m < network.members.size(); ++m)
    axial[static_cast<Index>(m)] *= state.slack[m] ? 0.0 : network.members[m].stiffness;
  return assembled_stiffness(network, axial, state.densities);
}

TautPart taut_part(const Network& network, const VectorXd& densities) {
  TautPart result{network, densities};
  result.network.members.clear();
  Index kept = 0;
  for (Index m = 0; m < network.member_count(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    if (member.kind == MemberKind::Cable && densities[m] == 0.0) continue;
    result.network.members.push_back(member);
    result.densities[kept++] = densities[m];
  }
  result.densities.conservativeResize(kept);
  return result;
}

double rest_length_for(double stiffness, double length, double tension) {
  if (!(stiffness + tension > 0.0))
    throw NetworkError(
        fmt::format("a compression of {} N would shorten a member with EA = {} N to nothing",
                    -tension, stiffness));
  return stiffness * length / (stiffness + tension);
}

}  // namespace catena::tensegrity
