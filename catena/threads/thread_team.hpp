#pragma once
// Threads that share the work of a loop. They are started once; each call distributes pieces of
// the loop to the free threads. Which thread takes which piece varies from run to run. Results
// that go into a slot per item do not depend on it, nor on the number of threads.

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace catena {

class ThreadTeam {
 public:
  // More is a mistake: no machine that this is for has as many cores.
  static constexpr int most = 256;

  // With the one that calls run(). Where the system gives fewer, there are fewer.
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls work(begin, end, thread) for pieces of `piece` items that together are [0, count), each
  // once; thread is 0 (the caller's) to size() - 1. Returns when all are done. Where pieces throw,
  // all others are done nevertheless, and what the first of them threw is thrown again. One call at
  // a time, and none from inside of work.
  template <class Work>
  void run(int count, int piece, Work&& work) {
    using Called = std::remove_reference_t<Work>;
    run_job({const_cast<void*>(static_cast<const void*>(&work)),
             [](void* called, int begin, int end, int thread) {
               (*static_cast<Called*>(called))(begin, end, thread);
             },
             count, piece});
  }

 private:
  struct Job {
    void* work = nullptr;
    void (*call)(void* work, int begin, int end, int thread) = nullptr;
    int count = 0, piece = 1;
  };
  void run_job(const Job& job);
  void take_pieces(int thread);
  void serve(int thread);

  std::vector<std::thread> workers_;
  Job job_;
  std::atomic<int> next_ = 0;          // the first item that nobody has taken
  std::atomic<bool> is_open_ = false;  // whether workers may take pieces of job_
  std::atomic<int> at_work_ = 0;       // workers that may be inside of job_
  std::atomic<unsigned> rounds_ = 0;   // calls of run(), which workers wait for
  std::atomic<bool> ends_ = false;
  std::mutex failing_;
  int first_failed_ = 0;  // of the pieces that threw, and what it threw
  std::exception_ptr failure_;
};

// The same by a team, or by the caller alone where there is none. Loops of less than two pieces are
// not worth the call.
template <class Work>
void run_pieces(ThreadTeam* team, int count, int piece, Work&& work) {
  if (team != nullptr && team->size() > 1 && count > piece)
    team->run(count, piece, work);
  else if (count > 0)
    work(0, count, 0);
}

// Pieces of a loop that keep all of a team busy to the end, of at least so many items.
inline int piece_of(const ThreadTeam* team, int count, int least) {
  const int pieces = team != nullptr ? 8 * team->size() : 1;
  return count / pieces > least ? count / pieces : least;
}

}  // namespace catena
