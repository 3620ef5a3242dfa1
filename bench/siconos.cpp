#include "siconos.hpp"

#include <cmath>

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

constexpr std::size_t edges = 4, most_contacts = 100;
constexpr double edge[edges][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};

// The unknowns of the pyramids: normals, then the edges of each contact, then what limits them.
struct Pyramids {
  std::size_t contacts, n;  // n: unknowns
  std::vector<double> M, q, unit;

  std::size_t edge_of(std::size_t contact, std::size_t e) const {
    return contacts + edges * contact + e;
  }
  std::size_t limit_of(std::size_t contact) const { return contacts * (1 + edges) + contact; }
  double& at(std::size_t row, std::size_t column) { return M[column * n + row]; }
};

// What an unknown does to the three rows of its contact: the normal, or one edge.
void directions_of(std::size_t unknown, double (&d)[3]) {
  d[0] = unknown == 0 ? 1.0 : 0.0;
  for (std::size_t i = 0; i < 2; ++i) d[i + 1] = unknown == 0 ? 0.0 : edge[unknown - 1][i];
}

Pyramids pyramids_of(const test::FrictionFile& problem) {
  const std::vector<double> W = dense_of(problem);
  const std::size_t rows = problem.q.size(), contacts = rows / 3;
  Pyramids lcp{contacts, contacts * (2 + edges), {}, {}, {}};
  lcp.M.assign(lcp.n * lcp.n, 0.0), lcp.q.assign(lcp.n, 0.0);
  for (std::size_t c = 0; c < contacts; ++c) {
    double mean = 0.0;
    for (std::size_t i = 3 * c; i < 3 * c + 3; ++i) mean += W[i * rows + i] / 3.0;
    lcp.unit.push_back(mean > 0.0 ? 1.0 / std::sqrt(mean) : 1.0);
  }
  const auto place = [&](std::size_t contact, std::size_t unknown) {
    return unknown == 0 ? contact : lcp.edge_of(contact, unknown - 1);
  };
  for (std::size_t a = 0; a < contacts; ++a)
    for (std::size_t i = 0; i <= edges; ++i) {
      double di[3], dj[3];
      directions_of(i, di);
      for (std::size_t k = 0; k < 3; ++k)
        lcp.q[place(a, i)] += lcp.unit[a] * di[k] * problem.q[3 * a + k];
      for (std::size_t b = 0; b < contacts; ++b)
        for (std::size_t j = 0; j <= edges; ++j) {
          directions_of(j, dj);
          double sum = 0.0;
          for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t l = 0; l < 3; ++l)
              sum += di[k] * W[(3 * b + l) * rows + 3 * a + k] * dj[l];
          lcp.at(place(a, i), place(b, j)) = lcp.unit[a] * lcp.unit[b] * sum;
        }
    }
  for (std::size_t c = 0; c < contacts; ++c) {
    lcp.at(lcp.limit_of(c), c) = problem.mu[c];
    for (std::size_t e = 0; e < edges; ++e) {
      lcp.at(lcp.edge_of(c, e), lcp.limit_of(c)) = 1.0;
      lcp.at(lcp.limit_of(c), lcp.edge_of(c, e)) = -1.0;
    }
  }
  return lcp;
}

}  // namespace

std::optional<bool> solve_with_lemke_of_siconos(const test::FrictionFile& problem,
                                                std::vector<double>& x) {
  if (problem.kind != "3d" || problem.q.size() > 3 * most_contacts) return std::nullopt;
  Pyramids lcp = pyramids_of(problem);
  const int n = static_cast<int>(lcp.n);
  std::vector<double> z(lcp.n, 0.0), w(lcp.n, 0.0);
  NumericsMatrix* M = NM_create_from_data(NM_DENSE, n, n, lcp.M.data());
  SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
  LinearComplementarityProblem given{n, M, lcp.q.data()};
  const int info = linearComplementarity_driver(&given, z.data(), w.data(), options);
  solver_options_delete(options);
  M->matrix0 = nullptr;  // it is ours
  NM_clear(M);
  x.assign(problem.q.size(), 0.0);
  for (std::size_t c = 0; c < lcp.contacts; ++c) {
    x[3 * c] = lcp.unit[c] * z[c];
    for (std::size_t e = 0; e < edges; ++e)
      for (std::size_t i = 0; i < 2; ++i)
        x[3 * c + 1 + i] += lcp.unit[c] * edge[e][i] * z[lcp.edge_of(c, e)];
  }
  return info == 0;
}

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

std::optional<bool> solve_with_lemke_of_siconos(const test::FrictionFile&, std::vector<double>&) {
  return std::nullopt;
}

#endif

}  // namespace catena::bench
