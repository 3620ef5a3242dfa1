#pragma once
// Why modes are decided anew: what has run out, stopped or returned at this instant. Any number of
// elements may be marked.

#include <algorithm>
#include <vector>

namespace catena {

struct Mark {
  enum class What {
    Leaving,   // its reaction has run out, or left its cone at zero
    Stopped,   // it has stopped sliding
    Jammed,    // it was stopped by an impulse
    Returned,  // it is back in no time: it stays
  };
  int group = 0, item = 0;
  What what = What::Leaving;
  int direction = 0;  // in which it goes, where that is known
};

class Occasion {
 public:
  void mark(const Mark& mark) { marks_.push_back(mark); }
  void mark(int group, int item, Mark::What what, int direction = 0) {
    marks_.push_back({group, item, what, direction});
  }
  void add(const Occasion& other) {
    marks_.insert(marks_.end(), other.marks_.begin(), other.marks_.end());
  }
  const Mark* find(int group, int item, Mark::What what) const {
    const auto found = std::find_if(marks_.begin(), marks_.end(), [&](const Mark& m) {
      return m.group == group && m.item == item && m.what == what;
    });
    return found == marks_.end() ? nullptr : &*found;
  }
  bool has(int group, int item, Mark::What what) const {
    return find(group, item, what) != nullptr;
  }

 private:
  std::vector<Mark> marks_;
};

}  // namespace catena
