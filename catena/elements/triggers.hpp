#pragma once
// Why modes are decided anew: the guards that have run out, stopped or returned at this instant,
// for any number of elements.

#include <algorithm>
#include <vector>

namespace catena {

struct Trigger {
  enum class What {
    Leaving,      // its reaction has run out
    Stopped,      // it has stopped sliding
    RollStopped,  // it has stopped rolling
    Jammed,       // it was stopped by an impulse
    Slipping,     // what holds it has come to its limit
    Returned,     // it is back in no time: it stays
  };
  int group = 0, item = 0;
  What what = What::Leaving;
  int direction = 0;  // in which it goes, where that is known
};

class Triggers {
 public:
  void add(int group, int item, Trigger::What what, int direction = 0) {
    all_.push_back({group, item, what, direction});
  }
  void add(const Triggers& others) {
    all_.insert(all_.end(), others.all_.begin(), others.all_.end());
  }
  // Null where there is none.
  const Trigger* find(int group, int item, Trigger::What what) const {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const Trigger& t) {
      return t.group == group && t.item == item && t.what == what;
    });
    return found == all_.end() ? nullptr : &*found;
  }
  bool has(int group, int item, Trigger::What what) const {
    return find(group, item, what) != nullptr;
  }
  // Whether any of a group has it.
  bool any(int group, Trigger::What what) const {
    return std::any_of(all_.begin(), all_.end(),
                       [&](const Trigger& t) { return t.group == group && t.what == what; });
  }

 private:
  std::vector<Trigger> all_;
};

}  // namespace catena
