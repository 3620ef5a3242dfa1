// Who may talk to the viewer's server.

#include "catena/view/access.hpp"

#include <gtest/gtest.h>

#include <set>

namespace catena {
namespace {

bool passes(const Access& access, std::string_view target, std::optional<std::string_view> host,
            std::optional<std::string_view> origin = std::nullopt) {
  return !refusal(access, {target, host, origin}).has_value();
}

TEST(Access, LoopbackNames) {
  for (const char* host : {"127.0.0.1", "127.0.0.1:80", "localhost", "LocalHost:8080", "[::1]",
                           "[::1]:1", "127.1.2.3:9"})
    EXPECT_TRUE(is_loopback_host(host)) << host;
  for (const char* host :
       {"", ":80", "example.com", "127.0.0.1.example.com", "localhost.example.com",
        "localhost:", "localhost:80:80", "localhost:evil", "10.0.0.1", "[::2]", "::1", "127.evil",
        "example.com:127.0.0.1", "[::1].example.com"})
    EXPECT_FALSE(is_loopback_host(host)) << host;
}

TEST(Access, OnLoopbackOnlyItsOwnPage) {
  const Access access{true, ""};
  EXPECT_TRUE(passes(access, "/", "localhost:5"));
  EXPECT_TRUE(passes(access, "/socket", "localhost:5", "http://localhost:5"));
  EXPECT_TRUE(passes(access, "/socket", "localhost:5", "HTTP://LOCALHOST:5"));
  EXPECT_FALSE(passes(access, "/", std::nullopt));
  EXPECT_FALSE(passes(access, "/", "example.com:5", "http://example.com:5")) << "DNS rebinding";
  for (const char* origin : {"http://example.com", "http://localhost", "http://localhost:6", "null",
                             "", "http://127.0.0.1:5", "file://", "localhost:5",
                             "http://localhost:5.example.com", "ftp://localhost:5"})
    EXPECT_FALSE(passes(access, "/socket", "localhost:5", origin)) << origin;
}

TEST(Access, ElsewhereWithTheToken) {
  const Access access{false, "0123abcd"};
  EXPECT_TRUE(passes(access, "/?token=0123abcd", "example.com"));
  EXPECT_TRUE(passes(access, "/socket?a=b&token=0123abcd&c", "example.com", "http://example.com"));
  EXPECT_FALSE(passes(access, "/socket?token=0123abcd", "example.com", "https://example.com"))
      << "the server speaks http, so its page has no such origin";
  EXPECT_FALSE(passes(access, "/socket?token=0123abcd", "example.com", "https://example.org"));
  for (const char* target : {"/", "/?", "/?token", "/?token=", "/?token=0123abc",
                             "/?token=0123abcde", "/?token=0123abce", "/?tokens=0123abcd",
                             "/?x=token=0123abcd", "/&token=0123abcd", "/?&&&", "token=0123abcd"})
    EXPECT_FALSE(passes(access, target, "example.com")) << target;
}

TEST(Access, TwoHeadersOfAKindAreRefused) {
  const Access access{true, ""};
  EXPECT_FALSE(refusal(access, {"/", "localhost:5", std::nullopt, 1, 0}).has_value());
  EXPECT_TRUE(refusal(access, {"/", "localhost:5", std::nullopt, 2, 0}).has_value());
  EXPECT_TRUE(refusal(access, {"/", "localhost:5", "http://localhost:5", 1, 2}).has_value());
}

TEST(Access, RandomTokensDiffer) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(random_token());
  EXPECT_EQ(tokens.size(), 100u);
  for (const std::string& token : tokens) {
    EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
}

}  // namespace
}  // namespace catena
