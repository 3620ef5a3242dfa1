#include "catena/mechanism/where.hpp"

#include <fmt/format.h>

#include "catena/mechanism/compile.hpp"

namespace catena {

Where Where::at(std::string_view key) const {
  Where result = *this;
  result.subject_.key =
      subject_.key.empty() ? std::string(key) : fmt::format("{}.{}", subject_.key, key);
  return result;
}

Where Where::at(std::string_view key, std::size_t i) const {
  Where result = at(key);
  const std::string entry = fmt::format("{}[{}]", result.subject_.key, i);
  if (i > 0 || !said_->has(result.subject_.key) || said_->has(entry)) result.subject_.key = entry;
  return result;
}

void Where::fail(std::string_view message, int into_text) const {
  std::string prefix = said_->prefix(subject_.key, into_text);
  if (!said_->known() && !subject_.key.empty())
    prefix =
        fmt::format("{}, {}: ",
                    subject_.name.empty() ? subject_.kind
                                          : fmt::format("{} '{}'", subject_.kind, subject_.name),
                    subject_.key);
  throw MechanismError(prefix + std::string(message), subject_);
}

void Where::fail_again(const Error& error) const {
  if (const auto* done = dynamic_cast<const MechanismError*>(&error)) throw *done;
  fail(error.what());
}

}  // namespace catena
