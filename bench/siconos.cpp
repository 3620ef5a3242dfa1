#include "siconos.hpp"

#ifdef CATENA_HAS_SICONOS
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#endif

namespace catena::bench {

#ifdef CATENA_HAS_SICONOS

namespace {

// Column-major, as Siconos' dense matrices are.
std::vector<double> dense_of(const test::FrictionFile& problem) {
  const std::size_t n = problem.q.size();
  std::vector<double> values(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (int e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
      const std::size_t entry = static_cast<std::size_t>(e);
      values[static_cast<std::size_t>(problem.column[entry]) * n + i] += problem.value[entry];
    }
  return values;
}

}  // namespace

bool solve_with_siconos(const test::FrictionFile& problem, std::vector<double>& x) {
  const bool lcp = problem.kind == "lcp";
  const bool planar = problem.kind == "2d";
  if (!lcp && !planar && problem.kind != "3d") return false;
  std::vector<double> values = dense_of(problem), q = problem.q, mu = problem.mu, u(q.size());
  const int n = static_cast<int>(q.size());
  x.assign(q.size(), 0.0);
  NumericsMatrix* M = NM_create_from_data(NM_DENSE, n, n, values.data());
  // Lemke's method has a tableau as large as the square of the rows.
  const int method = lcp                ? int{SICONOS_LCP_LEMKE}
                     : !planar          ? int{SICONOS_FRICTION_3D_NSGS}
                     : q.size() <= 400u ? int{SICONOS_FRICTION_2D_LEMKE}
                                        : int{SICONOS_FRICTION_2D_NSGS};
  SolverOptions* options = solver_options_create(method);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
  if (lcp) {
    LinearComplementarityProblem given{n, M, q.data()};
    linearComplementarity_driver(&given, x.data(), u.data(), options);
  } else {
    const int rows = planar ? 2 : 3;
    FrictionContactProblem given{rows, n / rows, M, q.data(), mu.data()};
    (planar ? fc2d_driver : fc3d_driver)(&given, x.data(), u.data(), options);
  }
  solver_options_delete(options);
  M->matrix0 = nullptr;  // it is ours
  NM_clear(M);
  return true;
}

#else

bool solve_with_siconos(const test::FrictionFile&, std::vector<double>&) {
  return false;
}

#endif

}  // namespace catena::bench
