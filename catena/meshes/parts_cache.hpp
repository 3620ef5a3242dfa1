#pragma once
// Convex parts that were found before, kept in the cache folder of the user.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "catena/meshes/convex_parts.hpp"

namespace catena {

// By the convention of the platform: $XDG_CACHE_HOME/catena or ~/.cache/catena,
// ~/Library/Caches/catena on macOS, %LOCALAPPDATA%\catena\cache on Windows. Empty where none of
// them is known.
std::filesystem::path user_cache_folder();

// Files in one folder, one per mesh and options. Several processes may use it at once: a file
// appears whole or not at all. A file that is damaged, or of another version, counts as missing,
// and what cannot be written is left out.
class PartsCache {
 public:
  static constexpr std::uintmax_t most_bytes = 256'000'000;

  // An empty folder: nothing is kept. Beyond `most` bytes the files that were used last the longest
  // time ago go.
  explicit PartsCache(std::filesystem::path folder, std::uintmax_t most = most_bytes)
      : folder_(std::move(folder)), most_(most) {}

  std::optional<ConvexParts> find(const TriangleMesh& mesh,
                                  const ConvexPartsOptions& options) const;
  void keep(const TriangleMesh& mesh, const ConvexPartsOptions& options,
            const ConvexParts& parts) const;

 private:
  void make_room() const;
  std::filesystem::path folder_;
  std::uintmax_t most_;
};

// convex_parts(), or what the cache of the user has of it; the same, bit for bit.
ConvexParts cached_convex_parts(const TriangleMesh& mesh, const ConvexPartsOptions& options = {});

}  // namespace catena
