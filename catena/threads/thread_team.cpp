#include "catena/threads/thread_team.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace catena {

namespace {

// How often a thread looks for work before it lets go of its core, which is some tens of
// microseconds: the time between two loops of a step.
constexpr int looks = 400, pauses_per_look = 8;

void pause_shortly() {
  for (int i = 0; i < pauses_per_look; ++i) {
#if defined(__x86_64__) || defined(__i386__)
    _mm_pause();
#else
    std::this_thread::yield();
#endif
  }
}

}  // namespace

ThreadTeam::ThreadTeam(int threads) {
  try {
    for (int i = 1; i < std::min(threads, most); ++i)
      workers_.emplace_back([this, i] { serve(i); });
  } catch (const std::system_error&) {
    // There are no more threads to be had. Those that there are do the same work.
  }
}

ThreadTeam::~ThreadTeam() {
  ends_.store(true);
  rounds_.fetch_add(1);
  rounds_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadTeam::take_pieces(int thread) {
  for (;;) {
    const int begin = next_.fetch_add(job_.piece, std::memory_order_relaxed);
    if (begin >= job_.count) return;
    try {
      job_.call(job_.work, begin, begin + std::min(job_.piece, job_.count - begin), thread);
    } catch (...) {
      const std::lock_guard lock(failing_);
      if (failure_ == nullptr || begin < first_failed_) {
        first_failed_ = begin;
        failure_ = std::current_exception();
      }
    }
  }
}

// A worker says that it may be inside of the job before it looks whether there is one; the caller
// closes the job before it looks who is inside. So one of the two sees the other, and workers that
// wake up late keep nobody waiting.
void ThreadTeam::serve(int thread) {
  unsigned seen = 0;
  for (;;) {
    for (int i = 0; i < looks && rounds_.load(std::memory_order_relaxed) == seen; ++i)
      pause_shortly();
    rounds_.wait(seen);
    seen = rounds_.load();
    if (ends_.load()) return;
    at_work_.fetch_add(1);
    if (is_open_.load()) take_pieces(thread);
    at_work_.fetch_sub(1);
  }
}

void ThreadTeam::run_job(const Job& job) {
  job_ = job;
  job_.piece = std::max(1, job_.piece);
  next_.store(0);
  failure_ = nullptr;
  is_open_.store(true);
  rounds_.fetch_add(1);
  rounds_.notify_all();
  take_pieces(0);
  is_open_.store(false);
  for (int i = 0; at_work_.load() != 0; ++i) {
    if (i < looks)
      pause_shortly();
    else
      std::this_thread::yield();
  }
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace catena
