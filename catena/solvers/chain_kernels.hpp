#pragma once
// Inner loops of the system form. Free bodies with contacts of up to four rows have fixed sizes, so
// that loops over lanes become vector instructions.

#include <cstddef>
#include <cstring>

namespace catena::chain::kernel {

using std::size_t;

// Compilers do not find this form by themselves everywhere.
using Four [[gnu::vector_size(32)]] = double;

inline Four load(const double* from) {
  Four v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

inline void store(double* to, Four v) {
  std::memcpy(to, &v, sizeof v);
}

// u += Y^T s, Y as [coordinate][lane].
inline void add_velocity_of_body(const double* y, const double* s, double* u) {
  Four sum = load(u), more = load(y) * s[0];
  sum += load(y + 4) * s[1], more += load(y + 8) * s[2];
  sum += load(y + 12) * s[3], more += load(y + 16) * s[4];
  sum += load(y + 20) * s[5];
  store(u, sum + more);
}

// The same for any number of coordinates, in sums that do not wait for each other.
inline void add_velocity_of_tree(int n, const double* y, const double* s, double* u) {
  Four a = load(u), b = {}, c = {}, d = {};
  int k = 0;
  for (; k + 4 <= n; k += 4, y += 16) {
    a += load(y) * s[k], b += load(y + 4) * s[k + 1];
    c += load(y + 8) * s[k + 2], d += load(y + 12) * s[k + 3];
  }
  for (; k < n; ++k, y += 4) b += load(y) * s[k];
  store(u, (a + b) + (c + d));
}

template <size_t Lanes>
inline void add_velocity_lanes(int n, const double* y, const double* s, double* u) {
  double sum[Lanes];
  for (size_t l = 0; l < Lanes; ++l) sum[l] = u[l];
  for (int k = 0; k < n; ++k, y += Lanes)
    for (size_t l = 0; l < Lanes; ++l) sum[l] += y[l] * s[k];
  for (size_t l = 0; l < Lanes; ++l) u[l] = sum[l];
}

inline void add_velocity(int rows, int n, const double* y, const double* s, double* u) {
  if (rows > 4)
    add_velocity_lanes<8>(n, y, s, u);
  else if (n == 6)
    add_velocity_of_body(y, s, u);
  else
    add_velocity_of_tree(n, y, s, u);
}

// s += Y x, Y as [row][width].
inline void add_response(int rows, int width, const double* y, const double* x, double* s) {
  if (width == 8 && rows == 3) {
    for (int l = 0; l < 8; ++l) s[l] += y[l] * x[0] + y[8 + l] * x[1] + y[16 + l] * x[2];
    return;
  }
  if (rows == 3) {
    const double *y1 = y + width, *y2 = y1 + width;
    for (int k = 0; k < width; k += 4)
      store(s + k, load(s + k) + load(y + k) * x[0] + load(y1 + k) * x[1] + load(y2 + k) * x[2]);
    return;
  }
  for (int i = 0; i < rows; ++i, y += width)
    for (int k = 0; k < width; ++k) s[k] += y[k] * x[i];
}

// Y = J^T with the rows of J times unit.
inline void transpose(int rows, int n, const double* J, const double* unit, double* Y) {
  if (n == 6 && rows == 3) {
    for (int k = 0; k < 6; ++k)
      store(Y + 4 * k, Four{unit[0] * J[k], unit[1] * J[6 + k], unit[2] * J[12 + k], 0.0});
    return;
  }
  const int lanes = rows <= 4 ? 4 : 8;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < lanes; ++i) Y[k * lanes + i] = i < rows ? unit[i] * J[i * n + k] : 0.0;
}

// Y = L^-1 J^T for a contact of three rows and a free body; J row after row, its rows times unit, L
// row after row with its diagonal inverted.
inline void whiten_contact(const double* J, const double* unit, const double* L, double* Y) {
  Four y[6];
  for (int k = 0; k < 6; ++k)
    y[k] = Four{unit[0] * J[k], unit[1] * J[6 + k], unit[2] * J[12 + k], 0.0};
#pragma GCC unroll 6
  for (int k = 0; k < 6; ++k) {
#pragma GCC unroll 6
    for (int j = 0; j < k; ++j) y[k] -= L[k * 6 + j] * y[j];
    y[k] *= L[k * 6 + k];
    store(Y + 4 * k, y[k]);
  }
}

// The same for any sizes.
inline void whiten(int rows, int n, const double* J, const double* unit, const double* L,
                   double* Y) {
  if (n == 6 && rows == 3) return whiten_contact(J, unit, L, Y);
  const int lanes = rows <= 4 ? 4 : 8;
  for (int k = 0; k < n; ++k) {
    double* row = Y + k * lanes;
    for (int i = 0; i < lanes; ++i) row[i] = i < rows ? unit[i] * J[i * n + k] : 0.0;
    for (int j = 0; j < k; ++j)
      for (int l = 0; l < lanes; ++l) row[l] -= L[k * n + j] * Y[j * lanes + l];
    for (int l = 0; l < lanes; ++l) row[l] *= L[k * n + k];
  }
}

// own += Y^T Y, own as [row][lane].
inline void add_own_contact(int n, const double* Y, double* own) {
  Four a = load(own), b = load(own + 4), c = load(own + 8);
  for (int k = 0; k < n; ++k, Y += 4) {
    const Four y = load(Y);
    a += Y[0] * y, b += Y[1] * y, c += Y[2] * y;
  }
  store(own, a), store(own + 4, b), store(own + 8, c);
}

inline void add_own(int rows, int n, const double* Y, double* own) {
  if (rows == 3) return add_own_contact(n, Y, own);
  const int lanes = rows <= 4 ? 4 : 8;
  for (int k = 0; k < n; ++k, Y += lanes)
    for (int i = 0; i < rows; ++i)
      for (int l = 0; l < lanes; ++l) own[i * lanes + l] += Y[i] * Y[l];
}

// H (n_a x n_b, column-major) += Y_a T, with T = D Y_b^T row after row.
inline void add_square(int rows, int n_a, int width_a, const double* Ya, int n_b, int width_b,
                       const double* T, double* H) {
  if (n_a == 6 && rows == 3) {
    for (int j = 0; j < n_b; ++j) {
      double sum[8];
      const double t0 = T[j], t1 = T[width_b + j], t2 = T[2 * width_b + j];
      for (int i = 0; i < 8; ++i) sum[i] = Ya[i] * t0 + Ya[8 + i] * t1 + Ya[16 + i] * t2;
      for (int i = 0; i < 6; ++i) H[j * 6 + i] += sum[i];
    }
    return;
  }
  // Rows of a tree move the coordinates on their way to the root, which may be few of all.
  if (rows == 3) {
    const double *y1 = Ya + width_a, *y2 = y1 + width_a;
    for (int j = 0; j < n_b; ++j) {
      const double t0 = T[j], t1 = T[width_b + j], t2 = T[2 * width_b + j];
      if (t0 == 0.0 && t1 == 0.0 && t2 == 0.0) continue;
      double* const h = H + j * n_a;
      int i = 0;
      for (; i + 4 <= n_a; i += 4)
        store(h + i, load(h + i) + load(Ya + i) * t0 + load(y1 + i) * t1 + load(y2 + i) * t2);
      for (; i < n_a; ++i) h[i] += Ya[i] * t0 + y1[i] * t1 + y2[i] * t2;
    }
    return;
  }
  for (int j = 0; j < n_b; ++j)
    for (int r = 0; r < rows; ++r) {
      const double factor = T[r * width_b + j];
      const double* y = Ya + r * width_a;
      for (int i = 0; i < n_a; ++i) H[j * n_a + i] += y[i] * factor;
    }
}

}  // namespace catena::chain::kernel
