// Elements of a kind of the test's own: held by value, found by name, compiled into one set.

#include <gtest/gtest.h>

#include "catena/mechanism/compile.hpp"
#include "catena/mechanism/element_compiler.hpp"
#include "catena/scenario/element_kinds.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct MarkSet : ElementSet {
  struct Mark {
    BodyId body;
    Vec3<double> at;
    int coordinate;
    double size;
  };
  std::vector<Mark> marks;

  std::vector<std::string> names() const override { return {}; }
  std::vector<double> numbers() const override { return {}; }
  void check(const Coordinates&) const override {}
  std::unique_ptr<Group> make_group(const Coordinates&) const override { return nullptr; }
};

struct MarkItem : ElementOf<MarkItem> {
  Place place = {};
  std::string coordinate = {}, size = {};

  std::string_view kind() const override { return "mark"; }
  void add_to(ElementCompiler& compiler) const override {
    const Where at = ElementCompiler::where(*this);
    const auto on = compiler.place(at.at("place"), place);
    compiler.set<MarkSet>().marks.push_back(
        {on.body, on.X.translation, compiler.coordinate(at.at("coordinate"), coordinate),
         compiler.formula(at.at("size"), size, {}, "a formula of parameters").value({})});
  }
  friend bool operator==(const MarkItem&, const MarkItem&) = default;
};

Mechanism with_marks() {
  Mechanism mechanism = parse_mechanism("model: {builtin: double_pendulum}\n", "m.yaml", "");
  mechanism.parameters["a"] = 3.0;
  for (const char* name : {"first", "second"}) {
    MarkItem item;
    item.name = name;
    item.place = Place::on("link2", Pose::at(0, 0, 1));
    item.coordinate = "joint2";
    item.size = "2*a";
    mechanism.elements.add(item);
  }
  return mechanism;
}

TEST(ElementItems, AreCompiledIntoOneSetOfTheirKind) {
  const Scenario scenario = compile(with_marks());
  ASSERT_EQ(scenario.setup.elements.size(), 1u);
  const auto* set = dynamic_cast<const MarkSet*>(scenario.setup.elements[0].get());
  ASSERT_NE(set, nullptr);
  ASSERT_EQ(set->marks.size(), 2u);
  EXPECT_EQ(set->marks[1].body.index, 2);
  EXPECT_EQ(set->marks[1].at.z, 1.0);
  EXPECT_EQ(set->marks[1].coordinate, 1);
  EXPECT_EQ(set->marks[1].size, 6.0);
}

TEST(ElementItems, AreCopiedAndComparedByValue) {
  const Mechanism original = with_marks();
  Mechanism copy = original;
  EXPECT_TRUE(copy == original);
  copy.elements.find<MarkItem>("second").size = "a";
  EXPECT_FALSE(copy == original);
  EXPECT_EQ(dynamic_cast<const MarkItem&>(original.elements[1]).size, "2*a");
  EXPECT_TRUE(copy.elements.remove("first"));
  EXPECT_FALSE(copy.elements.remove("first"));
  EXPECT_EQ(copy.elements.size(), 1u);
}

TEST(ElementItems, ErrorsNameItemAndKey) {
  const auto message = [](const auto& change) -> std::string {
    Mechanism mechanism = with_marks();
    try {
      change(mechanism);
      compile(mechanism);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([](Mechanism& m) { m.elements.find<MarkItem>("first").coordinate = "joint3"; }),
            "mark 'first', coordinate: the model has no coordinate named 'joint3'; did you mean "
            "'joint1'?");
  EXPECT_EQ(message([](Mechanism& m) { m.elements.find("thrid"); }),
            "there is no element named 'thrid'");
  EXPECT_EQ(message([](Mechanism& m) { m.elements.find("second").name = "first"; }),
            "two elements of this kind have the name 'first'");
  EXPECT_THROW(write_scenario(with_marks()), ScenarioError);  // files do not know the kind
}

// The table of kinds: read and written by one entry, here one that only this test has.
namespace table {

using namespace scenario_keys;

constexpr Key mark_list[] = {
    {"name", Type::Text, "of the mark", required},
    nested<scenario_keys::place>("place", Type::TextOrMap, "where it is", required),
    {"coordinate", Type::Text, "that it belongs to", required},
    {"size", Type::Formula, "of parameters", required},
};
constexpr Section mark{"mark", mark_list};
constexpr Key model_list[] = {nested<mark>("marks", Type::MapList, "marks on bodies")};
constexpr Section model{"model", model_list};

std::unique_ptr<ElementItem> read(const yaml::Fields& fields, const Mechanism&) {
  auto item = std::make_unique<MarkItem>();
  item->place = Place::in(fields.at("place").text());
  item->coordinate = fields.at("coordinate").text();
  item->size = fields.at("size").text();
  return item;
}

bool write(const ElementItem& item, scenario::MapWriter& out) {
  const auto* one = dynamic_cast<const MarkItem*>(&item);
  if (one == nullptr) return false;
  out.place("place", one->place);
  out.text("coordinate", one->coordinate);
  out.text("size", one->size);
  return true;
}

}  // namespace table

TEST(ElementItems, AreReadAndWrittenByOneEntryOfATable) {
  const scenario::ElementKind kinds[] = {{table::model_list[0], table::read, table::write}};
  const std::string text =
      "marks:\n"
      "  - {name: m1, place: link1, coordinate: joint1, size: 1}\n"
      "  - {name: m2, place: link2, coordinate: joint2, size: 2*a}\n";
  const auto root =
      yaml::parse(text, std::make_shared<const yaml::Source>(yaml::Source{"marks.yaml", ""}));
  yaml::Parameters parameters;
  Mechanism mechanism;
  scenario::read_elements(yaml::Value(root.get(), "", &parameters).fields(table::model), kinds,
                          mechanism);
  ASSERT_EQ(mechanism.elements.size(), 2u);
  EXPECT_EQ(mechanism.elements.find<MarkItem>("m2").size, "2*a");
  EXPECT_EQ(mechanism.elements.find("m2").said.prefix("size"), "marks.yaml:3:56: marks[1].size: ");
  scenario::MapWriter out(table::model, {"model", "", ""});
  std::vector<bool> written(2, false);
  scenario::write_elements(mechanism.elements, kinds[0], out, written);
  EXPECT_EQ(written, std::vector<bool>(2, true));
  EXPECT_EQ(scenario::to_yaml(*out.take()), text);
}

// A writer that uses a key which the table does not have is an error of the program.
TEST(ElementItems, WritersKnowOnlyTheKeysOfTheTable) {
  scenario::MapWriter out(table::mark, {"mark", "m", ""});
  EXPECT_THROW(out.text("colour", "red"), std::logic_error);
}

}  // namespace
}  // namespace catena
