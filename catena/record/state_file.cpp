// One line per field: its name and its numbers, doubles in hexadecimal so that nothing is rounded.

#include "catena/record/state_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "catena/record/state_modes.hpp"

namespace catena {

namespace {

constexpr const char* heading = "catena state 3";

std::string line_of(const char* name, const double* numbers, Eigen::Index count) {
  std::string line = name;
  for (Eigen::Index i = 0; i < count; ++i) line += fmt::format(" {:a}", numbers[i]);
  return line + '\n';
}
std::string line_of(const char* name, const Eigen::VectorXd& numbers) {
  return line_of(name, numbers.data(), numbers.size());
}

// The word for a connection. One by hand, of a plain joint about its own z axis, says what it is;
// what others are stands in the event that makes them.
struct PlainJoint {
  const char* word;
  JointSpec spec;
};
const std::vector<PlainJoint>& plain_joints() {
  static const std::vector<PlainJoint> all = {
      {"connect_weld", weld("")},
      {"connect_spherical", spherical("")},
      {"connect_revolute", revolute("", Eigen::Vector3d::UnitZ())}};
  return all;
}
const char* word_for(const JointSpec& spec) {
  const auto none = [](const auto& x) { return x.size() == 0 || x.isZero(0.0); };
  const auto unlimited = [](const Eigen::VectorXd& x) { return x.array().isInf().all(); };
  const bool plain = none(spec.armature) && none(spec.damping) && none(spec.coulomb_friction) &&
                     none(spec.static_friction) && none(spec.stiffness) &&
                     unlimited(spec.position_lower) && unlimited(spec.position_upper) &&
                     spec.axis == Eigen::Vector3d::UnitZ() && spec.coordinate_names.empty();
  for (const PlainJoint& joint : plain_joints())
    if (plain && joint.spec.kind == spec.kind) return joint.word;
  return "connect";
}

// A connection as a line: its bodies and frames, then its name.
std::string line_of(const AppliedChange& change) {
  if (!change.cut.empty()) return fmt::format("cut {}\n", change.cut);
  const LoopJoint& joint = change.connected;
  std::string line = fmt::format("{} {} {}", word_for(joint.spec), joint.a.index, joint.b.index);
  for (const Transform<double>* X : {&joint.X_AF, &joint.X_BM})
    for (int c = 0; c < 4; ++c) {
      const Vec3<double> column = c < 3 ? X->rotation.column(c) : X->translation;
      line += fmt::format(" {:a} {:a} {:a}", column.x, column.y, column.z);
    }
  return fmt::format("{} {}\n", line, joint.spec.name);
}

// Reads a number as strtod does, which knows hexadecimal ones.
bool read_number(std::istringstream& words, double& number) {
  std::string word;
  if (!(words >> word)) return false;
  char* end = nullptr;
  number = std::strtod(word.c_str(), &end);
  return *end == '\0';
}

std::string rest_of(std::istringstream& words) {
  std::string name;
  std::getline(words >> std::ws, name);
  return name;
}

class Fields {
 public:
  Fields(std::istream& text, const std::string& path) : path_(path) {
    std::string line;
    if (!std::getline(text, line) || line != heading)
      throw StateFileError(fmt::format("{}:1: found '{}', expected '{}': is this a checkpoint?",
                                       path, line.substr(0, 40), heading));
    for (int number = 2; std::getline(text, line); ++number) read(line, number);
  }

  Eigen::VectorXd vector(const std::string& name) const {
    const auto found = fields_.find(name);
    if (found == fields_.end())
      throw StateFileError(
          fmt::format("{}: '{}' is missing; was the file cut short?", path_, name));
    return Eigen::Map<const Eigen::VectorXd>(found->second.data(),
                                             static_cast<Eigen::Index>(found->second.size()));
  }
  // One that may stand there several times, or not at all.
  Eigen::VectorXd vector_or_none(const std::string& name) const {
    return fields_.contains(name) ? vector(name) : Eigen::VectorXd();
  }
  const std::vector<AppliedChange>& changes() const { return changes_; }
  double number(const std::string& name) const {
    const Eigen::VectorXd values = vector(name);
    if (values.size() != 1)
      throw StateFileError(
          fmt::format("{}: '{}' has {} numbers, expected 1", path_, name, values.size()));
    return values[0];
  }

 private:
  void read(const std::string& line, int number) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    if (name == "cut") {
      changes_.push_back({rest_of(words), {}});
      return;
    }
    if (name.starts_with("connect")) {
      read_connection(name, words, number);
      return;
    }
    std::vector<double>& values = fields_[name];
    while (words >> word) {
      char* end = nullptr;
      values.push_back(std::strtod(word.c_str(), &end));
      if (*end != '\0')
        throw StateFileError(fmt::format("{}:{}: '{}' is not a number", path_, number, word));
    }
  }

  void read_connection(const std::string& word, std::istringstream& words, int number) {
    AppliedChange change;
    change.has_spec = false;
    LoopJoint& joint = change.connected;
    for (const PlainJoint& plain : plain_joints())
      if (word == plain.word) joint.spec = plain.spec, change.has_spec = true;
    bool good = static_cast<bool>(words >> joint.a.index >> joint.b.index);
    for (Transform<double>* X : {&joint.X_AF, &joint.X_BM})
      for (Vec3<double>* column :
           {&X->rotation.c0, &X->rotation.c1, &X->rotation.c2, &X->translation})
        for (double* x : {&column->x, &column->y, &column->z})
          good = good && read_number(words, *x);
    joint.spec.name = rest_of(words);
    if (!good || joint.spec.name.empty())
      throw StateFileError(fmt::format(
          "{}:{}: expected 'connect', two bodies, 24 numbers and a name", path_, number));
    changes_.push_back(std::move(change));
  }

  std::string path_;
  std::map<std::string, std::vector<double>> fields_;
  std::vector<AppliedChange> changes_;
};

}  // namespace

std::string state_text(const State& state) {
  Eigen::VectorXd limits(static_cast<Eigen::Index>(state.modes.size())), slips(limits.size());
  for (std::size_t k = 0; k < state.modes.size(); ++k) {
    limits[static_cast<Eigen::Index>(k)] = state.modes[k].limit;
    slips[static_cast<Eigen::Index>(k)] = state.modes[k].slip;
  }
  const double numbers[] = {state.t,
                            state.initial_energy,
                            state.impact_loss,
                            state.next_step,
                            static_cast<double>(state.step_count),
                            state.past_dissipated,
                            state.past_work,
                            static_cast<double>(state.recent_events),
                            state.counting_since,
                            state.rest_factor};
  Eigen::VectorXd happened(static_cast<Eigen::Index>(state.happened.size()));
  for (std::size_t i = 0; i < state.happened.size(); ++i)
    happened[static_cast<Eigen::Index>(i)] = state.happened[i] ? 1.0 : 0.0;
  std::string text = std::string(heading) + '\n';
  text += line_of("t", &numbers[0], 1) + line_of("q", state.q) + line_of("v", state.v) +
          line_of("limits", limits) + line_of("slips", slips) + line_of("spent", state.spent) +
          line_of("initial_energy", &numbers[1], 1) + line_of("impact_loss", &numbers[2], 1) +
          line_of("next_step", &numbers[3], 1) + line_of("step_count", &numbers[4], 1) +
          line_of("past_dissipated", &numbers[5], 1) + line_of("past_work", &numbers[6], 1) +
          line_of("chatter", &numbers[7], 3) + line_of("happened", happened);
  for (const ContactMode& mode : state.contacts) text += line_of("contact", numbers_of(mode));
  for (const CableMode& mode : state.cables) text += line_of("cable", numbers_of(mode));
  if (state.changes)
    for (const AppliedChange& change : *state.changes) text += line_of(change);
  return text;
}

void save_state(const State& state, const std::string& path) {
  std::ofstream file(path);
  file << state_text(state);
  file.close();
  if (!file) throw StateFileError(fmt::format("{}: cannot be written", path));
}

State load_state(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw StateFileError(fmt::format("{}: cannot be read, {}", path, std::strerror(errno)));
  return read_state(file, path);
}

State read_state(std::istream& text, const std::string& path) {
  const Fields fields(text, path);
  State state;
  state.t = fields.number("t");
  state.q = fields.vector("q");
  state.v = fields.vector("v");
  const Eigen::VectorXd limits = fields.vector("limits"), slips = fields.vector("slips");
  if (limits.size() != state.v.size() || slips.size() != state.v.size())
    throw StateFileError(fmt::format("{}: 'limits' and 'slips' need {} numbers each, like 'v'",
                                     path, state.v.size()));
  for (Eigen::Index k = 0; k < limits.size(); ++k)
    state.modes.push_back({static_cast<int>(limits[k]), static_cast<int>(slips[k])});
  state.spent = fields.vector("spent");
  state.initial_energy = fields.number("initial_energy");
  state.impact_loss = fields.number("impact_loss");
  state.next_step = fields.number("next_step");
  state.step_count = static_cast<long>(fields.number("step_count"));
  state.past_dissipated = fields.number("past_dissipated");
  state.past_work = fields.number("past_work");
  const Eigen::VectorXd chatter = fields.vector("chatter");
  if (chatter.size() != 3)
    throw StateFileError(
        fmt::format("{}: 'chatter' has {} numbers, expected 3", path, chatter.size()));
  state.recent_events = static_cast<long>(chatter[0]);
  state.counting_since = chatter[1], state.rest_factor = chatter[2];
  state.contacts = contacts_of(fields.vector_or_none("contact"), path);
  state.cables = cables_of(fields.vector_or_none("cable"), path);
  const Eigen::VectorXd happened = fields.vector("happened");
  for (const double x : happened) state.happened.push_back(x != 0.0);
  if (!fields.changes().empty())
    state.changes = std::make_shared<const std::vector<AppliedChange>>(fields.changes());
  return state;
}

}  // namespace catena
