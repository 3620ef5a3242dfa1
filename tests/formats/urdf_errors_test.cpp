// Every way in which a URDF file can be wrong: the message names file and line, what was found,
// what was expected and what to try.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/formats/urdf.hpp"

namespace catena {
namespace {

struct Case {
  const char* name;
  std::string text;
  std::vector<std::string> message;  // parts of it
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

std::string inertial(const std::string& mass, const std::string& diagonal) {
  return "<inertial><mass value='" + mass + "'/><inertia ixx='" + diagonal + "' iyy='1' izz='1'/>" +
         "</inertial>";
}

// Line 2 has the link "base", line 3 "elbow", line 4 starts `rest`.
std::string robot(const std::string& rest, const std::string& in_base = "") {
  return "<robot name='r'>\n<link name='base'>" + in_base + "</link>\n<link name='elbow'>" +
         inertial("1", "1") + "</link>\n" + rest + "</robot>";
}

std::string joint(const std::string& inside, const std::string& type = "revolute",
                  const std::string& name = "j") {
  return "<joint name='" + name + "' type='" + type +
         "'>\n<parent link='base'/>\n<child link='elbow'/>\n" + inside + "</joint>\n";
}

std::vector<Case> structure_cases() {
  const std::string link_joint = "<joint name='k' type='fixed'><parent link='";
  return {
      {"Malformed", "<robot>\n<link name='a'>\n</robot>", {"bad.urdf:2: malformed XML", "closed"}},
      {"Empty", "", {"bad.urdf:0: malformed XML"}},
      {"NotARobot", "<sdf/>", {"bad.urdf:1: <sdf>", "expected <robot>"}},
      {"NoLinks", "<robot name='r'/>", {"bad.urdf:1: <robot>: found no <link>"}},
      {"DuplicateLink",
       robot("<link name='base'/>"),
       {"bad.urdf:4:", "link 'base' exists already in line 2", "another name"}},
      {"DuplicateJoint",
       robot(joint("", "fixed") + joint("", "fixed")),
       {"bad.urdf:8:", "joint 'j' exists already in line 4"}},
      {"UnknownParent",
       robot("<joint name='j' type='fixed'>\n<parent link='bose'/>"
             "<child link='elbow'/></joint>"),
       {"bad.urdf:5: <parent>:", "parent link 'bose'", "did you mean 'base'?"}},
      {"UnknownChild",
       robot("<joint name='j' type='fixed'>\n<parent link='base'/>\n"
             "<child link='elbov'/></joint>"),
       {"bad.urdf:6: <child>:", "child link 'elbov'", "did you mean 'elbow'?"}},
      {"TwoParents",
       robot(joint("", "fixed") + joint("", "fixed", "k")),
       {"bad.urdf:8:", "link 'elbow' is already the child of joint 'j' (line 4)", "remove one"}},
      {"TwoRoots",
       robot(""),
       {"bad.urdf:3:", "found 2 root links", "'base' (line 2), 'elbow' (line 3)", "fixed"}},
      {"CycleOfAll",
       robot(joint("", "fixed") + link_joint + "elbow'/><child link='base'/></joint>"),
       {"bad.urdf:", "closes a cycle of links", "base <- elbow <- base"}},
      {"CycleBesideTheRoot",
       robot("<link name='top'/>" + joint("", "fixed") + link_joint +
             "elbow'/><child link='base'/></joint>"),
       {"bad.urdf:", "closes a cycle of links"}},
      {"LinkToItself",
       robot(joint("", "fixed") + link_joint + "base'/><child link='base'/></joint>"),
       {"bad.urdf:8:", "closes a cycle of links (base <- base)"}},
      {"WorldInside",
       robot("<link name='world'/>" + joint("", "fixed") + link_joint +
             "base'/><child link='world'/></joint>"),
       {"bad.urdf:4:", "'world' exists already"}},
  };
}

std::vector<Case> element_cases() {
  return {
      {"MissingName",
       "<robot name='r'>\n<link/></robot>",
       {"bad.urdf:2: <link>: attribute 'name' is missing; add name=\"...\""}},
      {"EmptyName",
       "<robot name='r'>\n<link name=''/></robot>",
       {"bad.urdf:2: <link>: attribute 'name' is empty"}},
      {"MissingType",
       robot("<joint name='j'/>"),
       {"bad.urdf:4: <joint>: attribute 'type' is missing"}},
      {"UnknownType",
       robot(joint("", "revolut")),
       {"bad.urdf:4:", "unknown type 'revolut'",
        "fixed, revolute, continuous, prismatic, floating, planar", "did you mean 'revolute'?"}},
      {"MissingParent",
       robot("<joint name='j' type='fixed'><child link='elbow'/></joint>"),
       {"bad.urdf:4: <joint>: found no <parent> inside, expected one; add a <parent>"}},
      {"TwoOrigins",
       robot(joint("<origin/>\n<origin/>")),
       {"bad.urdf:8: <origin>: found 2 <origin>", "line 4", "remove"}},
      {"ShortVector",
       robot(joint("<origin xyz='0 1'/>")),
       {"bad.urdf:7: <origin>: expected 3 numbers in xyz, found 2 (\"0 1\")", "spaces"}},
      {"LongVector",
       robot(joint("<origin rpy='0 1 2 3'/>")),
       {"bad.urdf:7:", "expected 3 numbers in rpy, found 4"}},
      {"Garbage",
       robot(joint("<origin xyz='0 1x 2'/>")),
       {"bad.urdf:7:", "expected a finite number in xyz, found '1x'", "write it like"}},
      {"Commas", robot(joint("<origin xyz='0, 1, 2'/>")), {"bad.urdf:7:", "found '0,'"}},
      {"NotFinite", robot(joint("<origin xyz='0 nan 2'/>")), {"bad.urdf:7:", "found 'nan'"}},
      {"Infinite", robot(joint("<limit upper='inf'/>")), {"bad.urdf:7:", "in upper, found 'inf'"}},
      {"TooLarge", robot(joint("<limit upper='1e999'/>")), {"bad.urdf:7:", "found '1e999'"}},
      {"DoubleSign", robot(joint("<limit upper='+-1'/>")), {"bad.urdf:7:", "found '+-1'"}},
      {"TwoMasses",
       robot(joint(""), inertial("1 2", "1")),
       {"bad.urdf:2: <mass>: expected 1 number in value, found 2"}},
      {"ZeroAxis",
       robot(joint("<axis xyz='0 0 0'/>")),
       {"bad.urdf:7: <axis>: the axis of joint 'j' is zero", "xyz=\"0 0 1\""}},
      {"AxisWithoutNumbers", robot(joint("<axis/>")), {"bad.urdf:7:", "'xyz' is missing"}},
      {"LimitsSwapped",
       robot(joint("<limit lower='1' upper='0'/>")),
       {"bad.urdf:7: <limit>: joint 'j': lower limit 1 is above the upper limit 0; swap them"}},
      {"NegativeEffort",
       robot(joint("<limit effort='-1'/>")),
       {"bad.urdf:7: <limit>: effort is -1, expected a number >= 0"}},
      {"NegativeFriction",
       robot(joint("<dynamics friction='-1'/>")),
       {"bad.urdf:7: <dynamics>: friction is -1"}},
      {"NegativeMass", robot(joint(""), inertial("-1", "1")), {"bad.urdf:2: <mass>: value is -1"}},
      {"MissingMass",
       robot(joint(""), "<inertial/>"),
       {"bad.urdf:2: <inertial>: found no <mass> inside"}},
      {"MissingInertia",
       robot(joint(""), "<inertial><mass value='1'/></inertial>"),
       {"bad.urdf:2: <inertial>: found no <inertia> inside"}},
      {"MasslessInertia",
       robot(joint(""), inertial("0", "1")),
       {"bad.urdf:2: body 'base': mass is 0 but"}},
  };
}

class UrdfError : public testing::TestWithParam<Case> {};

TEST_P(UrdfError, SaysWhatIsWrongAndWhere) {
  try {
    read_urdf_text(GetParam().text, "bad.urdf");
    FAIL() << "no error for\n" << GetParam().text;
  } catch (const ModelError& error) {
    for (const std::string& part : GetParam().message)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << "expected: " << part << "\nfound:    " << error.what();
  }
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Structure, UrdfError, testing::ValuesIn(structure_cases()), case_name);
INSTANTIATE_TEST_SUITE_P(Elements, UrdfError, testing::ValuesIn(element_cases()), case_name);

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

TEST(UrdfErrors, MissingFileIsNamed) {
  const std::string error = error_of([] { load_urdf("no/such/robot.urdf"); });
  EXPECT_EQ(error.find("no/such/robot.urdf: cannot be read"), 0U) << error;
  EXPECT_NE(error.find("check the path"), std::string::npos) << error;
}

TEST(UrdfErrors, FolderInsteadOfFile) {
  const std::string error = error_of([] { load_urdf("/"); });
  EXPECT_EQ(error.find("/: cannot be read"), 0U) << error;
}

TEST(UrdfErrors, UnknownLockedJoint) {
  const std::string error =
      error_of([] { read_urdf_text(robot(joint("")), "bad.urdf", {.lock_joints = {"jj"}}); });
  EXPECT_EQ(error,
            "bad.urdf: the joint to lock is called 'jj', but no <joint> has that name; did you "
            "mean 'j'?");
}

TEST(UrdfErrors, WorldCannotFloat) {
  const std::string error = error_of([] {
    read_urdf_text("<robot name='r'><link name='world'/></robot>", "bad.urdf",
                   {.floating_base = true});
  });
  EXPECT_EQ(error.find("bad.urdf:1: <link>: the root link is the world, which cannot float"), 0U)
      << error;
}

}  // namespace
}  // namespace catena
