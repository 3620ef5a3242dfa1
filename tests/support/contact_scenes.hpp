#pragma once
// Contact problems of free bodies in system form: stacks, slopes, a pinch, walls and random
// impacts.

#include <Eigen/Core>
#include <random>
#include <vector>

#include "catena/solvers/step_problem.hpp"

namespace catena::test {

// Free bodies, all axes those of the world: velocities are those of the centre of mass, angular
// part first.
class BodyScene {
 public:
  struct Body {
    double mass;
    Eigen::Vector3d inertia, position;
    Eigen::Vector3d spin = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero();
  };
  // Body a pushes with -n on b (-1: the ground), so that n points from b to a.
  struct Touch {
    int a, b;
    Eigen::Vector3d point, normal;
    double friction, gap = 0.0;
  };
  std::vector<Body> bodies;
  std::vector<Touch> touches;

  int add_box(double mass, const Eigen::Vector3d& sides, const Eigen::Vector3d& position);
  // Four points of a horizontal rectangle below body a.
  void add_corners(int a, int b, const Eigen::Vector3d& middle, double half_x, double half_y,
                   double friction);

  // The problem of a step of length h under an acceleration: v_free = v + h g, bias gap / h.
  void write(StepProblem& problem, double h, const Eigen::Vector3d& gravity) const;
  // Velocities after a step, as written by the chain.
  void set_velocities(const std::vector<double>& v);
};

Eigen::Vector3d tilted_gravity(double angle, double azimuth = 0.0);

BodyScene box_on_floor(double friction);                           // 4 contacts, 6 coordinates
BodyScene box_stack(int boxes, double top_mass, double friction);  // one on the other, 0.2 m, 1 kg
BodyScene brick_wall(int columns, int layers, double friction);

// 4 to 31 contacts between random bodies and the ground that move towards each other.
BodyScene random_impact(std::mt19937_64& random, int contacts, int bodies);
// 1 to 8 boxes, the top up to 1000 times heavier, on a slope up to 17 degrees, friction 0.1 to 0.7,
// every second one shaken.
struct RandomStack {
  BodyScene scene;
  Eigen::Vector3d gravity;
};
RandomStack random_stack(std::mt19937_64& random, bool shaken);

// The same problem in coordinates in which the mass matrix is one; that of scenes is diagonal.
void write_with_unit_mass(const StepProblem& given, StepProblem& unit);

// In [low, high), the same with every library.
double draw(std::mt19937_64& random, double low, double high);

}  // namespace catena::test
