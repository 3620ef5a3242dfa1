#include "catena/elements/joint_springs.hpp"

#include "catena/dynamics/passive.hpp"
#include "catena/elements/implicit_weight.hpp"
#include "catena/math/infinity.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

using detail::part;

namespace {

// Dampers that take more than this part of a velocity within a step are strong for it.
constexpr double strong = 0.2;

}  // namespace

JointSprings::JointSprings(const Coordinates& coordinates)
    : coordinates_(&coordinates),
      damping_(coordinates.nv()),
      efforts_(coordinates.nv()),
      source_of_dof_(static_cast<std::size_t>(coordinates.nv()), -1),
      deflection_(coordinates.nv()),
      work_(coordinates.nv()) {
  const Model& tree = coordinates.tree();
  add_part(tree, 0, 0);
  if (coordinates.links() != nullptr) add_part(*coordinates.links(), tree.nq(), tree.nv());
}

void JointSprings::add_part(const Model& model, int first_q, int first_v) {
  damping_.segment(first_v, model.nv()) = model.damping();
  for (const Spring& spring : model.springs())
    if (!spring.conservative)
      circulatory_.push_back(
          {parts_.size(), &spring, 0.5 * (spring.stiffness - spring.stiffness.transpose())});
  parts_.push_back({&model, first_q, first_v, Workspace<double>(model)});
}

void JointSprings::compute(const Look& look) {
  for (Part& p : parts_)
    passive_efforts<double>(*p.model, part(look.q, p.first_q, p.model->nq()),
                            part(look.v, p.first_v, p.model->nv()),
                            part(efforts_, p.first_v, p.model->nv()), p.ws);
}

void JointSprings::add_slopes(const Look&, MotionSlopes& out) const {
  out.C.diagonal() -= damping_;
  for (const Part& p : parts_)
    for (const Spring& spring : p.model->springs())
      for (std::size_t r = 0; r < spring.dofs.size(); ++r)
        for (std::size_t c = 0; c < spring.dofs.size(); ++c)
          out.K(p.first_v + spring.dofs[r], p.first_v + spring.dofs[c]) -=
              spring.stiffness(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
}

// One account per joint, for its damping and its dry friction.
void JointSprings::open_accounts(Ledger& ledger) {
  for_each_joint(*coordinates_, [&](const JointInfo& joint, int first_v) {
    const JointSpec& spec = joint.spec;
    if (joint.nv == 0 || (spec.damping.isZero(0.0) && spec.coulomb_friction.isZero(0.0))) return;
    const int source = ledger.open(EnergyKind::Dissipated, spec.name);
    for (int k = 0; k < joint.nv; ++k)
      source_of_dof_[static_cast<std::size_t>(first_v + joint.v + k)] = source;
  });
  for (Circulatory& spring : circulatory_)
    spring.source = ledger.open(EnergyKind::Work, spring.spring->name);
}

// The antisymmetric part of a spring's matrix does work that no potential explains.
void JointSprings::add_powers(const Look& look, double* power) const {
  for (Eigen::Index k = 0; k < damping_.size(); ++k)
    if (const int s = source_of_dof_[static_cast<std::size_t>(k)]; s >= 0)
      power[s] += damping_[k] * look.v[k] * look.v[k];
  for (const Circulatory& spring : circulatory_) {
    const Part& p = parts_[spring.part];
    const Model& model = *p.model;
    spring_deflection<double>(model, part(look.q, p.first_q, model.nq()), *spring.spring,
                              part(deflection_, 0, model.nv()), p.ws);
    work_.setZero();
    add_spring_efforts(model, *spring.spring, spring.antisymmetric, deflection_.data(),
                       work_.data());
    power[spring.source] += work_.head(model.nv()).dot(look.v.segment(p.first_v, model.nv()));
  }
}

double JointSprings::stored_energy(const Look& look, const State&) {
  double sum = 0.0;
  for (Part& p : parts_)
    sum += elastic_energy<double>(*p.model, part(look.q, p.first_q, p.model->nq()), p.ws);
  return sum;
}

// A strong damper acts at the fraction w of the step, where v_w = (1 - w) v + w v+. Its effort in
// the middle of the step is among the forces already; the row takes that back.
void JointSprings::offer_step(const Look& middle, const StepRequest& request, const State&,
                              RowList& out) {
  if (!(request.acting > 0.0)) return;
  const double h = request.h;
  for (std::size_t k = 0; k < request.axes.size(); ++k) {
    const auto dof = static_cast<int>(k);
    const double damping = damping_[dof], z = h * damping * request.axes[k].D_inverse;
    if (!(z > strong)) continue;
    const double w = implicit_weight(z), v = request.v_begin[k], v_middle = middle.v[dof];
    const double known = h * damping * (v_middle - (1.0 - w) * v), slope = h * w * damping;
    const Eigen::Index row = out.add_coordinate(dof, v_middle);
    out.rows.back().force = (known - slope * (2.0 * v_middle - v)) / h;
    out.blocks.push_back({.group = index(),
                          .item = dof,
                          .law = Law::Bounded,
                          .row = row,
                          .lower = -infinity,
                          .upper = infinity,
                          .bias = -known / slope,
                          .compliance = 1.0 / slope});
  }
}

bool JointSprings::answer_step(const RowList& list, const StepAnswer& answer, State& state,
                               std::vector<SimulationEvent>&) {
  for (const Block& block : list.blocks)
    if (block.group == index())
      state.spent[source_of_dof_[static_cast<std::size_t>(block.item)]] -=
          answer.x[block.row] * answer.mean[block.row];
  return false;
}

}  // namespace catena
