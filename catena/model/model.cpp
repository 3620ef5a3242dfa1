#include "catena/model/model.hpp"

#include <fmt/format.h>

namespace catena {

namespace {

template <class Infos, class NameOf>
int find_name(const Infos& infos, NameOf&& name_of, std::string_view wanted, const char* what) {
  for (std::size_t i = 0; i < infos.size(); ++i)
    if (name_of(infos[i]) == wanted) return static_cast<int>(i);
  std::vector<std::string> names;
  for (const auto& info : infos) names.push_back(name_of(info));
  throw ModelError(fmt::format("the model has no {} named '{}'{}", what, wanted,
                               nearest_name_hint(wanted, names)));
}

}  // namespace

void Model::refuse_number(const char* what, int index, std::size_t count) {
  throw ModelError(fmt::format("the model has no {0} number {1}; it has {2}, numbered from 0", what,
                               index, count));
}

BodyId Model::find_body(std::string_view name) const {
  return BodyId{find_name(
      bodies_, [](const BodyInfo& b) { return b.name; }, name, "body")};
}
JointId Model::find_joint(std::string_view name) const {
  return JointId{find_name(
      joints_, [](const JointInfo& j) { return j.spec.name; }, name, "joint")};
}
FrameId Model::find_frame(std::string_view name) const {
  return FrameId{find_name(
      frames_, [](const FrameInfo& f) { return f.name; }, name, "frame")};
}

}  // namespace catena
