#pragma once
// An item of a description, or one of its keys, for messages about it.

#include <string>
#include <string_view>

#include "catena/math/error.hpp"
#include "catena/mechanism/said.hpp"

namespace catena {

class Where {
 public:
  // `said` outlives it.
  Where(std::string kind, std::string name, const Said& said)
      : subject_{std::move(kind), std::move(name), ""}, said_(&said) {}

  const Subject& subject() const { return subject_; }
  Where at(std::string_view key) const;  // a key of it
  // Entry i of a list; a list of one may have been said without brackets.
  Where at(std::string_view key, std::size_t i) const;

  // Throws MechanismError. `into_text`: how far in the key's text what is meant stands.
  [[noreturn]] void fail(std::string_view message, int into_text = -1) const;

  // Calls `action`; another Error in it is thrown again as one about this.
  template <class Action>
  auto located(Action&& action) const {
    try {
      return action();
    } catch (const Error& error) {
      fail_again(error);
    }
  }

 private:
  [[noreturn]] void fail_again(const Error& error) const;

  Subject subject_;
  const Said* said_;
};

}  // namespace catena
