// One line per item: its kind, its numbers, and its name at the end; doubles in hexadecimal so that
// nothing is rounded.

#include "catena/record/state_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catena/record/joint_text.hpp"
#include "catena/record/state_file_reader.hpp"

namespace catena {

namespace {

const char* word_for(EnergyKind kind) {
  return kind == EnergyKind::Work ? "work" : kind == EnergyKind::Stored ? "stored" : "dissipated";
}

}  // namespace

std::string checkpoint_text(const Checkpoint& c) {
  std::string text = "catena state 4\n";
  text += fmt::format("structure {:x}\nparameters {:x}\n", c.structure_hash, c.parameter_hash);
  for (const ScalarField& field : scalar_fields)
    text += fmt::format("{} {:a}\n", field.name, c.*field.member);
  for (const CountField& field : count_fields)
    text += fmt::format("{} {}\n", field.name, c.*field.member);
  for (const auto& [name, value] : c.q) text += fmt::format("q {:a} {}\n", value, name);
  for (const auto& [name, value] : c.v) text += fmt::format("v {:a} {}\n", value, name);
  if (const IntegratorMemory& m = c.integrator; m != IntegratorMemory{})
    text += fmt::format("integrator {} {} {} {} {:a} {:a} {:a}\n", m.implicit ? 1 : 0, m.count,
                        m.wait, m.patience, m.spent, m.covered, m.explicit_rate);
  if (c.is_stepping) text += "stepping\n";
  if (c.has_stepped) text += "stepped\n";
  for (const auto& [name, value] : c.last_acceleration)
    text += fmt::format("acceleration {:a} {}\n", value, name);
  for (const auto& [kind, table] : c.modes)
    for (const auto& [name, numbers] : table) {
      text += fmt::format("mode {} {}", kind, numbers.size());
      for (const double x : numbers) text += fmt::format(" {:a}", x);
      text += fmt::format(" {}\n", name);
    }
  for (const auto& [source, energy] : c.spent)
    text += fmt::format("spent {} {:a} {}\n", word_for(source.kind), energy, source.name);
  for (const auto& [name, happened] : c.happened)
    text += fmt::format("happened {} {}\n", happened, name);
  for (const auto& [name, side] : c.sides) text += fmt::format("side {} {}\n", side, name);
  for (const SwitchedElement& element : c.off)
    text += fmt::format("off {} {}\n", element.kind, element.name);
  for (const AppliedChange& change : c.changes)
    text += change.cut.empty() ? joint_text(change.connected) : fmt::format("cut {}\n", change.cut);
  return text + "end\n";
}

void save_checkpoint(const Checkpoint& checkpoint, const std::string& path) {
  namespace fs = std::filesystem;
  // In a file beside it first, so that a full disk does not take the checkpoint that was there.
  std::error_code none;
  const bool beside = !fs::exists(path, none) || fs::is_regular_file(path, none);
  const std::string written = beside ? path + ".part" : path;
  errno = 0;
  std::ofstream file(written);
  file << checkpoint_text(checkpoint);
  file.close();
  if (file && beside && std::rename(written.c_str(), path.c_str()) == 0) return;
  if (file && !beside) return;
  const int error = errno;
  if (beside) fs::remove(written, none);
  throw StateFileError(fmt::format("{}: the checkpoint cannot be written{}{}", path,
                                   error != 0 ? ": " : "", error != 0 ? std::strerror(error) : ""));
}

Checkpoint load_checkpoint(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw StateFileError(fmt::format("{}: cannot be read, {}", path, std::strerror(errno)));
  return read_checkpoint(file, path);
}

}  // namespace catena
