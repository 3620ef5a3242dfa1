#include "catena/view/headless_browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "catena/view/base64.hpp"
#include "catena/view/temporary_folder.hpp"

namespace catena {

namespace {

using Json = nlohmann::json;
constexpr int patience = 60000;  // ms for one answer

std::string find_browser() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
      if (access((folder + '/' + name).c_str(), X_OK) == 0) return folder + '/' + name;
  throw BrowserError(
      "pictures need Chromium, which is not installed; on Debian: apt-get install chromium");
}

}  // namespace

// Speaks the browser's protocol for tools: JSON through two pipes, each message ends with a zero.
class HeadlessBrowser::Process {
 public:
  Process() {
    const std::string program = find_browser();
    std::array<int, 2> to{}, from{};
    if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
      throw BrowserError("no pipe to the browser can be made");
    const std::string data = "--user-data-dir=" + folder_.path().string();
    std::vector<const char*> arguments = {program.c_str(),
                                          "--headless",
                                          "--remote-debugging-pipe",
                                          "--no-first-run",
                                          "--disable-background-networking",
                                          "--disable-component-update",
                                          "--disable-sync",
                                          "--disable-quic",
                                          "--disable-extensions",
                                          "--hide-scrollbars",
                                          "--allow-file-access-from-files",
                                          "--use-angle=swiftshader",
                                          "--enable-unsafe-swiftshader",
                                          data.c_str()};
    if (geteuid() == 0) arguments.push_back("--no-sandbox");  // root has no other way
    arguments.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      setpgid(0, 0);
      const int nothing = open("/dev/null", O_RDWR);
      dup2(nothing, 0), dup2(nothing, 1), dup2(nothing, 2);
      // Out of the way of 3 and 4 first.
      const int in = fcntl(to[0], F_DUPFD, 10), out = fcntl(from[1], F_DUPFD, 10);
      dup2(in, 3), dup2(out, 4);
      execv(program.c_str(), const_cast<char* const*>(arguments.data()));
      _exit(127);
    }
    close(to[0]), close(from[1]);
    in_ = to[1], out_ = from[0];
    if (child_ < 0) throw BrowserError("the browser cannot be started");
  }

  ~Process() {
    close(in_), close(out_);
    if (child_ > 0) {
      kill(-child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Json call(const std::string& method, Json parameters) {
    const int id = ++last_id_;
    Json message = {{"id", id}, {"method", method}, {"params", std::move(parameters)}};
    if (!session_.empty()) message["sessionId"] = session_;
    send(message.dump());
    for (;;) {
      const Json answer = Json::parse(receive());
      if (!answer.contains("id") || answer["id"] != id) continue;
      if (answer.contains("error"))
        throw BrowserError(fmt::format("the browser refuses {}: {}", method,
                                       answer["error"].value("message", "without a reason")));
      return answer["result"];
    }
  }
  void set_session(std::string session) { session_ = std::move(session); }

 private:
  void send(std::string text) {
    text += '\0';
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t n = write(in_, text.data() + sent, text.size() - sent);
      if (n <= 0) throw BrowserError("the browser has ended");
      sent += static_cast<std::size_t>(n);
    }
  }
  std::string receive() {
    for (;;) {
      if (const std::size_t end = buffer_.find('\0', searched_); end != std::string::npos) {
        std::string message = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        searched_ = 0;
        return message;
      }
      searched_ = buffer_.size();
      pollfd wait{out_, POLLIN, 0};
      if (poll(&wait, 1, patience) <= 0)
        throw BrowserError("the browser does not answer; is the machine very busy?");
      std::array<char, 65536> part{};
      const ssize_t n = read(out_, part.data(), part.size());
      if (n <= 0)
        throw BrowserError("the browser has ended; does 'chromium --headless' run by itself?");
      buffer_.append(part.data(), static_cast<std::size_t>(n));
    }
  }

  TemporaryFolder folder_;  // of the browser
  std::string session_, buffer_;
  std::size_t searched_ = 0;
  pid_t child_ = -1;
  int in_ = -1, out_ = -1, last_id_ = 0;
};

HeadlessBrowser::HeadlessBrowser(const std::string& address, int width, int height) {
  signal(SIGPIPE, SIG_IGN);  // a browser that has ended is reported, not fatal
  process_ = std::make_unique<Process>();
  const Json target = process_->call("Target.createTarget", {{"url", "about:blank"}});
  const Json session = process_->call("Target.attachToTarget",
                                      {{"targetId", target.at("targetId")}, {"flatten", true}});
  process_->set_session(session.at("sessionId"));
  process_->call(
      "Emulation.setDeviceMetricsOverride",
      {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
  process_->call("Page.enable", Json::object());
  process_->call("Page.navigate", {{"url", address}});
}

HeadlessBrowser::~HeadlessBrowser() = default;

std::string HeadlessBrowser::evaluate(const std::string& expression) {
  const Json result = process_->call(
      "Runtime.evaluate", {{"expression", expression}, {"awaitPromise", true}, {"timeout", 60000}});
  if (!result.contains("exceptionDetails")) {
    const Json value = result.at("result").value("value", Json());
    return value.is_string() ? value.get<std::string>() : std::string();
  }
  const Json& details = result["exceptionDetails"];
  std::string why = details.value("text", "without a reason");
  if (details.contains("exception")) why += ": " + details["exception"].value("description", "");
  throw BrowserError(fmt::format("the viewer's page fails: {}", why));
}

std::string HeadlessBrowser::picture() {
  return from_base64(
      process_->call("Page.captureScreenshot", {{"format", "png"}}).at("data").get<std::string>());
}

std::string HeadlessBrowser::picture_of(const std::string& expression) {
  constexpr std::string_view head = "data:image/png;base64,";
  const std::string address = evaluate(expression);
  if (!address.starts_with(head)) throw BrowserError("the viewer's page gives no picture");
  return from_base64(address.substr(head.size()));
}

}  // namespace catena
