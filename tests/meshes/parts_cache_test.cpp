// Convex parts that were kept are those that were found, bit for bit; damage is harmless; the
// folder does not grow without bound.

#include "catena/meshes/parts_cache.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "tests/support/sample_meshes.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

using namespace test;
namespace fs = std::filesystem;

TriangleMesh ring(int around) {
  return mesh_of(torus_soup(1.0, 0.3, around, 8));
}

bool same_bits(const ConvexParts& a, const ConvexParts& b) {
  if (a.error != b.error || a.hulls.size() != b.hulls.size()) return false;
  for (std::size_t i = 0; i < a.hulls.size(); ++i) {
    const ConvexHull &p = *a.hulls[i], &q = *b.hulls[i];
    if (p.loops != q.loops || p.loop_edges != q.loop_edges || p.face_begin != q.face_begin ||
        p.offsets != q.offsets || p.neighbours != q.neighbours ||
        p.neighbour_begin != q.neighbour_begin || p.vertices.size() != q.vertices.size() ||
        p.edges.size() != q.edges.size())
      return false;
    for (std::size_t v = 0; v < p.vertices.size(); ++v)
      if (norm(p.vertices[v] - q.vertices[v]) != 0.0) return false;
    for (std::size_t f = 0; f < p.normals.size(); ++f)
      if (norm(p.normals[f] - q.normals[f]) != 0.0) return false;
    for (std::size_t e = 0; e < p.edges.size(); ++e)
      if (p.edges[e].vertices != q.edges[e].vertices || p.edges[e].faces != q.edges[e].faces)
        return false;
  }
  return true;
}

int count_files(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(PartsCache, FindsWhatItKept) {
  const ScratchFolder folder;
  const PartsCache cache(folder.path("new/folder"));
  const TriangleMesh mesh = ring(16);
  const ConvexPartsOptions options{.most = 8};
  EXPECT_FALSE(cache.find(mesh, options));
  const ConvexParts parts = convex_parts(mesh, options);
  cache.keep(mesh, options, parts);
  const auto found = cache.find(mesh, options);
  ASSERT_TRUE(found);
  EXPECT_TRUE(same_bits(*found, parts));
  EXPECT_FALSE(cache.find(mesh, {.most = 9})) << "other options";
  TriangleMesh other = mesh;
  other.vertices[3].x += 1e-15;
  EXPECT_FALSE(cache.find(other, options)) << "another mesh";
}

TEST(PartsCache, DamagedFilesAreMissing) {
  const ScratchFolder folder;
  const PartsCache cache(folder.path("cache"));
  const TriangleMesh mesh = ring(12);
  const ConvexPartsOptions options{.most = 4};
  const ConvexParts parts = convex_parts(mesh, options);
  cache.keep(mesh, options, parts);
  ASSERT_EQ(count_files(folder.path("cache")), 1);
  const fs::path file = fs::directory_iterator(folder.path("cache"))->path();
  const auto size = fs::file_size(file);
  for (const auto at : {std::uintmax_t{0}, std::uintmax_t{30}, size / 2, size - 1}) {
    cache.keep(mesh, options, parts);
    std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(static_cast<std::streamoff>(at));
    damaged.put('\x55');
    damaged.close();
    EXPECT_FALSE(cache.find(mesh, options)) << at;
  }
  fs::resize_file(file, size / 3);
  EXPECT_FALSE(cache.find(mesh, options));
  cache.keep(mesh, options, parts);
  EXPECT_TRUE(cache.find(mesh, options)) << "made anew";
}

TEST(PartsCache, WorksWithoutAFolder) {
  const TriangleMesh mesh = ring(12);
  const ConvexPartsOptions options{.most = 4};
  const ConvexParts parts = convex_parts(mesh, options);
  for (const fs::path& folder : {fs::path(), fs::path("/dev/null/catena")}) {
    const PartsCache cache(folder);
    cache.keep(mesh, options, parts);
    EXPECT_FALSE(cache.find(mesh, options));
  }
}

TEST(PartsCache, WhatWasUsedLastStays) {
  const ScratchFolder folder;
  const ConvexPartsOptions options{.most = 4};
  std::uintmax_t bytes = 0;
  for (int around = 10; around < 16; ++around) {
    const TriangleMesh mesh = ring(around);
    const PartsCache cache(folder.path("cache"), around == 10 ? PartsCache::most_bytes : 3 * bytes);
    cache.keep(mesh, options, convex_parts(mesh, options));
    if (around == 10) bytes = fs::file_size(fs::directory_iterator(folder.path("cache"))->path());
    EXPECT_TRUE(PartsCache(folder.path("cache")).find(mesh, options));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_LE(count_files(folder.path("cache")), 3);
  EXPECT_FALSE(PartsCache(folder.path("cache")).find(ring(10), options));
}

TEST(PartsCache, SeveralMayUseItAtOnce) {
  const ScratchFolder folder;
  const ConvexPartsOptions options{.most = 4};
  std::vector<TriangleMesh> meshes;
  std::vector<ConvexParts> parts;
  for (int around = 10; around < 14; ++around) {
    meshes.push_back(ring(around));
    parts.push_back(convex_parts(meshes.back(), options));
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&] {
      const PartsCache cache(folder.path("cache"), 20'000);
      for (int i = 0; i < 50; ++i)
        for (std::size_t m = 0; m < meshes.size(); ++m) {
          const auto found = cache.find(meshes[m], options);
          if (found && !same_bits(*found, parts[m])) ++wrong;
          if (!found) cache.keep(meshes[m], options, parts[m]);
        }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace catena
