#include "catena/record/separate_process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "catena/record/recording_file.hpp"

namespace catena {

namespace {

// Memory that the process has mapped so far.
std::uint64_t mapped_memory() {
  unsigned long pages = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// The address sanitizer maps more than any limit.
constexpr bool has_sanitizer() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#endif
#endif
  return false;
}

void limit(std::uint64_t seconds, std::uint64_t memory) {
  const rlimit no_core{0, 0}, processor{seconds, seconds};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_CPU, &processor);
  const std::uint64_t mapped = mapped_memory();
  const rlimit space{mapped + memory, mapped + memory};
  if (!has_sanitizer() && mapped > 0) setrlimit(RLIMIT_AS, &space);
  // What a library says while it dies is not for users.
  if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, STDERR_FILENO);
}

bool write_all(int out, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(out, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

[[noreturn]] void child(const std::function<std::string()>& work, int out) {
  bool done = false;
  try {
    done = write_all(out, work());
  } catch (...) {
    done = false;
  }
  _exit(done ? 0 : 1);
}

std::string read_all(int in) {
  std::string bytes;
  std::array<char, 1 << 16> piece{};
  for (;;) {
    const ssize_t count = read(in, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(piece.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::string in_separate_process(const std::function<std::string()>& work,
                                std::uint64_t most_seconds, std::uint64_t most_memory,
                                const std::string& complaint) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return work();  // no more files: as well as can be
  const pid_t process = fork();
  if (process == 0) {
    limit(most_seconds, most_memory);
    child(work, ends[1]);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return work();
  }
  std::string bytes = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw RecordingError(complaint);
  return bytes;
}

}  // namespace catena
