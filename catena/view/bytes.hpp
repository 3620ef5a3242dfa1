#pragma once
// Numbers as the bytes of messages, little endian.

#include <bit>
#include <cstring>
#include <string>

namespace catena {

static_assert(std::endian::native == std::endian::little, "messages are little endian");

template <class T>
void append_bytes(T x, std::string& out) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &x, sizeof(T));
  out.append(bytes, sizeof(T));
}

}  // namespace catena
