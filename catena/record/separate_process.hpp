#pragma once
// Work in a process of its own, for libraries that do not survive damaged input. Internal to this
// module.

#include <cstdint>
#include <functional>
#include <string>

namespace catena {

// The bytes that `work` returns in a child process; nothing else of what it does is seen. Throws
// RecordingError with `complaint` where the child crashes or takes more than `most_seconds` of
// processor or, beyond what the caller uses, `most_memory` bytes. What `work` throws is lost in the
// same way: it should return its errors as bytes.
std::string in_separate_process(const std::function<std::string()>& work,
                                std::uint64_t most_seconds, std::uint64_t most_memory,
                                const std::string& complaint);

}  // namespace catena
