#pragma once
// Catena itself as a contender: one state at a time (double) or four (Pack4).

#include "catena/dynamics/workspace.hpp"
#include "contender.hpp"

namespace catena::bench {

template <class T>
class CatenaContender final : public Contender {
 public:
  // Both must outlive the contender. The number of states is a multiple of the lanes of T.
  CatenaContender(const Model& model, const std::vector<BenchState>& states);

  bool has(Kernel) const override { return true; }
  void run(Kernel kernel, std::size_t index) override;
  std::vector<double> result(Kernel kernel, std::size_t index) override;
  int states_per_run() const override { return static_cast<int>(lane_count<T>); }

 private:
  struct Input {
    VectorX<T> q, v, a, tau;
  };
  void run_input(Kernel kernel, const Input& input);

  const Model* model_;
  std::vector<Input> inputs_;  // input i, lane l: state i * lanes + l
  Workspace<T> workspace_;
  VectorX<T> vector_;
  MatrixX<T> jacobian_, matrix_, matrix2_, matrix3_;
};

}  // namespace catena::bench
