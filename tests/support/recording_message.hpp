#pragma once
// What a RecordingError says.

#include <functional>
#include <string>

#include "catena/record/recording_file.hpp"

namespace catena {

inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const RecordingError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace catena
