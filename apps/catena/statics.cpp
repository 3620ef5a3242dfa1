// catena statics: what a network of cables and struts can carry, and whether that holds it.

#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "apps/catena/commands.hpp"
#include "catena/formats/network_file.hpp"
#include "catena/record/csv_text.hpp"
#include "catena/tensegrity/report.hpp"

namespace catena::app {

namespace {

using tensegrity::Network;
using Densities = std::optional<Eigen::VectorXd>;

bool has_densities(const Network& network) {
  for (const tensegrity::Member& member : network.members)
    if (!member.force_density) return false;
  return true;
}

void say_form(int steps, double residual) {
  std::cout << fmt::format(
      "form found in {} steps, with a residual of {:.1e} of the largest force\n", steps, residual);
}

// Throws where the form was not found: what follows would be about another one.
void require(bool converged, int steps) {
  if (!converged)
    throw std::runtime_error(
        fmt::format("no form was found in {} steps; start with positions nearer to the form, or "
                    "check the lengths",
                    steps));
}

// Moves the nodes of the network to their form; returns the force densities that come with it.
Densities find_form(const FormRequest& request, double pretension, Network& network) {
  switch (request.method) {
    case FormMethod::ForceDensities: {
      const Eigen::VectorXd densities = tensegrity::given_force_densities(network);
      network.nodes = tensegrity::force_density_form(network, densities);
      std::cout << "form found from the force densities\n";
      return densities;
    }
    case FormMethod::Elasticity: {
      const tensegrity::ElasticForm form = tensegrity::elastic_form(network);
      require(form.converged, form.steps);
      say_form(form.steps, form.residual);
      network.nodes = form.nodes;
      return form.densities;
    }
    case FormMethod::Lengths: {
      const tensegrity::LengthForm form =
          tensegrity::length_form(network, request.group, request.goal);
      require(form.converged, form.steps);
      say_form(form.steps, form.residual);
      network.nodes = form.nodes;
      const double largest = form.densities.cwiseProduct(form.lengths).cwiseAbs().maxCoeff();
      return (pretension / largest * form.densities).eval();
    }
  }
  return std::nullopt;
}

void write_members(const std::string& path, const Network& network, const Densities& densities) {
  std::ofstream file(path);
  file << "member,kind,from,to,length,force_density,force\n";
  const Eigen::VectorXd lengths = tensegrity::member_lengths(network);
  for (Eigen::Index m = 0; m < network.member_count(); ++m) {
    const tensegrity::Member& member = network.members[static_cast<std::size_t>(m)];
    const auto node = [&](int i) {
      return csv::quoted(network.node_names[static_cast<std::size_t>(i)]);
    };
    const double density = densities ? (*densities)[m] : 0.0;
    file << fmt::format("{},{},{},{},{},{},{}\n", csv::quoted(member.name),
                        member.kind == tensegrity::MemberKind::Cable ? "cable" : "strut",
                        node(member.from), node(member.to), lengths[m], density,
                        density * lengths[m]);
  }
  if (!file.flush()) throw std::runtime_error(fmt::format("{}: cannot be written", path));
}

}  // namespace

int run_statics(const StaticsOptions& options) {
  NetworkFile file = load_network(options.network);
  Network& network = file.network;
  Densities densities;
  std::cout << file.name << '\n';
  if (file.form)
    densities = find_form(*file.form, file.pretension, network);
  else if (has_densities(network))
    densities = tensegrity::given_force_densities(network);
  const tensegrity::StaticsReport report =
      tensegrity::statics_report(network, densities, file.pretension);
  std::cout << tensegrity::to_text(report, network);
  if (!options.csv.empty()) write_members(options.csv, network, report.densities);
  return exit_success;
}

}  // namespace catena::app
