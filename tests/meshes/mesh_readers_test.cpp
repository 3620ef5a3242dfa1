// STL and OBJ files, what they may hold, and what they must not.

#include <gtest/gtest.h>

#include <functional>

#include "catena/geometry/geometry_error.hpp"
#include "catena/geometry/mass_properties.hpp"
#include "catena/math/index.hpp"
#include "catena/meshes/mesh_file.hpp"
#include "catena/meshes/obj.hpp"
#include "catena/meshes/stl.hpp"
#include "tests/support/geometry_message.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {
namespace {

using namespace test;

double volume_of(const LoadedMesh& loaded) {
  return signed_inertia(loaded.mesh->vertices, loaded.mesh->triangles).mass;
}

constexpr const char* tetrahedron_stl = R"(solid some name
  facet normal 0 0 -1
    outer loop
      vertex 0 0 0
      vertex 0 1 0
      vertex 1 0 0
    endloop
  endfacet
  FACET NORMAL 0 -1 0 OUTER LOOP VERTEX 0 0 0 VERTEX +1 0 0 VERTEX 0 0 1e0 ENDLOOP ENDFACET
  facet normal -1 0 0 outer loop vertex 0 0 0 vertex 0 0 1 vertex 0 1 0 endloop endfacet
  facet normal 1 1 1 outer loop vertex 1 0 0 vertex 0 1 0 vertex 0 0 1 endloop endfacet
endsolid some name
)";

TEST(Stl, TextAndBytesGiveTheSameSolid) {
  const LoadedMesh text = read_mesh(tetrahedron_stl, "t.stl", ".STL");
  EXPECT_EQ(text.mesh->vertex_count(), 4);
  EXPECT_TRUE(text.report.clean());
  EXPECT_DOUBLE_EQ(volume_of(text), 1.0 / 6.0);
  std::string bytes = stl_bytes(read_stl(tetrahedron_stl, "t.stl"));
  EXPECT_DOUBLE_EQ(volume_of(read_mesh(bytes, "t.stl", ".stl")), 1.0 / 6.0);
  bytes.replace(0, 5, "solid");  // as some programs write it
  EXPECT_DOUBLE_EQ(volume_of(read_mesh(bytes, "t.stl", ".stl")), 1.0 / 6.0);
}

TEST(Stl, NormalsOfTheFileThatContradictAreCounted) {
  std::string text = tetrahedron_stl;
  text.replace(text.find("0 0 -1"), 6, "0 0 +1");
  const LoadedMesh loaded = read_mesh(text, "t.stl", ".stl");
  EXPECT_EQ(loaded.report.against_normals, 1);
  EXPECT_TRUE(loaded.report.clean()) << "the corners are used";
}

TEST(Stl, SaysWhereAFileIsWrong) {
  const auto text = [](const char* what) { return message_of([&] { read_stl(what, "a.stl"); }); };
  EXPECT_EQ(text("solid\nfacet normal 0 0 x"), "a.stl:2: found 'x', expected a number");
  EXPECT_EQ(text("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 inf"),
            "a.stl:4: found 'inf', expected a finite number");
  EXPECT_EQ(text("solid\nfact"), "a.stl:2: found 'fact', expected 'facet' or 'endsolid'");
  EXPECT_EQ(text("solid\nfacet normal 0 0 1"),
            "a.stl:2: found the end of the line or file, expected 'outer'");
  EXPECT_EQ(text("nothing"),
            "a.stl: found 7 bytes, expected 'solid' or at least the 84 bytes at the start of a "
            "binary STL file");
  std::string bytes = stl_bytes(box_soup({0, 0, 0}, {1, 1, 1}));
  EXPECT_EQ(message_of([&] { read_stl(bytes.substr(0, 200), "b.stl"); }),
            "b.stl: byte 80 says that 12 triangles follow, which take 684 bytes, but the file has "
            "200; is it complete, and an STL file?");
  bytes.replace(84 + 12, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(message_of([&] { read_stl(bytes, "b.stl"); }).substr(0, 37),
            "b.stl: at byte 96: a corner of triang");
}

constexpr const char* box_obj = R"(# a box of quads
o box
v 0 0 0
v 1 0 0
v 1 1 0 1.0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
vn 0 0 1
vt 0 0
f 4 3 2 1
f 5/1/1 6/1/1 7/1/1 8/1/1
f 1//1 2//1 6//1 5//1
f -6 -5 -1 -2
f 2 3 7 6 # the right side
f 1 5 \
  8 4
)";

TEST(Obj, FacesOfManyCornersAndAllWaysToNameThem) {
  const LoadedMesh loaded = read_mesh(box_obj, "b.obj", ".obj");
  EXPECT_EQ(loaded.mesh->triangle_count(), 12);
  EXPECT_TRUE(loaded.report.clean());
  EXPECT_DOUBLE_EQ(volume_of(loaded), 1.0);
}

TEST(Obj, ConcaveFacesAreCutInsideThem) {
  // An arrow head whose notch lies between its second and fourth corner.
  const TriangleSoup soup = read_obj("v 0 0 0\nv 2 0 0\nv 1 0.2 0\nv 1 2 0\nf 1 2 3 4\n", "a.obj");
  ASSERT_EQ(soup.triangles.size(), 2U);
  double area = 0.0;
  for (const auto& t : soup.triangles) {
    const Vec3<double>& a = soup.vertices[to_index(t[0])];
    const Vec3<double> n =
        cross(soup.vertices[to_index(t[1])] - a, soup.vertices[to_index(t[2])] - a);
    EXPECT_GT(n.z, 0.0);
    area += 0.5 * n.z;
  }
  EXPECT_NEAR(area, 1.1, 1e-15);
}

TEST(Obj, SaysWhereAFileIsWrong) {
  const auto text = [](const char* what) { return message_of([&] { read_obj(what, "a.obj"); }); };
  EXPECT_EQ(text("v 0 0\n"),
            "a.obj:1: found the end of the line or file, expected a finite number");
  EXPECT_EQ(text("v 0 0 0\nf 1 2 3\n"),
            "a.obj:2: found '2', expected a vertex from 1 to 1 that is defined above");
  EXPECT_EQ(text("v 0 0 0\nf 1 1\n"), "a.obj:2: found a face of 2 corners, expected at least 3");
  EXPECT_EQ(text("v 0 0 0\nf a\n"),
            "a.obj:2: found 'a', expected the number of a vertex, such as 7 or 7/2/5");
  EXPECT_EQ(message_of([] { read_mesh("v 0 0 0\n", "a.obj", ".obj"); }),
            "a.obj: found no triangles, expected at least one");
}

TEST(MeshFiles, ScaleUnitAndMirror) {
  MeshOptions options;
  options.unit = "mm";
  options.scale = {1000, 2000, 3000};
  EXPECT_NEAR(volume_of(read_mesh(box_obj, "b.obj", ".obj", options)), 6.0, 1e-12);
  options.scale = {-1000, 1000, 1000};  // a mirror image is not inside out
  EXPECT_NEAR(volume_of(read_mesh(box_obj, "b.obj", ".obj", options)), 1.0, 1e-12);
  options.unit = "furlong";
  EXPECT_EQ(message_of([&] { read_mesh(box_obj, "b.obj", ".obj", options); }).substr(0, 40),
            "found the unit 'furlong', expected one o");
  EXPECT_EQ(message_of([&] { load_mesh("no/such.stl"); }),
            "found no file 'no/such.stl', expected a mesh");
}

}  // namespace
}  // namespace catena
