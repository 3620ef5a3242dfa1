#include "catena/meshes/parts_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <span>
#include <string_view>

namespace catena {

namespace {

namespace fs = std::filesystem;

// To be changed whenever the same mesh gets other parts, or files are written otherwise.
constexpr std::string_view version = "catena convex parts 1\n";

// Two sums of all bytes (FNV-1a, from two starts): 128 bits together.
class Digest {
 public:
  void add(const void* data, std::size_t bytes) {
    const auto* p = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < bytes; ++i) {
      a_ = (a_ ^ p[i]) * 0x100000001b3ULL;
      b_ = (b_ ^ (p[i] + 0x9eU)) * 0x100000001b3ULL;
      b_ ^= b_ >> 29U;
    }
  }
  template <class T>
  void add(const T& value) {
    add(&value, sizeof value);
  }
  std::string text() const { return fmt::format("{:016x}{:016x}", a_, b_); }

 private:
  std::uint64_t a_ = 0xcbf29ce484222325ULL, b_ = 0x84222325cbf29ce4ULL;
};

std::string key_of(const TriangleMesh& mesh, const ConvexPartsOptions& options) {
  Digest digest;
  digest.add(version.data(), version.size());
  digest.add(options.most), digest.add(options.error);
  digest.add(mesh.vertices.size()), digest.add(mesh.triangles.size());
  digest.add(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3<double>));
  digest.add(mesh.triangles.data(), mesh.triangles.size() * sizeof(std::array<int, 3>));
  return digest.text();
}

template <class T>
void put(const std::vector<T>& values, std::string& out) {
  const std::uint64_t count = values.size();
  out.append(reinterpret_cast<const char*>(&count), sizeof count);
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

// Reads what put() wrote; false where the bytes end early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  bool get(T& value) {
    if (rest_.size() < sizeof value) return false;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return true;
  }
  template <class T>
  bool get(std::vector<T>& values) {
    std::uint64_t count = 0;
    if (!get(count) || count > rest_.size() / sizeof(T)) return false;
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), rest_.data(), count * sizeof(T));
    rest_.remove_prefix(count * sizeof(T));
    return true;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::string bytes_of(const ConvexParts& parts) {
  std::string out;
  out.append(reinterpret_cast<const char*>(&parts.error), sizeof parts.error);
  const std::uint64_t count = parts.hulls.size();
  out.append(reinterpret_cast<const char*>(&count), sizeof count);
  for (const auto& hull : parts.hulls) {
    put(hull->vertices, out);
    put(hull->loops, out), put(hull->loop_edges, out), put(hull->face_begin, out);
    put(hull->normals, out), put(hull->offsets, out);
    put(hull->edges, out);
    put(hull->neighbours, out), put(hull->neighbour_begin, out);
  }
  return out;
}

std::optional<ConvexParts> parts_from(std::string_view bytes) {
  ByteReader reader(bytes);
  ConvexParts parts;
  std::uint64_t count = 0;
  if (!reader.get(parts.error) || !reader.get(count)) return std::nullopt;
  for (std::uint64_t i = 0; i < count; ++i) {
    ConvexHull hull;
    if (!reader.get(hull.vertices) || !reader.get(hull.loops) || !reader.get(hull.loop_edges) ||
        !reader.get(hull.face_begin) || !reader.get(hull.normals) || !reader.get(hull.offsets) ||
        !reader.get(hull.edges) || !reader.get(hull.neighbours) ||
        !reader.get(hull.neighbour_begin))
      return std::nullopt;
    parts.hulls.push_back(std::make_shared<const ConvexHull>(std::move(hull)));
  }
  if (!reader.at_end() || parts.hulls.empty()) return std::nullopt;
  return parts;
}

std::string sum_of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes.data(), bytes.size());
  return digest.text();
}

constexpr const char* ending = ".parts";

fs::path folder_in(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return {};
  const fs::path path(value);
  return path.is_absolute() ? path : fs::path();
}

}  // namespace

fs::path user_cache_folder() {
#if defined(_WIN32)
  const fs::path local = folder_in("LOCALAPPDATA");
  return local.empty() ? fs::path() : local / "catena" / "cache";
#elif defined(__APPLE__)
  const fs::path home = folder_in("HOME");
  return home.empty() ? fs::path() : home / "Library" / "Caches" / "catena";
#else
  if (const fs::path cache = folder_in("XDG_CACHE_HOME"); !cache.empty()) return cache / "catena";
  const fs::path home = folder_in("HOME");
  return home.empty() ? fs::path() : home / ".cache" / "catena";
#endif
}

std::optional<ConvexParts> PartsCache::find(const TriangleMesh& mesh,
                                            const ConvexPartsOptions& options) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = folder_ / (key_of(mesh, options) + ending);
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  constexpr std::size_t sum_length = 32, head = version.size() + sum_length;
  const std::string_view text(all);
  if (text.size() < head || text.substr(0, version.size()) != version) return std::nullopt;
  const std::string_view bytes = text.substr(head);
  if (text.substr(version.size(), sum_length) != sum_of(bytes)) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // it was used
  return parts_from(bytes);
}

void PartsCache::keep(const TriangleMesh& mesh, const ConvexPartsOptions& options,
                      const ConvexParts& parts) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return;
  const std::string key = key_of(mesh, options), bytes = bytes_of(parts);
  const fs::path path = folder_ / (key + ending);
  const fs::path draft = folder_ / fmt::format("{}.{:08x}{:08x}.draft", key, std::random_device{}(),
                                               std::random_device{}());
  {
    std::ofstream file(draft, std::ios::binary);
    file << version << sum_of(bytes) << bytes;
    file.close();
    if (!file) {
      fs::remove(draft, error);
      return;
    }
  }
  fs::rename(draft, path, error);
  if (error) fs::remove(draft, error);
  make_room();
}

void PartsCache::make_room() const {
  struct KeptFile {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<KeptFile> files;
  std::uintmax_t sum = 0;
  std::error_code error;
  for (fs::directory_iterator i(folder_, error), end; !error && i != end; i.increment(error)) {
    std::error_code gone;  // another process may remove it meanwhile
    const std::uintmax_t bytes = i->file_size(gone);
    if (gone) continue;
    const fs::file_time_type used = i->last_write_time(gone);
    if (gone) continue;
    // A draft of a process that was ended while it wrote.
    const bool is_left = i->path().extension() == ".draft" &&
                         used + std::chrono::hours(1) < fs::file_time_type::clock::now();
    if (is_left) fs::remove(i->path(), gone);
    if (i->path().extension() != ending) continue;
    files.push_back({used, bytes, i->path()});
    sum += bytes;
  }
  std::sort(files.begin(), files.end(),
            [](const KeptFile& a, const KeptFile& b) { return a.used < b.used; });
  for (const KeptFile& file : files) {
    if (sum <= most_) return;
    fs::remove(file.path, error);
    sum -= file.bytes;
  }
}

ConvexParts cached_convex_parts(const TriangleMesh& mesh, const ConvexPartsOptions& options) {
  const PartsCache cache(user_cache_folder());
  if (std::optional<ConvexParts> found = cache.find(mesh, options)) return std::move(*found);
  ConvexParts parts = convex_parts(mesh, options);
  cache.keep(mesh, options, parts);
  return parts;
}

}  // namespace catena
