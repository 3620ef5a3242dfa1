// Distances beside those of FCL with libccd, where FCL is installed.

#include <gtest/gtest.h>

#ifdef CATENA_HAS_FCL
#include <fcl/fcl.h>

#include <cmath>
#include <cstdlib>

#include "catena/collision/distance.hpp"
#include "catena/math/index.hpp"
#include "tests/collision/solids.hpp"
#endif

namespace catena::test {
namespace {

#ifndef CATENA_HAS_FCL

TEST(Fcl, Distances) {
  GTEST_SKIP() << "needs FCL (libfcl-dev)";
}

#else

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

Eigen::Vector3d eigen(const V3& v) {
  return {v.x, v.y, v.z};
}

fcl::Transform3d eigen(const Pose& X) {
  fcl::Transform3d T;
  T.setIdentity();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) T.linear()(i, j) = X.rotation(i, j);
  T.translation() = eigen(X.translation);
  return T;
}

Geometry fcl_hull(const ConvexHull& hull) {
  auto vertices = std::make_shared<std::vector<Eigen::Vector3d> >();
  auto faces = std::make_shared<std::vector<int> >();
  for (const V3& v : hull.vertices) vertices->push_back(eigen(v));
  for (int f = 0; f < hull.face_count(); ++f) {
    faces->push_back(static_cast<int>(hull.face(f).size()));
    for (const int v : hull.face(f)) faces->push_back(v);
  }
  return std::make_shared<fcl::Convexd>(vertices, hull.face_count(), faces, true);
}

Geometry fcl_mesh(const TriangleMesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd> >();
  model->beginModel();
  for (const auto& t : mesh.triangles)
    model->addTriangle(eigen(mesh.vertices[to_index(t[0])]), eigen(mesh.vertices[to_index(t[1])]),
                       eigen(mesh.vertices[to_index(t[2])]));
  model->endModel();
  return model;
}

Geometry fcl_of(const Shape& s) {
  switch (s.kind) {
    case ShapeKind::Box:
      return std::make_shared<fcl::Boxd>(s.size.x, s.size.y, s.size.z);
    case ShapeKind::Sphere:
      return std::make_shared<fcl::Sphered>(s.size.x);
    case ShapeKind::Capsule:
      return std::make_shared<fcl::Capsuled>(s.size.x, s.size.y);
    case ShapeKind::Cylinder:
      return std::make_shared<fcl::Cylinderd>(s.size.x, s.size.y);
    case ShapeKind::Cone:
      return std::make_shared<fcl::Coned>(s.size.x, s.size.y);
    case ShapeKind::Ellipsoid:
      return std::make_shared<fcl::Ellipsoidd>(s.size.x, s.size.y, s.size.z);
    case ShapeKind::Hull:
      return fcl_hull(*s.hull);
    case ShapeKind::Mesh:
      return fcl_mesh(*s.mesh);
    default:
      return nullptr;
  }
}

double fcl_distance(const Geometry& a, const Pose& A, const Geometry& b, const Pose& B) {
  fcl::DistanceRequestd request;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  request.distance_tolerance = 1e-12;
  request.enable_nearest_points = true;
  fcl::DistanceResultd result;
  const fcl::CollisionObjectd p(a, eigen(A)), q(b, eigen(B));
  return fcl::distance(&p, &q, request, result);
}

int fcl_poses(int usual) {
  const char* n = std::getenv("CATENA_COLLISION_POSES");
  return n != nullptr ? std::atoi(n) : usual;
}

TEST(Fcl, DistancesOfConvexSolids) {
  RandomSolids random(41);
  for (const ShapeKind kind_a : convex_kinds)
    for (const ShapeKind kind_b : convex_kinds) {
      double worst = 0.0;
      int failed = 0;
      Shape a, b;
      Geometry fcl_a, fcl_b;
      PairCache cache;
      const int poses = fcl_poses(100);
      for (int k = 0; k < poses; ++k) {
        if (k % 20 == 0) {
          a = random.shape(kind_a), b = random.shape(kind_b), cache = {};
          fcl_a = fcl_of(a), fcl_b = fcl_of(b);
        }
        const Pose A{random.rotation(), {0, 0, 0}};
        const Pose B{random.rotation(),
                     (reach(a) + reach(b) + random.uniform(0.01, 1.0)) * random.direction()};
        const double d = distance(make_collider(a), A, make_collider(b), B, cache).value;
        const double f = fcl_distance(fcl_a, A, fcl_b, B);
        // It is an upper bound at best: what it finds is never less than ours.
        const double error = (f - d) / (reach(a) + reach(b));
        EXPECT_GT(error, -1e-10) << to_string(kind_a) << " " << to_string(kind_b);
        if (error > 1e-8)
          ++failed;
        else
          worst = std::max(worst, error);
      }
      // FCL itself misses a few; that these are its errors, the bounds of our answers prove.
      EXPECT_LE(failed, 1 + poses / 50) << to_string(kind_a) << " " << to_string(kind_b);
      if (std::getenv("CATENA_COLLISION_POSES") != nullptr)
        std::printf("%s %s: FCL differs by %.1e, %d of %d failed\n", to_string(kind_a),
                    to_string(kind_b), worst, failed, poses);
    }
}

TEST(Fcl, DistancesOfMeshes) {
  RandomSolids random(42);
  const Shape shapes[] = {mesh_shape(ball_mesh(0.4, 12)), mesh_shape(torus_mesh(0.5, 0.15, 16, 8)),
                          mesh_shape(box_mesh({0.6, 0.5, 0.4}))};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes) {
      const Collider p = make_collider(a), q = make_collider(b);
      const Geometry fcl_a = fcl_of(a), fcl_b = fcl_of(b);
      PairCache cache;
      double worst = 0.0;
      for (int k = 0; k < std::min(1000, fcl_poses(30)); ++k) {
        const Pose A{random.rotation(), {0, 0, 0}};
        const Pose B{random.rotation(), random.uniform(0.9, 1.6) * random.direction()};
        const double f = fcl_distance(fcl_a, A, fcl_b, B);
        const Distance d = distance(p, A, q, B, cache);
        if (f <= 0.0) {
          cache = {};
          EXPECT_LE(d.value, 1e-9);
          continue;
        }
        worst = std::max(worst, std::abs(f - d.value));
        EXPECT_NEAR(d.value, f, 1e-10);
        EXPECT_NEAR(norm(d.p_a - d.p_b), d.value, 1e-12);
      }
      if (std::getenv("CATENA_COLLISION_POSES") != nullptr)
        std::printf("meshes of %d and %d triangles: FCL differs by %.1e\n",
                    p.surface->triangle_count(), q.surface->triangle_count(), worst);
    }
}

#endif

}  // namespace
}  // namespace catena::test
