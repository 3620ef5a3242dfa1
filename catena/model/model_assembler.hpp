#pragma once
// From checked bodies and joints to nodes in depth-first order. Used by assemble() only.

#include "catena/model/model_parts.hpp"

namespace catena {

class ModelAssembler {
 public:
  explicit ModelAssembler(ModelParts parts) : parts_(std::move(parts)) {}
  Model assemble();

 private:
  void list_children();
  void compile_joint(int joint);
  void add_nodes(int joint, const Transform<double>& X_NF);
  int add_node(int joint, NodeKind kind, int parent, const Transform<double>& X_PF);
  void compile_dofs();
  std::uint64_t hash_of_tree() const;
  void compile_springs();
  void add_spring(const std::string& name, const std::vector<JointId>& joints,
                  const Eigen::MatrixXd& stiffness, const Eigen::VectorXd& rest);

  ModelParts parts_;
  Model out_;
  std::vector<int> first_child_, next_sibling_;  // joints: by body, by joint; -1 ends the list
};

}  // namespace catena
