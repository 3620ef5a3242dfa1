#pragma once
// Vectors and matrices at the public edge: Eigen types that users own, and light views of them that
// kernels take. A view never allocates and never copies.

#include <Eigen/Core>
#include <concepts>
#include <span>
#include <type_traits>
#include <vector>

#include "catena/math/mat3.hpp"

namespace Eigen {
// Lets Eigen store packs (Eigen::Matrix<catena::Pack4, ...>); kernels do the arithmetic.
template <>
struct NumTraits<catena::Pack4> : GenericNumTraits<double> {
  using Real = catena::Pack4;
  using NonInteger = catena::Pack4;
  using Nested = catena::Pack4;
};
}  // namespace Eigen

namespace catena {

template <class T>
using VectorX = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using MatrixX = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;  // stored by columns

namespace detail {
// Eigen expressions say how far apart their numbers are: a row of a matrix is not consecutive.
template <class Container>
inline constexpr bool is_consecutive = [] {
  if constexpr (requires { Container::InnerStrideAtCompileTime; })
    return Container::InnerStrideAtCompileTime == 1;
  else
    return true;
}();
}  // namespace detail

// A view of consecutive numbers: anything with data() and size().
template <class T>
class VectorView {
 public:
  VectorView() = default;
  VectorView(T* data, Eigen::Index size) : data_(data), size_(size) {}
  template <class Container>
  requires(!std::is_same_v<std::remove_cvref_t<Container>, VectorView>) && requires(Container&& c) {
    { c.data() } -> std::convertible_to<T*>;
    c.size();
  }
  &&detail::is_consecutive<std::remove_cvref_t<Container>> VectorView(Container&& c)
      : data_(c.data()),
  size_(static_cast<Eigen::Index>(c.size())) {}

  T& operator[](Eigen::Index i) const { return data_[i]; }
  T* data() const { return data_; }
  Eigen::Index size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  T* data_ = nullptr;
  Eigen::Index size_ = 0;
};

// A view of a column-major matrix that a kernel writes.
template <class T>
class MatrixView {
 public:
  MatrixView(T* data, Eigen::Index rows, Eigen::Index cols, Eigen::Index stride)
      : data_(data), rows_(rows), cols_(cols), stride_(stride) {}
  template <int Rows, int Cols>
  requires(Rows != 1) MatrixView(Eigen::Matrix<T, Rows, Cols>& m)
      : MatrixView(m.data(), m.rows(), m.cols(), m.rows()) {}

  T& operator()(Eigen::Index i, Eigen::Index j) const { return data_[i + j * stride_]; }
  T* column(Eigen::Index j) const { return data_ + j * stride_; }
  Eigen::Index rows() const { return rows_; }
  Eigen::Index cols() const { return cols_; }
  Eigen::Index stride() const { return stride_; }  // from one column to the next

 private:
  T* data_;
  Eigen::Index rows_, cols_, stride_;
};

// Arguments of kernels. They do not take part in template deduction (the workspace decides the
// scalar), so Eigen::VectorXd, std::vector and std::span all convert.
template <class T>
using In = VectorView<const std::type_identity_t<T>>;
template <class T>
using Out = VectorView<std::type_identity_t<T>>;
template <class T>
using OutMatrix = MatrixView<std::type_identity_t<T>>;

// Conversions between the kernels' small types and Eigen's.
inline Vec3<double> to_vec3(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}
inline Eigen::VectorXd to_eigen(VectorView<const double> v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), v.size());
}
inline Eigen::Vector3d to_eigen(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}
inline Eigen::Matrix3d to_eigen(const Mat3<double>& m) {
  Eigen::Matrix3d e;
  e << to_eigen(m.c0), to_eigen(m.c1), to_eigen(m.c2);
  return e;
}
inline Eigen::Matrix3d to_eigen(const Sym3<double>& m) {
  return to_eigen(m.dense());
}
inline Mat3<double> to_mat3(const Eigen::Matrix3d& m) {
  return {to_vec3(m.col(0)), to_vec3(m.col(1)), to_vec3(m.col(2))};
}

}  // namespace catena
