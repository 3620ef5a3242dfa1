// The viewer's server on real sockets: what it serves, to whom, and what it does with messages.

#include "catena/view/server.hpp"

#include <gtest/gtest.h>

#include "tests/view/server_support.hpp"

namespace catena::test {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// That a client is told why, then that its connection is closed; then it is.
void expect_refused(TestClient& client, std::string_view why) {
  const auto error = client.receive();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->opcode, text);
  EXPECT_TRUE(contains(error->data, R"("is":"error")")) << error->data;
  EXPECT_TRUE(contains(error->data, why)) << error->data;
  const auto goodbye = client.receive();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->close_code(), 1008);
  client.send_frame(close, goodbye->data);
  EXPECT_TRUE(client.gone_within(5s));
}

TEST(Server, ServesThePage) {
  TestServer server;
  EXPECT_EQ(server->url(), "http://127.0.0.1:" + std::to_string(server.port()) + "/");
  for (const char* target : {"/", "/?x=1"}) {
    const std::string answer = server.connect().request(get(target, server.port()));
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
    EXPECT_TRUE(answer.ends_with("\r\n\r\n<!doctype html><title>Catena</title>")) << answer;
    for (const char* line : {"Content-Type: text/html; charset=utf-8\r\n", "Content-Length: 36\r\n",
                             "Cache-Control: no-store\r\n", "X-Content-Type-Options: nosniff\r\n",
                             "Content-Security-Policy: default-src 'none'; ", "connect-src 'self'",
                             "Connection: close\r\n"})
      EXPECT_TRUE(contains(answer, line)) << line;
  }
}

TEST(Server, SaysWhoHasLeft) {
  std::atomic<ClientId> gone = 0;
  Server::Handlers handlers;
  handlers.left = [&](ClientId id) { gone = id; };
  TestServer server({}, handlers);
  {
    TestClient client = server.viewer();
    client.send_frame(text, R"({"do": "play"})");
    ASSERT_TRUE(soon([&] { return !server.messages().empty(); }));
    EXPECT_EQ(gone, 0u);
  }
  EXPECT_TRUE(soon([&] { return gone == server.messages()[0].first; }));
}

TEST(Server, RefusesOtherRequests) {
  TestServer server;
  const int port = server.port();
  const auto status = [&](std::string request) {
    const std::string answer = server.connect().request(request);
    return answer.substr(0, 12);
  };
  EXPECT_EQ(status(get("/favicon.ico", port)), "HTTP/1.1 404");
  EXPECT_EQ(status(get("/socket/", port)), "HTTP/1.1 404");
  EXPECT_EQ(status(get("http://127.0.0.1/", port)), "HTTP/1.1 404");
  EXPECT_EQ(status(get("/socket", port)), "HTTP/1.1 426");
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nbody"),
            "HTTP/1.1 405");
  EXPECT_EQ(status("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n"), "HTTP/1.1 405");
  EXPECT_EQ(status("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 403");
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n"), "HTTP/1.1 403");
  EXPECT_EQ(status("nonsense\r\n\r\n"), "HTTP/1.1 400");
  EXPECT_EQ(status(std::string(100, '\0')), "HTTP/1.1 400");
  EXPECT_EQ(status(get("/", port, "X: " + std::string(10000, 'x') + "\r\n")), "HTTP/1.1 431");
  EXPECT_EQ(status(get("/" + std::string(100000, 'x'), port)), "HTTP/1.1 431");
  EXPECT_EQ(status(get("/", port)), "HTTP/1.1 200") << "it still serves";
}

TEST(Server, UpgradesAndGreets) {
  TestServer server({}, {[] {
                           return std::vector{payload("scene"), payload(""), payload("recording")};
                         },
                         {}});
  TestClient client = server.connect();
  const std::string head = client.upgrade();
  EXPECT_TRUE(head.starts_with("HTTP/1.1 101 ")) << head;
  // RFC 6455, 1.3, has this answer to this key.
  EXPECT_TRUE(contains(head, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")) << head;
  for (const char* expected : {"scene", "", "recording"}) {
    const auto message = client.receive();
    ASSERT_TRUE(message);
    EXPECT_EQ(message->opcode, text);
    EXPECT_EQ(message->data, expected);
  }
  EXPECT_EQ(server->client_count(), 1u);
  client.send_frame(close, "\x03\xe8");
  EXPECT_EQ(client.receive()->close_code(), 1000);
  EXPECT_TRUE(client.gone_within(5s));
  client.vanish();
  EXPECT_TRUE(soon([&] { return server->client_count() == 0; }));
}

TEST(Server, AnswersItsOwnPageOnly) {
  TestServer server;
  const std::string own = "Origin: http://127.0.0.1:" + std::to_string(server.port()) + "\r\n";
  EXPECT_TRUE(server.connect().upgrade("/socket", own).starts_with("HTTP/1.1 101 "));
  for (const char* origin : {"http://example.com", "http://127.0.0.1", "null"})
    EXPECT_TRUE(server.connect()
                    .upgrade("/socket", std::string("Origin: ") + origin + "\r\n")
                    .starts_with("HTTP/1.1 403 "))
        << origin;
}

TEST(Server, NeedsATokenWhereOthersCanConnect) {
  ServerOptions options;
  options.address = "0.0.0.0";
  TestServer server(options);
  const std::string url = server->url(), token = url.substr(url.find('?'));
  EXPECT_EQ(token.size(), std::string("?token=").size() + 32);
  EXPECT_TRUE(server.connect().request(get("/", server.port())).starts_with("HTTP/1.1 403 "));
  EXPECT_TRUE(
      server.connect().request(get("/" + token, server.port())).starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(server.connect().upgrade("/socket").starts_with("HTTP/1.1 403 "));
  EXPECT_TRUE(server.connect().upgrade("/socket?token=1").starts_with("HTTP/1.1 403 "));
  EXPECT_TRUE(server.connect().upgrade("/socket" + token).starts_with("HTTP/1.1 101 "));
}

TEST(Server, SaysWhyItCannotListen) {
  TestServer first;
  const auto error_with = [](std::string address, int port) -> std::string {
    ServerOptions options;
    options.address = std::move(address);
    options.port = static_cast<unsigned short>(port);
    try {
      Server server(options, {});
    } catch (const ServerError& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string in_use = error_with("127.0.0.1", first.port());
  EXPECT_TRUE(contains(in_use, "127.0.0.1, port " + std::to_string(first.port()))) << in_use;
  EXPECT_TRUE(contains(in_use, "choose another port")) << in_use;
  EXPECT_TRUE(contains(error_with("nowhere", 0), "'nowhere' is not an address"));
  EXPECT_TRUE(contains(error_with("203.0.113.1", 0), "try 127.0.0.1"));
}

TEST(Server, MessagesArriveInOrderAndAreAnsweredToTheirSender) {
  Server* to = nullptr;
  TestServer server({}, {{}, [&](ClientId client, const ClientMessage& message) {
                           const auto step = std::get<StepMessage>(message);
                           to->reply_text(client, payload(std::to_string(step.count)));
                           to->reply_binary(client, payload("binary"));
                         }});
  to = server.operator->();
  TestClient client = server.viewer(), other = server.viewer();
  for (int i = 1; i <= 200; ++i)
    client.send_text(R"({"do": "step", "count": )" + std::to_string(i) + "}");
  for (int i = 1; i <= 200; ++i) {
    EXPECT_EQ(client.receive()->data, std::to_string(i));
    const auto second = client.receive();
    EXPECT_EQ(second->opcode, binary);
    EXPECT_EQ(second->data, "binary");
  }
  server->send_text(payload("for all"));
  EXPECT_EQ(other.receive()->data, "for all");
  server->reply_text(12345, payload("nobody"));
}

TEST(Server, ReadsFragments) {
  TestServer server;
  TestClient client = server.viewer();
  client.send_frame(text, R"({"do": "st)", false);
  client.send_frame(ping, "between");
  client.send_frame(continuation, "", false);
  client.send_frame(continuation, R"(ep", "count": 5})", true);
  EXPECT_EQ(client.receive()->opcode, pong);
  ASSERT_TRUE(soon([&] { return server.messages().size() == 1; }));
  EXPECT_EQ(std::get<StepMessage>(server.messages()[0].second).count, 5);
}

TEST(Server, ReadsTheLargestMessage) {
  TestServer server;
  TestClient client = server.viewer();
  const std::string message = R"({"do": "play"})";
  client.send_text(message + std::string(65536 - message.size(), ' '));
  EXPECT_TRUE(soon([&] { return server.messages().size() == 1; }));
}

TEST(Server, AnswersWhatItDoesNotUnderstandAndGoesOn) {
  TestServer server;
  TestClient client = server.viewer();
  const auto expect_answer = [&](const char* part) {
    const auto answer = client.receive();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->opcode, text);
    EXPECT_TRUE(contains(answer->data, R"("is":"error")")) << answer->data;
    EXPECT_TRUE(contains(answer->data, part)) << answer->data;
  };
  client.send_text(R"({"do": "paly"})");
  expect_answer("did you mean 'play'?");
  client.send_frame(binary, R"({"do": "play"})");
  expect_answer("expected text");
  client.send_text("{");
  expect_answer("not valid JSON");
  client.send_text(R"({"do": "pause"})");
  ASSERT_TRUE(soon([&] { return server.messages().size() == 1; }));
  EXPECT_TRUE(std::holds_alternative<PauseMessage>(server.messages()[0].second));
  EXPECT_EQ(server->client_count(), 1u);
}

TEST(Server, EndsWhoBreaksTheProtocol) {
  TestServer server;
  const auto code_after = [&](const auto& act) {
    TestClient client = server.viewer();
    act(client);
    const auto answer = client.receive();
    return answer ? answer->close_code() : -1;
  };
  EXPECT_EQ(code_after([](TestClient& c) { c.send_text(std::string(65537, ' ')); }), 1009);
  EXPECT_EQ(code_after([](TestClient& c) {
              for (int i = 0; i < 100; ++i)
                c.send_frame(i ? continuation : text, std::string(1000, ' '), false);
            }),
            1009);
  EXPECT_EQ(code_after([](TestClient& c) {
              c.send(
                  "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff"
                  "mask");
            }),
            1009);
  EXPECT_EQ(code_after([](TestClient& c) { c.send_frame(text, "{}", true, false); }), 1002)
      << "no mask";
  EXPECT_EQ(code_after([](TestClient& c) { c.send_frame(text | 0x40, "{}"); }), 1002)
      << "reserved bit";
  EXPECT_EQ(code_after([](TestClient& c) { c.send_frame(7, "{}"); }), 1002) << "reserved opcode";
  EXPECT_EQ(code_after([](TestClient& c) { c.send_frame(continuation, "{}"); }), 1002);
  EXPECT_EQ(code_after([](TestClient& c) { c.send_frame(ping, "x", false); }), 1002)
      << "part of a ping";
  EXPECT_EQ(code_after([](TestClient& c) { c.send_frame(text, "\xff\xfe"); }), 1007) << "no UTF-8";
  EXPECT_TRUE(soon([&] { return server->client_count() == 0; }));
  EXPECT_TRUE(server.messages().empty());
}

TEST(Server, EndsFloods) {
  TestServer server;
  TestClient messages = server.viewer(), pings = server.viewer();
  for (int i = 0; i < 5000; ++i) messages.send_text(R"({"do": "play"})");
  expect_refused(messages, "more than 1000 messages");
  for (int i = 0; i < 100000 && pings.send_frame(ping, "x"); ++i) continue;
  EXPECT_TRUE(pings.gone_within(5s));
  EXPECT_TRUE(soon([&] { return server->client_count() == 0; }));
  // The window may end while they come, if the machine is busy.
  EXPECT_LE(server.messages().size(), 4999u);
}

TEST(Server, LimitsTheNumberOfClients) {
  ServerOptions options;
  options.most_clients = 2;
  TestServer server(options);
  TestClient first = server.viewer(), second = server.viewer();
  EXPECT_TRUE(server.connect().upgrade().starts_with("HTTP/1.1 503 "));
  // Connections that never ask for anything do not keep out those that do.
  std::vector<TestClient> idle;
  for (int i = 0; i < 100; ++i) idle.push_back(server.connect());
  EXPECT_TRUE(server.connect().request(get("/", server.port())).starts_with("HTTP/1.1 200 "));
  first.vanish();
  ASSERT_TRUE(soon([&] { return server->client_count() == 1; }));
  EXPECT_TRUE(server.connect().upgrade().starts_with("HTTP/1.1 101 "));
}

TEST(Server, ReportsErrorsOfHandlers) {
  TestServer server(
      {}, {{}, [](ClientId, const ClientMessage&) { throw std::runtime_error("no such joint"); }});
  TestClient client = server.viewer();
  for (int i = 0; i < 2; ++i) {
    client.send_text(R"({"do": "cut", "joint": "x"})");
    EXPECT_EQ(client.receive()->data, error_text("no such joint"));
  }
}

TEST(Server, FramesFromTheGreetingComeAfterIt) {
  Server* to = nullptr;
  TestServer server({}, {[&] {
                           to->send_frame(payload("frame"));
                           return std::vector{payload("scene")};
                         },
                         {}});
  to = server.operator->();
  TestClient client = server.connect();
  client.upgrade();
  EXPECT_EQ(client.receive()->data, "scene");
  EXPECT_EQ(client.receive()->data, "frame");
}

TEST(Server, SaysGoodbye) {
  auto server = std::make_unique<TestServer>();
  TestClient client = server->viewer(), stalled = server->viewer(), half = server->connect();
  half.send("GET / HT");
  server.reset();
  EXPECT_EQ(client.receive()->close_code(), 1001);
  EXPECT_TRUE(client.gone_within(5s));
  EXPECT_TRUE(half.gone_within(5s));
}

}  // namespace
}  // namespace catena::test
