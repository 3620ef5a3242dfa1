#pragma once
// From the user's bodies and joints to nodes in depth-first order. Used by ModelBuilder only.

#include "catena/model/model_builder.hpp"

namespace catena {

class ModelCompiler {
 public:
  explicit ModelCompiler(const ModelBuilder& builder) : in_(builder) {}
  Model compile();

 private:
  void attach_floating_bodies();
  void check_connected() const;
  void fill_infos();
  void compile_joint(int joint);
  void add_nodes(int joint, const Transform<double>& X_NF);
  int add_node(int joint, NodeKind kind, int parent, const Transform<double>& X_PF);
  void compile_dofs();
  void compile_springs();
  void add_spring(const std::string& name, const std::vector<JointId>& joints,
                  const Eigen::MatrixXd& stiffness, const Eigen::VectorXd& rest);

  ModelBuilder in_;
  Model out_;
  std::vector<std::vector<int>> child_joints_;  // by body, in order of insertion
};

}  // namespace catena
