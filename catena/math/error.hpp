#pragma once
// The base of all errors: what went wrong, in which item, and what to try.

#include <stdexcept>
#include <string>
#include <utility>

namespace catena {

// The item that an error is about: {"joint", "elbow", "axis"}. All may be empty.
struct Subject {
  std::string kind, name, key;

  bool empty() const { return kind.empty() && name.empty() && key.empty(); }
};

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, Subject subject = {}, std::string hint = {})
      : std::runtime_error(message), subject_(std::move(subject)), hint_(std::move(hint)) {}

  const Subject& subject() const { return subject_; }
  // What to try, where that is not part of the message; may be empty.
  const std::string& hint() const { return hint_; }
  // Names the item, unless whoever threw it has named one.
  void set_subject(Subject subject) {
    if (subject_.empty()) subject_ = std::move(subject);
  }

 private:
  Subject subject_;
  std::string hint_;
};

// Calls `action`; errors in it that name no item are about `subject`.
template <class Action>
auto about(const Subject& subject, Action&& action) {
  try {
    return action();
  } catch (Error& error) {
    error.set_subject(subject);
    throw;
  }
}

}  // namespace catena
