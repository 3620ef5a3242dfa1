// A chain integrated by SUNDIALS' CVODE, where that is installed: an oracle of another kind (Adams
// methods of variable order) for the whole way from springs and dampers to positions.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

#ifdef CATENA_HAS_CVODE

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/passive.hpp"

namespace catena::test {
namespace {

struct System {
  const Model& model;
  Workspace<double> ws;
  Eigen::VectorXd tau;
};

// d(q, v)/dt for a mechanism whose coordinates all have dq/dt = v.
int rates(realtype, N_Vector y, N_Vector dydt, void* data) {
  System& system = *static_cast<System*>(data);
  const int n = system.model.nv();
  const double* const in = N_VGetArrayPointer(y);
  double* const out = N_VGetArrayPointer(dydt);
  const In<double> q(in, n), v(in + n, n);
  passive_efforts<double>(system.model, q, v, system.tau, system.ws);
  aba<double>(system.model, q, v, system.tau, Out<double>(out + n, n), system.ws);
  std::copy_n(in + n, n, out);
  return 0;
}

Eigen::VectorXd by_cvode(const SimulationSetup& setup, double t_end) {
  const int n = setup.model->nv();
  System system{*setup.model, Workspace<double>(*setup.model), Eigen::VectorXd(n)};
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(2 * n, context);
  Eigen::Map<Eigen::VectorXd> state(N_VGetArrayPointer(y), 2 * n);
  state << setup.q, Eigen::VectorXd::Zero(n);
  void* solver = CVodeCreate(CV_ADAMS, context);
  CVodeInit(solver, rates, 0.0, y);
  CVodeSStolerances(solver, 1e-12, 1e-13);
  CVodeSetUserData(solver, &system);
  CVodeSetMaxNumSteps(solver, 1000000);
  SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(y, 0, context);
  CVodeSetNonlinearSolver(solver, iteration);
  double t = 0.0;
  EXPECT_GE(CVode(solver, t_end, y, &t, CV_NORMAL), 0);
  const Eigen::VectorXd result = state;
  CVodeFree(&solver);
  SUNNonlinSolFree(iteration);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return result;
}

TEST(Cvode, AgreesOnTheFiveLinks) {
  const Scenario scenario = load_scenario(CATENA_SOURCE_DIR "/examples/five_link.yaml");
  const Eigen::VectorXd expected = by_cvode(scenario.setup, 2.0);
  Simulation simulation(scenario.setup);
  simulation.advance(2.0);
  const double q = (simulation.state().q - expected.head(5)).cwiseAbs().maxCoeff();
  const double v = (simulation.state().v - expected.tail(5)).cwiseAbs().maxCoeff();
  std::printf("[ measured ] five links after 2 s against CVODE: q %.1e, v %.1e\n", q, v);
  EXPECT_LE(q, 1e-9);
  EXPECT_LE(v, 1e-8);
}

}  // namespace
}  // namespace catena::test

#else

TEST(Cvode, AgreesOnTheFiveLinks) {
  GTEST_SKIP() << "SUNDIALS is not installed (Debian: libsundials-dev)";
}

#endif
