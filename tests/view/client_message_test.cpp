// The messages of the page: each kind as the documentation has it, and everything that is wrong.

#include "catena/view/client_message.hpp"

#include <gtest/gtest.h>

namespace catena {
namespace {

template <class Message>
Message parsed(std::string_view text) {
  return std::get<Message>(parse_client_message(text));
}

std::string error_of(std::string_view text) {
  try {
    parse_client_message(text);
  } catch (const MessageError& error) {
    return error.what();
  }
  return "no error";
}

// Whether a message contains a part, which is shown where it does not.
testing::AssertionResult says(const std::string& message, std::string_view part) {
  if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << message << "' lacks '" << part << "'";
}

std::string step_with(std::string_view count) {
  return R"({"do": "step", "count": )" + std::string(count) + "}";
}

TEST(ClientMessage, PlainOnes) {
  parsed<PlayMessage>(R"({"do": "play"})");
  parsed<PauseMessage>(R"({"do":"pause"})");
  parsed<ResetMessage>(R"({"do": "reset"})");
  parsed<ReleaseMessage>(R"({"do": "release"})");
  parsed<SaveMessage>(R"( {"do": "save"} )");
}

TEST(ClientMessage, ThoseWithMoreKeys) {
  EXPECT_EQ(parsed<StepMessage>(R"({"count": 7, "do": "step"})").count, 7);
  EXPECT_EQ(parsed<SpeedMessage>(R"({"do": "speed", "value": 0.25})").value, 0.25);
  const auto pull =
      parsed<PullMessage>(R"({"do": "pull", "body": 3, "at": [0.5, 0, -1e-3], "to": [1, 2, 3]})");
  EXPECT_EQ(pull.body, 3);
  EXPECT_EQ(pull.at.z, -1e-3);
  EXPECT_EQ(pull.to.y, 2);
  const auto set = parsed<SetMessage>(R"({"do": "set", "motor": "left.knee", "value": -10})");
  EXPECT_EQ(set.motor, "left.knee");
  EXPECT_EQ(set.value, -10);
  EXPECT_EQ(parsed<CutMessage>(R"({"do": "cut", "joint": "Gelenk \u00e4"})").joint, "Gelenk ä");
  const auto connect =
      parsed<ConnectMessage>(R"({"do": "connect", "a": "x", "b": "y", "kind": "spherical"})");
  EXPECT_EQ(connect.a + connect.b, "xy");
  EXPECT_EQ(connect.kind, JointKind::Spherical);
  const auto frames = parsed<FramesMessage>(
      R"({"do": "frames", "id": 4294967295, "first": 0, "count": 100, "stride": 2})");
  EXPECT_EQ(frames.id, 4294967295u);
  EXPECT_EQ(frames.first, 0u);
  EXPECT_EQ(frames.count, 100u);
  EXPECT_EQ(frames.stride, 2u);
  const auto column = parsed<ColumnMessage>(R"({"do": "column", "id": 9, "name": "energy"})");
  EXPECT_EQ(column.id, 9u);
  EXPECT_EQ(column.name, "energy");
}

TEST(ClientMessage, NumbersAreInRange) {
  EXPECT_EQ(parsed<StepMessage>(step_with("600")).count, 600);
  for (const char* count : {"0", "601", "-1", "1.5", "1e300", "1e999", "null", "true", "\"1\"",
                            "[1]", "NaN", "Infinity", "99999999999999999999999999"})
    EXPECT_NE(error_of(step_with(count)), "no error") << count;
  EXPECT_TRUE(says(error_of(step_with("601")), "'count' is 601; expected a number from 1 to 600"));
  EXPECT_TRUE(says(error_of(step_with("1.5")), "expected a whole number"));

  EXPECT_NE(error_of(R"({"do": "speed", "value": 0.009})"), "no error");
  EXPECT_NE(error_of(R"({"do": "speed", "value": 10.1})"), "no error");
  EXPECT_NE(error_of(R"({"do": "pull", "body": -1, "at": [0, 0, 0], "to": [0, 0, 0]})"),
            "no error");
  EXPECT_NE(error_of(R"({"do": "pull", "body": 0, "at": [0, 0], "to": [0, 0, 0]})"), "no error");
  EXPECT_NE(error_of(R"({"do": "pull", "body": 0, "at": [0, 0, 1e10], "to": [0, 0, 0]})"),
            "no error");
  EXPECT_NE(error_of(R"({"do": "frames", "id": 4294967296, "first": 0, "count": 1, "stride": 1})"),
            "no error");
  EXPECT_NE(error_of(R"({"do": "frames", "id": 1, "first": -1, "count": 1, "stride": 1})"),
            "no error");
  EXPECT_NE(error_of(R"({"do": "frames", "id": 1, "first": 0, "count": 0, "stride": 1})"),
            "no error");
  EXPECT_NE(error_of(R"({"do": "frames", "id": 1, "first": 0, "count": 1, "stride": 0})"),
            "no error");
}

TEST(ClientMessage, KeysAreThoseOfTheMessage) {
  EXPECT_EQ(error_of(R"({"do": "play", "loud": 1})"),
            "'play' has the key 'loud'; expected no more than 'do'");
  EXPECT_EQ(error_of(R"({"do": "set", "motr": "a", "value": 1})"),
            "'set' has the key 'motr'; expected 'motor', 'value'; did you mean 'motor'?");
  EXPECT_EQ(error_of(R"({"do": "set", "motor": "a"})"),
            "'set' needs the key 'value', which is missing");
  EXPECT_TRUE(says(error_of(R"({"do": "step", "count": 1, "count": 2})"), "'count' appears twice"));
  EXPECT_TRUE(says(error_of(R"({"do": "paly"})"), "did you mean 'play'?"));
  EXPECT_TRUE(says(error_of(R"({"do": "connect", "a": "x", "b": "y", "kind": "helical"})"),
                   "'kind' is 'helical'; expected weld, spherical or revolute"));
}

TEST(ClientMessage, WhatIsNoMessage) {
  for (const char* text :
       {"", " ", "play", "{", "{}", "[]", "1", "null", "\"play\"", "[\"do\"]", R"({"do": 1})",
        R"({"do": "play"} x)", R"({"do": "play",})", "{\"do\": \"\xff\"}", "\xef\xbb\xbf", "\0\0"})
    EXPECT_NE(error_of(text), "no error") << text;
  EXPECT_TRUE(says(error_of(R"({"do": "play)"), "not valid JSON"));
}

TEST(ClientMessage, SizesAreBounded) {
  const auto cut = [](std::size_t length) {
    return R"({"do": "cut", "joint": ")" + std::string(length, 'x') + "\"}";
  };
  EXPECT_EQ(parsed<CutMessage>(cut(200)).joint.size(), 200u);
  EXPECT_TRUE(says(error_of(cut(201)), "a name of 1 to 200 bytes"));
  EXPECT_NE(error_of(cut(0)), "no error");
  EXPECT_TRUE(says(error_of(cut(70000)), "expected at most 65536"));
  // What an error quotes is short, too.
  EXPECT_LT(error_of(R"({"do": ")" + std::string(60000, 'x') + "\"}").size(), 500u);
  EXPECT_LT(error_of(R"({"do": "play", ")" + std::string(60000, 'x') + "\": 1}").size(), 500u);
}

TEST(ClientMessage, DeepNestingIsHarmless) {
  EXPECT_TRUE(says(error_of(std::string(65000, '[')), "nested too deeply"));
  std::string objects;
  for (int i = 0; i < 10000; ++i) objects += "{\"a\":";
  EXPECT_TRUE(says(error_of(objects), "nested too deeply"));
  EXPECT_TRUE(says(error_of(R"({"do": "pull", "body": 0, "at": [[1]], "to": 1})"), "nested"));
  EXPECT_TRUE(says(error_of(R"({"do": {"do": "play"}})"), "nested"));
}

TEST(ErrorText, IsJsonWhateverTheMessageIs) {
  EXPECT_EQ(error_text("no \"x\""), R"({"is":"error","message":"no \"x\""})");
  EXPECT_EQ(error_text("\xff"), "{\"is\":\"error\",\"message\":\"\xef\xbf\xbd\"}");
}

}  // namespace
}  // namespace catena
