#include "apps/catena/mistyped.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <string_view>

#include "apps/catena/commands.hpp"
#include "catena/math/nearest_name.hpp"

namespace catena::app {

namespace {

struct OtherCommand {
  std::string_view word, name;
};
constexpr OtherCommand other_commands[] = {
    {"simulate", "run"},  {"sim", "run"},        {"start", "run"},        {"play", "view"},
    {"show", "view"},     {"watch", "view"},     {"open", "view"},        {"gui", "view"},
    {"list", "examples"}, {"ls", "examples"},    {"example", "examples"}, {"init", "new"},
    {"create", "new"},    {"validate", "check"}, {"verify", "check"},     {"lint", "check"},
    {"graph", "plot"},    {"draw", "render"},    {"film", "render"},      {"picture", "render"},
    {"tree", "info"},     {"describe", "info"},  {"study", "sweep"},      {"version", "--version"},
};

std::string command_hint(const std::string& word, const std::vector<std::string>& names) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const OtherCommand& other : other_commands)
    if (other.word == lower) return fmt::format("; did you mean '{}'?", other.name);
  for (const std::string_view ending : {".yaml", ".yml", ".urdf"})
    if (lower.ends_with(ending))
      return fmt::format("; to simulate a scenario, write 'catena run {}'", word);
  return nearest_name_hint(lower, names);
}

}  // namespace

int unknown_command(const std::string& word, const std::vector<std::string>& names) {
  std::cerr << "catena: unknown command '" << word << '\'' << command_hint(word, names)
            << "\ncommands:";
  for (const std::string& name : names) std::cerr << ' ' << name;
  std::cerr << "\n'catena --help' explains them\n";
  return exit_bad_input;
}

int unknown_option(const std::string& word) {
  std::cerr << "catena: unknown option '" << word << '\''
            << nearest_name_hint(word, {"--help", "--version", "--licenses"})
            << "\n'catena --help' lists commands and options\n";
  return exit_bad_input;
}

int unexpected_words(const CLI::App& command) {
  const std::vector<std::string> words = command.get_parent()->remaining(true);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const auto option =
      std::find_if(words.begin(), words.end(), [](const std::string& w) { return w[0] == '-'; });
  if (option != words.end()) {
    const std::string word = option->substr(0, option->find('='));
    std::cerr << fmt::format("catena {}: unknown option '{}'{}\n", command.get_name(), word,
                             nearest_name_hint(word, names));
  } else {
    std::cerr << fmt::format("catena {}: found '{}', expected nothing more\n", command.get_name(),
                             words.empty() ? "" : words.front());
  }
  std::cerr << fmt::format("'catena {} --help' lists what can follow\n", command.get_name());
  return exit_bad_input;
}

}  // namespace catena::app
