// Reads checkpoints: version 4 by names.

#include "catena/record/state_file_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "catena/record/joint_text.hpp"
#include "catena/record/state_file.hpp"

namespace catena {

namespace {

constexpr std::size_t most_numbers = 100000;  // of one mode

class Line {
 public:
  Line(const std::string& text, const std::string& path, int number)
      : words_(text), path_(path), number_(number) {
    words_ >> kind_;
  }
  const std::string& kind() const { return kind_; }
  std::istringstream& rest() { return words_; }

  [[noreturn]] void fail(const std::string& what) const {
    throw StateFileError(fmt::format("{}:{}: {}", path_, number_, what));
  }
  std::string word() {
    std::string word;
    if (!(words_ >> word)) fail(fmt::format("'{}' is cut short", kind_));
    return word;
  }
  double number() {
    const std::string text = word();
    char* end = nullptr;
    const double x = std::strtod(text.c_str(), &end);
    if (*end != '\0') fail(fmt::format("'{}' is not a number", text));
    return x;
  }
  long count(long most) {
    const double x = number();
    if (!(x >= 0.0 && x <= static_cast<double>(most)))
      fail(fmt::format("'{}' is {}, expected 0 to {}", kind_, x, most));
    return static_cast<long>(x);
  }
  std::uint64_t hash() {
    const std::string text = word();
    if (text.size() > 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
      fail(fmt::format("'{}' is not a hash: expected up to 16 hexadecimal digits", text));
    return std::strtoull(text.c_str(), nullptr, 16);
  }
  std::string name() {
    std::string name;
    std::getline(words_ >> std::ws, name);
    if (name.empty()) fail(fmt::format("'{}' has no name", kind_));
    return name;
  }

 private:
  std::istringstream words_;
  const std::string& path_;
  int number_;
  std::string kind_;
};

bool read_field(Line& line, Checkpoint& out) {
  for (const ScalarField& field : scalar_fields)
    if (line.kind() == field.name) return out.*field.member = line.number(), true;
  for (const CountField& field : count_fields)
    if (line.kind() == field.name) return out.*field.member = line.count(1L << 52), true;
  return false;
}

EnergyKind energy_kind(Line& line) {
  const std::string word = line.word();
  if (word == "work") return EnergyKind::Work;
  if (word == "stored") return EnergyKind::Stored;
  if (word != "dissipated")
    line.fail(fmt::format("'{}', expected work, stored or dissipated", word));
  return EnergyKind::Dissipated;
}

void read_line(Line& line, Checkpoint& out) {
  const std::string& kind = line.kind();
  if (read_field(line, out)) return;
  if (kind == "structure") {
    out.structure_hash = line.hash();
  } else if (kind == "parameters") {
    out.parameter_hash = line.hash();
  } else if (kind == "q" || kind == "v") {
    const double value = line.number();
    (kind == "q" ? out.q : out.v)[line.name()] = value;
  } else if (kind == "stepping") {
    out.is_stepping = out.has_stepped = true;
  } else if (kind == "stepped") {
    out.has_stepped = true;
  } else if (kind == "acceleration") {
    const double value = line.number();
    out.last_acceleration[line.name()] = value;
  } else if (kind == "mode") {
    ModeTable& table = out.modes[line.word()];
    std::vector<double> numbers(static_cast<std::size_t>(line.count(most_numbers)));
    for (double& x : numbers) x = line.number();
    table[line.name()] = std::move(numbers);
  } else if (kind == "spent") {
    const EnergyKind of = energy_kind(line);
    const double energy = line.number();
    out.spent.push_back({{of, line.name()}, energy});
  } else if (kind == "happened") {
    const long count = line.count(1L << 52);
    out.happened[line.name()] = count;
  } else if (kind == "integrator") {
    IntegratorMemory& memory = out.integrator;
    memory.implicit = line.count(1) != 0;
    for (long* const x : {&memory.count, &memory.wait, &memory.patience}) *x = line.count(1L << 40);
    for (double* const x : {&memory.spent, &memory.covered, &memory.explicit_rate}) {
      *x = line.number();
      if (!(*x >= 0.0) || std::isinf(*x)) line.fail(fmt::format("{}, expected 0 or more", *x));
    }
  } else if (kind == "side") {
    const double side = line.number();
    if (std::abs(side) != 1.0) line.fail(fmt::format("{}, expected 1 or -1", side));
    out.sides[line.name()] = static_cast<long>(side);
  } else if (kind == "off") {
    const std::string of = line.word();
    out.off.push_back({of, line.name()});
  } else if (kind == "cut") {
    out.changes.push_back({line.name(), {}});
  } else if (kind.starts_with("connect")) {
    out.changes.push_back(read_connection(kind, line.rest()));
  } else if (kind == "joint") {
    if (out.changes.empty() || !out.changes.back().cut.empty())
      line.fail("a property of a joint, and no joint before it");
    read_joint_property(line.rest(), out.changes.back().connected.spec);
    out.changes.back().has_spec = true;
  } else {
    line.fail(fmt::format("'{}' is not a field of a checkpoint", kind));
  }
}

Checkpoint read_by_name(std::istream& text, const std::string& path) {
  Checkpoint out;
  std::string row;
  bool has_time = false;
  for (int number = 2; std::getline(text, row); ++number) {
    if (row == "end") {
      if (!has_time) throw StateFileError(fmt::format("{}: the line 't' is missing", path));
      return out;
    }
    Line line(row, path, number);
    if (line.kind().empty()) continue;
    has_time |= line.kind() == "t";
    try {
      read_line(line, out);
    } catch (const StateFileError&) {
      throw;
    } catch (const std::runtime_error& error) {
      line.fail(error.what());
    }
  }
  throw StateFileError(fmt::format("{}: the line 'end' is missing; was the file cut short?", path));
}

}  // namespace

Checkpoint read_checkpoint(std::istream& text, const std::string& path) {
  std::string heading;
  std::getline(text, heading);
  if (heading == "catena state 4") return read_by_name(text, path);
  if (heading == "catena state 3") return read_by_position(text, path);
  throw StateFileError(
      fmt::format("{}:1: found '{}', expected 'catena state 4': is this a checkpoint?", path,
                  heading.substr(0, 40)));
}

}  // namespace catena
