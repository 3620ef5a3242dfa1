#include "catena_contender.hpp"

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/rnea.hpp"

namespace catena::bench {
namespace {

// The same member of several states, one state per lane.
template <class T>
VectorX<T> interleave(const BenchState* states, std::vector<double> BenchState::*member) {
  const std::vector<double>& first = states[0].*member;
  VectorX<T> result(static_cast<Eigen::Index>(first.size()));
  for (std::size_t i = 0; i < first.size(); ++i)
    for (std::size_t l = 0; l < lane_count<T>; ++l)
      set_lane(result[static_cast<Eigen::Index>(i)], l, (states[l].*member)[i]);
  return result;
}

}  // namespace

template <class T>
CatenaContender<T>::CatenaContender(const Model& model, const std::vector<BenchState>& states)
    : model_(&model),
      workspace_(model),
      vector_(model.nv()),
      jacobian_(6, model.nv()),
      matrix_(model.nv(), model.nv()),
      matrix2_(model.nv(), model.nv()),
      matrix3_(model.nv(), model.nv()) {
  for (std::size_t i = 0; i + lane_count<T> <= states.size(); i += lane_count<T>) {
    const BenchState* s = &states[i];
    inputs_.push_back({interleave<T>(s, &BenchState::q), interleave<T>(s, &BenchState::v),
                       interleave<T>(s, &BenchState::a), interleave<T>(s, &BenchState::tau)});
  }
}

template <class T>
void CatenaContender<T>::run(Kernel kernel, std::size_t index) {
  run_input(kernel, inputs_[index % inputs_.size()]);
}

template <class T>
void CatenaContender<T>::run_input(Kernel kernel, const Input& s) {
  switch (kernel) {
    case Kernel::Rnea:
      return rnea(*model_, s.q, s.v, s.a, vector_, workspace_);
    case Kernel::Aba:
      return aba(*model_, s.q, s.v, s.tau, vector_, workspace_);
    case Kernel::Crba:
      return crba(*model_, s.q, matrix_, workspace_);
    case Kernel::Jacobians:
      return jacobians(*model_, s.q, jacobian_, workspace_);
    case Kernel::RneaDerivatives:
      return rnea_derivatives(*model_, s.q, s.v, s.a, matrix_, matrix2_, matrix3_, workspace_);
    case Kernel::AbaDerivatives:
      return aba_derivatives(*model_, s.q, s.v, s.tau, matrix_, matrix2_, matrix3_, workspace_);
  }
}

template <class T>
std::vector<double> CatenaContender<T>::result(Kernel kernel, std::size_t index) {
  run_input(kernel, inputs_[index / lane_count<T>]);
  const bool is_vector = kernel == Kernel::Rnea || kernel == Kernel::Aba;
  const MatrixX<T>& matrix = kernel == Kernel::Jacobians ? jacobian_ : matrix_;
  const T* data = is_vector ? vector_.data() : matrix.data();
  const Eigen::Index size = is_vector ? vector_.size() : matrix.size();
  std::vector<double> result;
  for (Eigen::Index i = 0; i < size; ++i) result.push_back(lane(data[i], index % lane_count<T>));
  return result;
}

template class CatenaContender<double>;
template class CatenaContender<Pack4>;

}  // namespace catena::bench
