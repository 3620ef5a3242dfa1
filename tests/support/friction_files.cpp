#include "tests/support/friction_files.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace catena::test {

namespace {

class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id < 0) throw std::runtime_error("cannot open " + what);
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  hid_t id() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

template <class T>
std::vector<T> read(hid_t file, const std::string& name, hid_t type) {
  const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose, name);
  const Handle space(H5Dget_space(set.id()), H5Sclose, name);
  std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())));
  if (H5Dread(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    throw std::runtime_error("cannot read " + name);
  return values;
}

std::string read_text(hid_t file, const char* name) {
  const Handle attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose, name);
  const Handle type(H5Aget_type(attribute.id()), H5Tclose, name);
  if (H5Tis_variable_str(type.id()) > 0) {
    char* text = nullptr;
    H5Aread(attribute.id(), type.id(), &text);
    std::string result = text;
    H5free_memory(text);
    return result;
  }
  std::string result(H5Tget_size(type.id()), '\0');
  H5Aread(attribute.id(), type.id(), result.data());
  return result.c_str();
}

std::vector<ContactLaw> laws_of(const FrictionFile& problem) {
  std::vector<ContactLaw> laws;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (problem.kind == "lcp") laws.assign(problem.q.size(), bounded_row(0.0, infinity));
  for (std::size_t i = 0; i < problem.mu.size(); ++i)
    laws.push_back(problem.kind == "2d"   ? planar_contact(problem.mu[i])
                   : problem.kind == "3d" ? coulomb_contact(problem.mu[i])
                                          : rolling_contact(problem.mu[i], problem.mu_r[i]));
  return laws;
}

}  // namespace

FrictionFile read_friction_file(const std::filesystem::path& path) {
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path.string());
  FrictionFile problem;
  problem.name = path.stem().string();
  problem.kind = read_text(file.id(), "kind");
  const std::string matrix = problem.kind == "lcp" ? "M" : "W";
  problem.value = read<double>(file.id(), matrix + "/data", H5T_NATIVE_DOUBLE);
  problem.column = read<int>(file.id(), matrix + "/indices", H5T_NATIVE_INT);
  problem.begin = read<int>(file.id(), matrix + "/indptr", H5T_NATIVE_INT);
  problem.q = read<double>(file.id(), "q", H5T_NATIVE_DOUBLE);
  if (problem.kind != "lcp") problem.mu = read<double>(file.id(), "mu", H5T_NATIVE_DOUBLE);
  if (problem.kind == "rolling") problem.mu_r = read<double>(file.id(), "mu_r", H5T_NATIVE_DOUBLE);
  problem.rows_per_contact = problem.kind == "lcp"  ? 1
                             : problem.kind == "2d" ? 2
                             : problem.kind == "3d" ? 3
                                                    : 5;
  problem.laws = laws_of(problem);
  return problem;
}

FrictionFile coulomb_problem(const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                             const std::vector<ContactLaw>& laws) {
  FrictionFile problem;
  problem.kind = "3d";
  problem.laws = laws;
  problem.q.assign(q.data(), q.data() + q.size());
  for (const ContactLaw& law : laws) problem.mu.push_back(law.friction[0]);
  problem.begin.push_back(0);
  for (Eigen::Index i = 0; i < W.rows(); ++i) {
    for (Eigen::Index j = 0; j < W.cols(); ++j) {
      problem.column.push_back(static_cast<int>(j));
      problem.value.push_back(W(i, j));
    }
    problem.begin.push_back(static_cast<int>(problem.value.size()));
  }
  return problem;
}

namespace {

std::vector<double> multiply(const FrictionFile& problem, const std::vector<double>& r) {
  std::vector<double> result(r.size(), 0.0);
  for (std::size_t i = 0; i < r.size(); ++i)
    for (int e = problem.begin[i]; e < problem.begin[i + 1]; ++e)
      result[i] += problem.value[static_cast<std::size_t>(e)] *
                   r[static_cast<std::size_t>(problem.column[static_cast<std::size_t>(e)])];
  return result;
}

double largest(const std::vector<double>& v) {
  double most = 0.0;
  for (const double value : v) most = std::max(most, std::abs(value));
  return most;
}

double residual_of_lcp(const FrictionFile& problem, const std::vector<double>& z) {
  const std::vector<double> Mz = multiply(problem, z);
  const double a = largest(problem.value);
  double worst = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i)
    worst = std::max(worst, std::abs(std::min(a * z[i], Mz[i] + problem.q[i])));
  return worst / std::max(largest(problem.q), largest(Mz));
}

// s_i of each contact.
std::vector<double> scales_of(const FrictionFile& problem) {
  const std::size_t d = static_cast<std::size_t>(problem.rows_per_contact), n = problem.q.size();
  std::vector<double> means(n / d, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (int e = problem.begin[i]; e < problem.begin[i + 1]; ++e)
      if (problem.column[static_cast<std::size_t>(e)] == static_cast<int>(i))
        means[i / d] += problem.value[static_cast<std::size_t>(e)] / static_cast<double>(d);
  double sum = 0.0, count = 0.0;
  for (const double mean : means)
    if (mean > 0.0) sum += mean, count += 1.0;
  for (double& mean : means) mean = std::sqrt(mean > 0.0 ? mean : sum / count);
  return means;
}

// The nearest point to z with |x_t| <= mu x_n and |x_m| <= mu_r x_n: the normal part by bisection,
// since the distance is convex in it.
std::vector<double> nearest(const std::vector<double>& z, std::size_t tangents, double mu,
                            std::size_t moments, double mu_r) {
  const auto length = [&](std::size_t from, std::size_t count) {
    double sum = 0.0;
    for (std::size_t i = from; i < from + count; ++i) sum += z[i] * z[i];
    return std::sqrt(sum);
  };
  const double lt = length(1, tangents), lm = length(1 + tangents, moments);
  const auto slope = [&](double t) {
    return t - z[0] - mu * std::max(0.0, lt - mu * t) - mu_r * std::max(0.0, lm - mu_r * t);
  };
  double low = 0.0, high = std::abs(z[0]) + mu * lt + mu_r * lm;
  if (slope(0.0) >= 0.0) high = 0.0;
  for (int i = 0; i < 2000 && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (slope(middle) < 0.0 ? low : high) = middle;
  }
  std::vector<double> x = z;
  x[0] = high;
  for (std::size_t i = 1; i <= tangents; ++i)
    if (lt > mu * high) x[i] *= mu * high / lt;
  for (std::size_t i = 1 + tangents; i < x.size(); ++i)
    if (lm > mu_r * high) x[i] *= mu_r * high / lm;
  return x;
}

}  // namespace

double residual_of(const FrictionFile& problem, const std::vector<double>& r) {
  if (problem.kind == "lcp") return residual_of_lcp(problem, r);
  const std::size_t d = static_cast<std::size_t>(problem.rows_per_contact);
  const std::size_t tangents = d == 2 ? 1 : 2, moments = d == 5 ? 2 : 0;
  const std::vector<double> Wr = multiply(problem, r), scale = scales_of(problem);
  double error = 0.0, size_q = 0.0, size_W = 0.0;
  for (std::size_t c = 0; c < problem.mu.size(); ++c) {
    const double mu = problem.mu[c], mu_r = moments > 0 ? problem.mu_r[c] : 0.0;
    std::vector<double> x(d), z(d);
    double slide = 0.0, roll = 0.0;
    for (std::size_t i = 0; i < d; ++i) {
      const double u = (Wr[d * c + i] + problem.q[d * c + i]) / scale[c];
      x[i] = scale[c] * r[d * c + i];
      z[i] = x[i] - u;
      if (i >= 1 && i <= tangents) slide += u * u;
      if (i > tangents) roll += u * u;
      size_q += std::pow(problem.q[d * c + i] / scale[c], 2.0);
      size_W += std::pow(Wr[d * c + i] / scale[c], 2.0);
    }
    z[0] -= mu * std::sqrt(slide) + mu_r * std::sqrt(roll);
    const std::vector<double> p = nearest(z, tangents, mu, moments, mu_r);
    for (std::size_t i = 0; i < d; ++i) error += (x[i] - p[i]) * (x[i] - p[i]);
  }
  return std::sqrt(error) / std::max(std::sqrt(size_q), std::sqrt(size_W));
}

}  // namespace catena::test
