#include "catena/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace catena {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

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

std::string nearest_name_hint(std::string_view wanted, const std::vector<std::string>& names) {
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 2);
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(wanted, name);
    if (distance <= best_distance && (best == nullptr || distance < best_distance)) {
      best = &name;
      best_distance = distance;
    }
  }
  return best != nullptr ? fmt::format("; did you mean '{}'?", *best) : std::string();
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
