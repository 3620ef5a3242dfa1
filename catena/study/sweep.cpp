#include "catena/study/sweep.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace catena {

namespace {

constexpr int patience = 100;  // ms between two looks at whether to stop

void send(int out, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(out, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

class Workers {
 public:
  Workers(const Study& study, const SweepOptions& options) : study_(study), options_(options) {}
  // What still runs is ended.
  ~Workers() {
    for (const Worker& worker : workers_) kill(worker.process, SIGKILL), reap(worker);
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return workers_.size(); }

  void start(std::size_t variant) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw std::runtime_error(fmt::format("no more files: {}", std::strerror(errno)));
    const pid_t process = fork();
    if (process == 0) work(variant, ends[1]);
    close(ends[1]);
    if (process < 0) {
      close(ends[0]);
      throw std::runtime_error(fmt::format("no more processes: {}", std::strerror(errno)));
    }
    workers_.push_back({process, ends[0], variant, {}});
  }

  // Waits a little; calls `done` for each that has ended.
  template <class Done>
  void wait(const Done& done) {
    std::vector<pollfd> ends;
    for (const Worker& worker : workers_) ends.push_back({worker.in, POLLIN, 0});
    poll(ends.data(), ends.size(), patience);
    for (std::size_t i = ends.size(); i-- > 0;) {
      if (ends[i].revents == 0 || !is_at_end(workers_[i])) continue;
      const Worker ended = std::move(workers_[i]);
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      done(ended.variant, result_of(ended, reap(ended)));
    }
  }

 private:
  struct Worker {
    pid_t process;
    int in;
    std::size_t variant;
    std::string bytes;
  };

  [[noreturn]] void work(std::size_t variant, int out) const {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    try {
      send(out, packed(run_variant(study_, variant, options_.stop)));
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  static bool is_at_end(Worker& worker) {
    std::array<char, 4096> piece{};
    const ssize_t count = read(worker.in, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) return false;
    if (count > 0) worker.bytes.append(piece.data(), static_cast<std::size_t>(count));
    return count <= 0;
  }
  static int reap(const Worker& worker) {
    close(worker.in);
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }
  VariantRow result_of(const Worker& worker, int status) const {
    if (auto row = unpacked(worker.bytes); row && WIFEXITED(status)) return *row;
    VariantRow row;
    row.results.assign(study_.results().size(), std::numeric_limits<double>::quiet_NaN());
    row.end = "crashed";
    row.message = WIFSIGNALED(status) ? fmt::format("the process died of signal {} ({})",
                                                    WTERMSIG(status), strsignal(WTERMSIG(status)))
                                      : std::string("the process ended without a result");
    return row;
  }

  const Study& study_;
  const SweepOptions& options_;
  std::vector<Worker> workers_;
};

}  // namespace

bool sweep(const Study& study, StudyTable& table, const SweepOptions& options) {
  if (!options.table.empty() && std::filesystem::exists(options.table)) table.load(options.table);
  check_columns(study);
  Workers workers(study, options);
  const std::size_t count = study.variant_count(),
                    jobs = static_cast<std::size_t>(std::max(1, options.jobs));
  std::size_t next = 0;
  const auto stopped = [&] { return options.stop && options.stop(); };
  while (!stopped()) {
    for (; next < count && workers.count() < jobs; ++next)
      if (!table.row(next)) workers.start(next);
    if (options.progress) options.progress(table.row_count(), workers.count());
    if (workers.count() == 0) break;
    workers.wait([&](std::size_t variant, VariantRow row) {
      if (row.end.empty()) return;  // it was asked to stop
      table.set(variant, std::move(row));
      if (!options.table.empty()) table.save(options.table);
    });
  }
  if (!options.table.empty() && (table.row_count() > 0 || !stopped())) table.save(options.table);
  return table.is_complete();
}

}  // namespace catena
