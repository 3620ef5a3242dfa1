// catena examples and catena new: scenarios that come with the program.

#include "apps/catena/examples.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "apps/catena/commands.hpp"
#include "apps/catena/embedded.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view schema_line = "# yaml-language-server: $schema=";
constexpr const char* schema_file = "scenario.schema.json";

std::string stem_of(std::string_view path) {
  return fs::path(path).stem().string();
}

// By its path with or without folder and ending.
const EmbeddedText* find_embedded(std::span<const EmbeddedText> texts, std::string_view name) {
  for (const EmbeddedText& text : texts)
    if (name == text.path || name == stem_of(text.path) ||
        name == text.path.substr(0, text.path.rfind('.')) ||
        name == fs::path(text.path).filename().string())
      return &text;
  return nullptr;
}

std::vector<std::string> names_of_embedded(std::span<const EmbeddedText> texts) {
  std::vector<std::string> names;
  for (const EmbeddedText& text : texts) names.push_back(stem_of(text.path));
  return names;
}

[[noreturn]] void fail_unknown_name(std::string_view what, std::string_view name,
                                    std::span<const EmbeddedText> texts, std::string_view command) {
  const std::vector<std::string> names = names_of_embedded(texts);
  const std::string hint = nearest_name_hint(name, names);
  throw ScenarioError(
      fmt::format("there is no {} '{}'{} {}", what, name, hint.empty() ? ";" : hint, command));
}

// The value of a key at the start of a line.
std::string value_of_key(std::string_view text, std::string_view key) {
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with(key) && line.size() > key.size() + 1) return line.substr(key.size() + 1);
  return {};
}

bool holds(const fs::path& path, std::string_view text) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream found;
  found << file.rdbuf();
  return file.good() && found.str() == text;
}

bool write_text(const fs::path& path, std::string_view text) {
  if (holds(path, text)) return true;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return static_cast<bool>(file);
}

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return fs::path(cache) / "catena" / CATENA_VERSION;
  if (const std::string home = variable("HOME"); !home.empty())
    return fs::path(home) / ".cache" / "catena" / CATENA_VERSION;
  return fs::temp_directory_path() / "catena-" CATENA_VERSION;
}

// All examples, because they include each other, and the schema that their first lines name.
fs::path write_examples() {
  for (const fs::path& folder :
       {cache_folder(), fs::temp_directory_path() / "catena-" CATENA_VERSION}) {
    bool good = write_text(folder / "docs" / schema_file, scenario_schema());
    for (const EmbeddedText& example : embedded_examples())
      good = good && write_text(folder / "examples" / example.path, example.text);
    if (good) return folder / "examples";
  }
  throw std::runtime_error(
      "the examples cannot be written; set XDG_CACHE_HOME to a writable folder");
}

// Its first line names the schema, which is written beside it.
void write_with_schema(std::string_view text, const std::string& out) {
  if (fs::exists(out))
    throw ScenarioError(fmt::format("{}: exists already; choose another name", out));
  std::string own(text);
  if (own.starts_with(schema_line)) own.erase(0, own.find('\n') + 1);
  own = fmt::format("{}{}\n{}", schema_line, schema_file, own);
  const fs::path path = fs::absolute(out), schema = path.parent_path() / schema_file;
  if (!write_text(path, own))
    throw std::runtime_error(out + ": cannot be written; check the folder and its permissions");
  const bool had_schema = fs::exists(schema);
  if (!had_schema) write_text(schema, scenario_schema());
  fmt::print(
      "{}{}\n", out,
      had_schema ? "" : ", and scenario.schema.json, with which editors check and complete it");
  fmt::print("  catena view {0}    # watch it\n  catena run {0}     # simulate it\n", out);
}

// An example as one file: what it includes is merged in.
std::string as_one_file(const EmbeddedText& example) {
  const std::string text(example.text);
  const bool whole =
      text.find("\ninclude:") == std::string::npos && text.find("\nmodel: ") == std::string::npos;
  if (whole) return text;
  return write_scenario(read_mechanism(write_examples() / example.path));
}

}  // namespace

std::string scenario_path(const std::string& given) {
  std::error_code error;
  if (given.empty() || fs::exists(given, error)) return given;
  const EmbeddedText* example = find_embedded(embedded_examples(), given);
  if (example != nullptr) return (write_examples() / example->path).string();
  if (given.find_first_of("/.\\") != std::string::npos) {
    if (find_embedded(embedded_examples(), stem_of(given)) != nullptr)
      throw ScenarioError(
          fmt::format("there is no file '{}'; the example of this name is written '{}'", given,
                      stem_of(given)));
    return given;
  }
  fail_unknown_name("file or example", given, embedded_examples(), "'catena examples' lists them");
}

std::string recording_path(const std::string& given) {
  std::error_code error;
  if (fs::exists(given, error) || given.find_first_of("/\\") != std::string::npos ||
      given.ends_with(".csv") || given.ends_with(".h5") || given.ends_with(".hdf5"))
    return given;
  RunOptions options;
  options.scenario = scenario_path(given);
  options.out = stem_of(options.scenario) + ".csv";
  if (run_scenario(options) != exit_success)
    throw std::runtime_error(given + ": the run did not reach its end");
  return options.out;
}

int run_examples(const ExamplesOptions& options) {
  if (options.name.empty()) {
    for (const EmbeddedText& example : embedded_examples())
      fmt::print("{:32} {}\n", stem_of(example.path), value_of_key(example.text, "name:"));
    fmt::print(
        "\n'catena examples NAME' writes one to NAME.yaml; run, view, plot and render also accept "
        "a name\n");
    return exit_success;
  }
  const EmbeddedText* example = find_embedded(embedded_examples(), options.name);
  if (example == nullptr)
    fail_unknown_name("example", options.name, embedded_examples(), "'catena examples' lists them");
  write_with_schema(as_one_file(*example),
                    options.out.empty() ? stem_of(example->path) + ".yaml" : options.out);
  return exit_success;
}

int run_new(const NewOptions& options) {
  const EmbeddedText* text = find_embedded(embedded_templates(), options.kind);
  if (text == nullptr)
    fail_unknown_name(
        "kind of scenario", options.kind, embedded_templates(),
        fmt::format("there are {}", fmt::join(names_of_embedded(embedded_templates()), ", ")));
  write_with_schema(text->text, options.out);
  return exit_success;
}

}  // namespace catena::app
