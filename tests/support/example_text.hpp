#pragma once
// Examples with changes in their text.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace catena::test {

// The text of examples/NAME with the first place of each piece replaced; a failure where there is
// none.
inline std::string example_text(
    const std::string& name, const std::vector<std::pair<std::string, std::string>>& pieces = {}) {
  std::ifstream file(CATENA_SOURCE_DIR "/examples/" + name);
  std::stringstream all;
  all << file.rdbuf();
  std::string text = all.str();
  for (const auto& [from, to] : pieces) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << "no '" << from << "' in " << name;
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace catena::test
