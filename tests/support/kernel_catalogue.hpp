#pragma once
// Every kernel of the library behind one interface, so that a test can say "for all kernels".
// Inputs and outputs are allocated when the catalogue is built; run() only calls the kernel.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/workspace.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

template <class T>
struct KernelInputs {
  VectorX<T> q, v, a, tau;
  std::vector<Force<T>> external;
};

// Lane i takes states[i]; a double takes the first only.
template <class T>
KernelInputs<T> kernel_inputs(const std::vector<RandomState>& states);

template <class T>
class KernelCatalogue {
 public:
  struct Kernel {
    std::string name;
    VectorX<T> output;  // all that the kernel writes, one after the other
    std::function<void(VectorX<T>& output)> run;
  };

  KernelCatalogue(const Model& model, KernelInputs<T> inputs);
  KernelCatalogue(const KernelCatalogue&) = delete;
  KernelCatalogue& operator=(const KernelCatalogue&) = delete;

  std::vector<Kernel>& kernels() { return kernels_; }
  Workspace<T>& workspace() { return ws_; }
  void run(Kernel& kernel) { kernel.run(kernel.output); }

 private:
  void add(std::string name, Eigen::Index output_size, std::function<void(VectorX<T>&)> run);
  void add_inverse_dynamics();
  void add_forward_dynamics();
  void add_derivatives();
  void add_kinematics();
  void add_energy();
  void add_configuration();

  const Model& model_;
  KernelInputs<T> in_;
  Workspace<T> ws_;
  Kinematics<T> moving_;      // computed by its own kernels
  Kinematics<T> kinematics_;  // computed once, read by others
  MatrixX<T> M_inverse_;
  VectorX<T> q_other_;  // a second configuration
  Eigen::Array<bool, Eigen::Dynamic, 1> prescribed_;
  std::vector<Force<T>> wrenches_;
  std::vector<Kernel> kernels_;
};

extern template class KernelCatalogue<double>;
extern template class KernelCatalogue<Pack4>;

}  // namespace catena::test
