// catena view: shows a scenario live or a recording in the browser, or exports a page.

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "apps/catena/commands.hpp"
#include "apps/catena/shown.hpp"
#include "catena/view/export_page.hpp"
#include "catena/view/live.hpp"
#include "catena/view/replay_answers.hpp"
#include "catena/view/server.hpp"

namespace catena::app {

namespace {

volatile std::sig_atomic_t ended = 0;
extern "C" void note_end(int) {
  ended = 1;
}

// Without a shell: the address has a token that the user may choose. What the browser prints is
// left out.
bool open_in_browser(const std::string& url) {
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&quiet, output, "/dev/null", O_WRONLY, 0);
  std::string program = "xdg-open", address = url;
  char* const arguments[] = {program.data(), address.data(), nullptr};
  pid_t child = -1;
  const bool started =
      posix_spawnp(&child, program.c_str(), &quiet, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&quiet);
  int status = 0;
  return started && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

// Until Ctrl-C.
void serve(const std::string& url, bool browser) {
  const bool has_screen =
      std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (browser && has_screen && open_in_browser(url))
    fmt::print("The viewer is open at {}\n", url);
  else
    fmt::print("Open {} in a browser.\n", url);
  fmt::print("Ctrl-C ends it.\n");
  std::fflush(stdout);
  std::signal(SIGINT, note_end);
  std::signal(SIGTERM, note_end);
  while (ended == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  fmt::print("\n");
}

ServerOptions server_options(const ViewOptions& options) {
  // It stands in an address.
  constexpr const char* letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  if (options.token.find_first_not_of(letters) != std::string::npos)
    throw std::invalid_argument(fmt::format(
        "--token: found '{}', expected only letters, digits and - . _ ~", options.token));
  ServerOptions server;
  server.address = options.address;
  server.port = options.port;
  server.token = options.token;
  server.page = page_or_explain();
  return server;
}

void view_live(const ViewOptions& options) {
  LiveSession session(load_shown(options.file), options.file,
                      {.paused = options.paused, .awaited = true});
  std::atomic<Server*> running = nullptr;  // a client may come before the server's name exists
  Server server(server_options(options),
                {[&] {
                   if (Server* s = running; s != nullptr)
                     if (const Payload frame = session.last_frame()) s->send_frame(frame);
                   return session.greet();
                 },
                 [&](ClientId client, const ClientMessage& m) { session.handle(client, m); },
                 [&](ClientId client) { session.left(client); }});
  running = &server;
  session.start({[&](Payload p) { server.send_frame(std::move(p)); },
                 [&](Payload p) { server.send_text(std::move(p)); },
                 [&](ClientId client, Payload p) { server.reply_text(client, std::move(p)); }});
  serve(server.url(), options.browser);
  session.stop();
}

void view_recording(const ViewOptions& options) {
  Replay replay = replay_of(options.file, options.scenario);
  ReplayAnswers answers(replay);
  std::atomic<Server*> running = nullptr;
  Server server(server_options(options),
                {[&] { return answers.greet(); },
                 [&](ClientId client, const ClientMessage& m) {
                   Server* const s = running;
                   if (s == nullptr) return;
                   answers.handle(
                       m, [&](Payload p) { s->reply_binary(client, std::move(p)); },
                       [&](Payload p) { s->reply_text(client, std::move(p)); });
                 }});
  running = &server;
  serve(server.url(), options.browser);
}

void export_page(const ViewOptions& options) {
  Replay replay = replay_of(options.file, options.scenario);
  const std::string page = exported_page(page_or_explain(), replay);
  write_file(options.page, page);
  fmt::print("page         {}, {:.2g} MB; open it in any browser\n", options.page,
             static_cast<double>(page.size()) / 1e6);
}

}  // namespace

int run_view(const ViewOptions& options) {
  if (!options.page.empty())
    export_page(options);
  else if (is_recording(options.file))
    view_recording(options);
  else
    view_live(options);
  return exit_success;
}

}  // namespace catena::app
