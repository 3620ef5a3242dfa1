#include "catena/sim/contact_costs.hpp"

#include <algorithm>
#include <numeric>

#include "catena/contact/contact_modes.hpp"
#include "catena/contact/sleep_record.hpp"
#include "catena/elements/switched_element.hpp"

namespace catena {

namespace {

// Measured, s: an evaluation by events per force of an island, and per cube of their number; a time
// step per closed contact.
constexpr double per_force = 6e-7, per_cube = 6e-10, per_contact = 8e-7;
// Evaluations of a step by events where nothing happens, with guards: methods that choose their
// steps, and others.
constexpr double evaluations_chosen = 15.0, evaluations_fixed = 5.0;

}  // namespace

ContactCosts costs_at_rest(const MotionEquations& equations, const State& state, double step) {
  ContactCosts costs;
  const SimulationSetup& setup = equations.setup();
  if (equations.has_loops() || setup.contacts.empty()) return costs;
  const Model& model = equations.model();
  const std::vector<int> tree_of = trees_of_nodes(model);
  // Islands of trees, by union and find.
  std::vector<int> parent(static_cast<std::size_t>(tree_of.back() + 1));
  std::iota(parent.begin(), parent.end(), 0);
  const auto place = [&](int tree) -> int& { return parent[static_cast<std::size_t>(tree)]; };
  const auto root_of = [&](int tree) {
    while (place(tree) != tree) tree = place(tree) = place(place(tree));
    return tree;
  };
  std::vector<std::pair<int, double>> forces;  // of a closed contact: a tree, and how many
  const ContactModes& modes = find_modes<ContactModes>(state);
  int pair = -1;
  for (const Contact& contact : elements_on(setup.contacts, "contact", state.off_list())) {
    if (contact.feature == 0) ++pair;
    if (!modes[ContactKey{pair, contact.feature}].closed()) continue;
    ++costs.closed;
    const auto tree = [&](BodyId body) {
      return tree_of[static_cast<std::size_t>(model.body(body).node)];
    };
    const int a = tree(contact.a), b = tree(contact.b);
    if (a >= 0 && b >= 0)
      place(std::max(root_of(a), root_of(b))) = std::min(root_of(a), root_of(b));
    if (std::max(a, b) >= 0) forces.emplace_back(std::max(a, b), contact.is_rough() ? 3.0 : 1.0);
  }
  std::vector<double> of_island(parent.size(), 0.0);
  for (const auto& [tree, count] : forces)
    of_island[static_cast<std::size_t>(root_of(tree))] += count;
  double evaluation = 0.0;
  for (const double n : of_island) evaluation += n * (per_force + per_cube * n * n);
  const bool fixed = has_fixed_step(setup.integrator.kind);
  costs.by_events = evaluation * setup.integrator.steps_over(1.0) *
                    (fixed ? evaluations_fixed : evaluations_chosen);
  costs.by_steps = per_contact * costs.closed / step;
  return costs;
}

}  // namespace catena
