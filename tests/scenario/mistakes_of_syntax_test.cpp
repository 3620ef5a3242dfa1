// Texts that YAML does not allow: messages say what is missing, not what the parser thought.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct SyntaxMistake {
  const char* name;
  std::string text;
  const char* message;
};
void PrintTo(const SyntaxMistake& mistake, std::ostream* out) {
  *out << mistake.name;
}

std::vector<SyntaxMistake> mistakes_of_syntax() {
  return {
      {"CommaInABrace", "motors: [{joint: elbow effort: 3}]\n",
       "bad.yaml:1:24: expected a comma before 'effort'"},
      {"CommaAtTheEndOfALine", "motors: [\n  {joint: elbow,\n   effort: 3\n   damping: 2}]\n",
       "bad.yaml:4:4: expected a comma before 'damping'"},
      {"CommaBetweenBraces", "motors: [{joint: a, effort: 3} {joint: b, effort: 3}]\n",
       "bad.yaml:1:32: expected a comma before '{'"},
      {"CommaBehindAList", "a: {at: [0.5, 0, 0] mass: 2}\n",
       "bad.yaml:1:21: expected a comma before 'mass'"},
      {"CommaBehindAMap", "model:\n  bodies:\n    - {shapes: [{box: {sides: [1, 1, 1]} at: 2}]}\n",
       "bad.yaml:3:42: expected a comma before 'at'"},
      {"TextBehindAQuote", "name: \"a\" b\nduration: 1\n",
       "bad.yaml:1:9: the text ends at this quote, but more follows; put a text that contains "
       "double quotes in single ones"},
      {"Apostrophe", "name: 'it's'\nduration: 1\n",
       "bad.yaml:1:10: the text ends at this quote, but more follows; put a text that contains "
       "single quotes in double ones"},
      {"Backslash", "name: \"a\\q\"\n",
       "bad.yaml:1:9: in double quotes, '\\' begins a special character; write '\\\\', or use "
       "single quotes"},
      {"TextWithAnAt", "name: @me\n",
       "bad.yaml:1:7: a text cannot begin with '@'; put it in quotes"},
      {"TextWithAnAmpersand", "name: &\n",
       "bad.yaml:1:8: '&' has a meaning in YAML; put a text that begins with it in quotes"},
      {"TextBehindABar", "description: > text\n",
       "bad.yaml:1:16: a text behind '|' or '>' begins in the next line, further right"},
      {"DashBehindAKey", "plots: - a\n",
       "bad.yaml:1:8: '- ' begins an item of a list on a line of its own; in one line, write [1, "
       "2, 3]"},
      {"ItemBesideKeys", "motors:\n  joint: elbow\n  - effort: 3\n",
       "bad.yaml:3:3: found an item of a list ('- ') beside the key of line 2, expected another "
       "key; write '- ' before the first key of each item, and its other keys two columns further "
       "right"},
      {"KeyBesideItems", "motors:\n  - joint: elbow\n    effort: 3\n  name: x\n",
       "bad.yaml:4:3: found a key beside the item of line 2, expected another item ('- '); keys of "
       "the item begin two columns further right"},
      {"CommentOfC", "// my model\nmodel:\n  bodies: []\n",
       "bad.yaml:1:1: a comment begins with '#'"},
      {"NoBreakSpace", "motors:\n\u00a0\u00a0- {joint: elbow, effort: 3}\n",
       "bad.yaml:2:1: found a no-break space, which looks like a space; write a space"},
      {"LongDash", "motors:\n  — {joint: elbow, effort: 3}\n",
       "bad.yaml:2:3: found '—', expected '- ' before an item of a list"},
      {"StarForADash", "motors:\n  * joint: elbow\n    effort: 3\n",
       "bad.yaml:2:3: found '*', expected '- ' before an item of a list"},
      {"TabBehindADash", "motors:\n  -\tjoint: elbow\n  \teffort: 3\n",
       "bad.yaml:3:3: this line is indented with a tab; YAML allows only spaces; use two instead"},
  };
}

class MistakesOfSyntax : public testing::TestWithParam<SyntaxMistake> {};

TEST_P(MistakesOfSyntax, AreExplained) {
  try {
    parse_scenario(GetParam().text, "bad.yaml", "");
    ADD_FAILURE() << "the scenario was accepted";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MistakesOfSyntax, testing::ValuesIn(mistakes_of_syntax()),
                         [](const auto& made) { return std::string(made.param.name); });

}  // namespace
}  // namespace catena
