#include "tests/support/interior_point.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <vector>

namespace catena::test {
namespace {

using Real = double;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Eigen::Index;

// min 1/2 x^T P x + q^T x with E x = e and C x >= d.
struct Form {
  Matrix P, E, C;
  Vector q, e, d;
};

Matrix stack(const std::vector<Vector>& rows, Index n) {
  Matrix out(static_cast<Index>(rows.size()), n);
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.row(static_cast<Index>(i)) = rows[i].transpose();
  return out;
}

Vector column(const std::vector<Real>& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

// Equalities that depend on others are left out.
Form form(const QpProblem& p) {
  Form out;
  out.P = p.P.cast<Real>(), out.q = p.q.cast<Real>();
  std::vector<Vector> equal, above, basis;
  std::vector<Real> equal_to, least;
  for (Index i = 0; i < p.A.rows(); ++i) {
    const Vector a = p.A.row(i).transpose().cast<Real>();
    if (p.lower[i] == p.upper[i]) {
      Vector rest = a;
      for (int pass = 0; pass < 2; ++pass)
        for (const Vector& b : basis) rest -= b.dot(rest) * b;
      if (rest.norm() <= 1e-12 * a.norm()) continue;
      basis.push_back(rest.normalized());
      equal.push_back(a), equal_to.push_back(p.lower[i]);
      continue;
    }
    if (std::isfinite(p.lower[i])) above.push_back(a), least.push_back(p.lower[i]);
    if (std::isfinite(p.upper[i])) above.push_back(-a), least.push_back(-p.upper[i]);
  }
  out.E = stack(equal, p.q.size()), out.e = column(equal_to);
  out.C = stack(above, p.q.size()), out.d = column(least);
  return out;
}

// One linear system, solved for several right sides.
struct Newton {
  Eigen::LLT<Matrix> K, S;
  Matrix KE;

  Newton(const Form& f, const Vector& s, const Vector& z) {
    Matrix H = f.P;
    H.noalias() += f.C.transpose() * z.cwiseQuotient(s).asDiagonal() * f.C;
    H.diagonal().array() += 1e-14 * (1.0 + f.P.diagonal().maxCoeff());
    K.compute(H);
    KE = K.solve(f.E.transpose());
    S.compute(f.E * KE);
  }

  // H dx - E^T dy = a, E dx = b.
  void solve(const Form& f, const Vector& a, const Vector& b, Vector& dx, Vector& dy) const {
    dx = K.solve(a);
    dy = S.solve(b - f.E * dx);
    dx += KE * dy;
  }
};

Real longest(const Vector& v, const Vector& dv) {
  Real length = 1.0;
  for (Index i = 0; i < v.size(); ++i)
    if (dv[i] < 0.0) length = std::min(length, -v[i] / dv[i]);
  return length;
}

struct Iterate {
  Vector x, y, z, s;
};

struct Residuals {
  Vector d, e, c;
  Real mu = 0.0;

  Residuals(const Form& f, const Iterate& at)
      : d(f.P * at.x + f.q - f.E.transpose() * at.y - f.C.transpose() * at.z),
        e(f.E * at.x - f.e),
        c(f.C * at.x - at.s - f.d),
        mu(f.d.size() > 0 ? at.s.dot(at.z) / static_cast<Real>(f.d.size()) : 0.0) {}

  Real largest() const { return std::max({d.norm(), e.norm(), c.norm(), mu}); }
};

// One predictor and corrector.
void step(const Form& f, const Residuals& r, Iterate& at) {
  const Index m = f.d.size();
  const Newton newton(f, at.s, at.z);
  Vector dx, dy, dz(m), ds(m);
  const auto direction = [&](const Vector& rsz) {
    const Vector part = (rsz - at.z.cwiseProduct(r.c)).cwiseQuotient(at.s);
    newton.solve(f, -r.d + f.C.transpose() * part, -r.e, dx, dy);
    ds = f.C * dx + r.c;
    dz = (rsz - at.z.cwiseProduct(ds)).cwiseQuotient(at.s);
  };
  direction(-at.s.cwiseProduct(at.z));
  if (m > 0) {
    const Real a = longest(at.s, ds), b = longest(at.z, dz);
    const Real aim = (at.s + a * ds).dot(at.z + b * dz) / static_cast<Real>(m);
    const Real centring = std::pow(std::max(aim, 0.0) / r.mu, 3.0);
    direction(Vector::Constant(m, centring * r.mu) - at.s.cwiseProduct(at.z) - ds.cwiseProduct(dz));
  }
  // One length for both: the quadratic term couples x and the multipliers.
  Real length = std::min(longest(at.s, ds), longest(at.z, dz));
  if (length < 1.0) length *= 0.995;
  at.x += length * dx, at.y += length * dy;
  at.s += length * ds, at.z += length * dz;
}

}  // namespace

InteriorPoint interior_point(const QpProblem& problem) {
  const Form f = form(problem);
  Iterate at{Vector::Zero(f.q.size()), Vector::Zero(f.e.size()), Vector::Ones(f.d.size()),
             Vector::Ones(f.d.size())};
  Iterate best = at;
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0, worse = 0; i < 60 && worse < 5 && least > 1e-12; ++i, ++worse) {
    const Residuals residuals(f, at);
    const Real left = residuals.largest();
    if (!std::isfinite(left)) break;
    if (left < least) least = left, best = at, worse = 0;
    step(f, residuals, at);
  }
  InteriorPoint out;
  out.residual = static_cast<double>(least);
  out.x = best.x.cast<double>();
  out.objective = static_cast<double>(0.5 * best.x.dot(f.P * best.x) + f.q.dot(best.x));
  return out;
}

}  // namespace catena::test
