#pragma once
// From what the user described to the parts of a Model: checks everything. Used by ModelBuilder
// only.

#include "catena/model/model_builder.hpp"
#include "catena/model/model_parts.hpp"

namespace catena {

class ModelCompiler {
 public:
  explicit ModelCompiler(const ModelBuilder& builder) : in_(builder) {}
  Model compile();

 private:
  void attach_floating_bodies();
  void check_connected() const;
  void fill_infos();

  ModelBuilder in_;
  ModelParts out_;
};

}  // namespace catena
