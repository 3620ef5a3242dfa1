#pragma once
// Texts that the program carries with it, so that it needs no repository.

#include <span>
#include <string_view>

namespace catena::app {

struct EmbeddedText {
  std::string_view path;  // below their folder: "tensegrity/prism.yaml"
  std::string_view text;
};

std::span<const EmbeddedText> embedded_examples();   // examples/
std::span<const EmbeddedText> embedded_templates();  // apps/catena/templates/

}  // namespace catena::app
