// The table of columns: what their names tell, what the mechanism tells, and what the documentation
// says.

#include "catena/elements/column.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "catena/elements/applied_force.hpp"
#include "catena/model/model_builder.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/recording_columns.hpp"

namespace catena {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

// A mechanism with a free body, a hinge, a rail with stops, a loop by a slotted hinge, a rod and a
// contact.
SimulationSetup mechanism() {
  ModelBuilder builder;
  const BodyId base = builder.add_body("base", solid_sphere(1.0, 0.1)),
               arm = builder.add_body("arm", solid_sphere(1.0, 0.1)),
               slide = builder.add_body("slide", solid_sphere(1.0, 0.1));
  builder.add_joint(free_joint("flight"), builder.world(), base);
  builder.add_joint(revolute("hip", {0, 1, 0}), base, arm);
  JointSpec rail = prismatic("rail", {1, 0, 0});
  rail.position_lower = Eigen::VectorXd::Constant(1, -2.0);
  builder.add_joint(rail, arm, slide);
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  LoopSpecs specs;
  specs.joints.push_back({cylindrical("slot", {0, 1, 0}), base, slide,
                          Transform<double>::identity(), Transform<double>::identity()});
  specs.rods.push_back({"strut", world_body, arm, {0, 0, 0}, {1, 0, 0}, 2.0});
  setup.loops = std::make_shared<const Loops>(setup.model, specs);
  Contact contact;
  contact.name = "heel", contact.a = slide, contact.b = world_body;
  contact.normal_B = {0, 0, 1}, contact.p_B = {0, 0, -5};
  setup.contacts = {contact};
  AppliedForce wind;
  wind.name = "wind", wind.body = slide;
  wind.function = [](const PointMotion&) { return Force<double>::zero(); };
  setup.elements.push_back(std::make_shared<AppliedForceSet>(std::vector{wind}));
  StructureEvent event;
  event.name = "grab", event.at = 1.0;
  Connect grip;
  grip.joint = {prismatic("grip", {0, 0, 1}), arm, world_body, Transform<double>::identity(),
                Transform<double>::identity()};
  event.connect = {grip};
  setup.changes = {event};
  return setup;
}

TEST(Columns, HaveTheUnitsOfTheMechanism) {
  std::map<std::string, RecordedColumn> columns;
  for (const RecordedColumn& column : all_columns(mechanism())) columns[column.name] = column;
  const auto unit = [&](const std::string& name) {
    EXPECT_TRUE(columns.contains(name)) << name;
    return columns[name].unit;
  };
  EXPECT_EQ(unit("q.hip"), "rad");
  EXPECT_EQ(unit("tau.hip"), "N m");
  EXPECT_EQ(unit("limit.rail"), "N");
  EXPECT_EQ(unit("a.rail"), "m/s²");
  EXPECT_EQ(unit("q.flight.3"), "");
  EXPECT_EQ(unit("q.flight.4"), "m");
  EXPECT_EQ(unit("v.flight.2"), "rad/s");
  EXPECT_EQ(unit("tau.flight.3"), "N");
  EXPECT_EQ(unit("force.wind.mx"), "N m");
  // Joints that close loops, and those that will be made.
  EXPECT_EQ(unit("q.slot.0"), "rad");
  EXPECT_EQ(unit("q.slot.1"), "m");
  EXPECT_EQ(unit("tau.slot.1"), "N");
  EXPECT_EQ(unit("v.grip"), "m/s");
  EXPECT_EQ(unit("f.slot.mz"), "N m");
  EXPECT_EQ(unit("rod.strut.force"), "N");
  EXPECT_EQ(unit("contact.heel.gap"), "m");
  EXPECT_EQ(unit("energy.balance"), "J");
  EXPECT_EQ(columns["q.flight.4"].item, "flight");
  EXPECT_EQ(columns["v.slot.1"].item, "slot");
  EXPECT_EQ(columns["contact.heel.fn"].item, "heel");
  EXPECT_EQ(columns["p.arm.y"].item, "arm");
  EXPECT_EQ(columns["x.base.qw"].kind, ColumnKind::BodyRotation);
  EXPECT_EQ(columns["energy.kinetic"].item, "");
}

// What a recorder writes is described; and its kind is found again by the name alone.
TEST(Columns, OfAllExamplesAreFoundByTheirNames) {
  std::set<ColumnKind> seen;
  for (const RecordedColumn& column :
       all_columns(mechanism())) {  // no example has a rod or a force
    EXPECT_EQ(find_column_kind(column.name), column.kind) << column.name;
    seen.insert(column.kind);
  }
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(CATENA_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".yaml") continue;
    const Scenario scenario = load_scenario(entry.path().string());
    std::set<std::string> all;
    for (const RecordedColumn& column : all_columns(scenario.setup, scenario.record)) {
      EXPECT_TRUE(all.insert(column.name).second) << column.name;
      ASSERT_TRUE(find_column_kind(column.name)) << column.name;
      EXPECT_EQ(info(*find_column_kind(column.name)).group, info(column.kind).group);
      EXPECT_EQ(*find_column_kind(column.name), column.kind) << column.name;
      EXPECT_EQ(column.item.empty(), info(column.kind).item.empty()) << column.name;
      seen.insert(column.kind);
    }
    Simulation simulation(scenario.setup);
    const Recorder recorder(simulation, scenario.record);
    EXPECT_EQ(names_of(recorder.descriptions()), recorder.columns());
    for (const std::string& name : recorder.columns()) EXPECT_TRUE(all.contains(name)) << name;
  }
  EXPECT_EQ(seen.size(), column_kinds().size());
}

TEST(Columns, NamesAloneTellTheirKind) {
  const std::map<std::string, ColumnKind> kinds = {
      {"t", ColumnKind::Time},
      {"q.left/knee.0", ColumnKind::Position},
      {"f.my.fx", ColumnKind::Force},
      {"f.fx.my", ColumnKind::Moment},
      {"contact.gap.ft", ColumnKind::ContactTangential},
      {"cable.tension.length", ColumnKind::CableLength},
      {"cable.a.b.tension.12", ColumnKind::SectionTension},
      {"cable.a.wrap.1", ColumnKind::WrapAngle},
      {"x.quill.qw", ColumnKind::BodyRotation},
      {"energy.work", ColumnKind::Energy},
      {"energy.work.motor.kinetic", ColumnKind::SourceEnergy},
      {"loop.error", ColumnKind::LoopError}};
  for (const auto& [name, kind] : kinds) EXPECT_EQ(find_column_kind(name), kind) << name;
  for (const char* name :
       {"", "t.x", "q", "whatever", "f.knee", "f.knee.nx", "f.mx", "cable.a.wrap",
        "cable.a.tension.x", "loop.errors", "energy.heat", "contact.fx"})
    EXPECT_EQ(find_column_kind(name), std::nullopt) << name;
}

// "`f.JOINT.mx` `.my` `.mz`" as the documentation writes it.
std::string code_of(const ColumnKindInfo& row) {
  std::string out;
  for (std::string part : row.parts.empty() ? std::vector<std::string>{""} : words(row.parts)) {
    if (out.empty() || row.kind == ColumnKind::SourceEnergy)
      out += (out.empty() ? "`" : " `") + column_name(row.kind, row.item, part) + "`";
    else
      out += " `." + part + "`";
  }
  return out;
}

TEST(Columns, AreThoseOfTheDocumentation) {
  std::ostringstream text;
  text << std::ifstream(CATENA_SOURCE_DIR "/docs/recordings.md").rdbuf();
  const std::string all = text.str(), begin = "## Columns\n", end = "## Files\n";
  const std::string part = all.substr(all.find(begin), all.find(end) - all.find(begin));
  std::string table = "| column | unit | meaning |\n|---|---|---|\n";
  for (const ColumnKindInfo& row : column_kinds())
    table.append("| " + code_of(row))
        .append(" | ")
        .append(row.unit)
        .append(" | ")
        .append(std::string(row.meaning) + " |\n");
  EXPECT_NE(part.find(table), std::string::npos) << "expected in docs/recordings.md\n" << table;
}

}  // namespace
}  // namespace catena
