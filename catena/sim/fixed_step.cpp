// Methods of fixed step size. The state inside a step is found by a shorter step of the same
// method.

#include "catena/math/quaternion.hpp"
#include "catena/sim/integrator.hpp"

namespace catena {

namespace {

class FixedStep : public Integrator {
 public:
  StepOutcome step(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
                   Eigen::VectorXd& y1) final {
    t_ = t, h_ = h, y0_ = y0;
    advance(equations, t, h, y0, y1);
    return {true, h};
  }
  void inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) final {
    advance(equations, t_, theta * h_, y0_, y);
  }
  bool has_fixed_step() const final { return true; }
  bool is_dense() const final { return true; }

 protected:
  virtual void advance(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
                       Eigen::VectorXd& y1) = 0;

 private:
  double t_ = 0.0, h_ = 0.0;
  Eigen::VectorXd y0_;
};

Vec3<double> three_of(const Eigen::VectorXd& x, int first) {
  return {x[first], x[first + 1], x[first + 2]};
}
void put(const Vec3<double>& three, int first, Eigen::VectorXd& x) {
  x[first] = three.x, x[first + 1] = three.y, x[first + 2] = three.z;
}

// The new velocity moves the position: of order 1, and symplectic for conservative systems whose
// coordinates have dq/dt = v.
class SemiImplicitEuler final : public FixedStep {
  void advance(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
               Eigen::VectorXd& y1) override {
    const int nv = equations.nv();
    k_.resize(y0.size());
    equations.derivative(t, y0, k_);
    y1 = y0 + h * k_;
    // The axes of a free joint's body turn. A velocity of flight that stays the same would change
    // in them by -w x v, and a step along that tangent lengthens it, by half the square of the
    // angle: 22,000-fold in a second at 100 rad/s and 1 ms. So it takes its step in axes that stay,
    // those of the start, and is turned into the new ones at the end.
    find_free_joints(equations.coordinates());
    for (const int first : free_) {
      const Vec3<double> w = three_of(y0, nv + first), v = three_of(y0, nv + first + 3);
      put(three_of(y1, nv + first + 3) + h * cross(w, v), nv + first + 3, y1);
    }
    // Positions move with the new velocity.
    equations.position_rate(y0, y1.segment(nv, nv), k_);
    y1.head(nv) = y0.head(nv) + h * k_.head(nv);
    for (const int first : free_) {
      const Vec3<double> turn = -h * three_of(y1, nv + first);
      put(rotation_matrix(exponential(turn)) * three_of(y1, nv + first + 3), nv + first + 3, y1);
    }
  }
  // The first velocity coordinate of each: three of turning, three of moving, in the body's axes.
  void find_free_joints(const Coordinates& coordinates) {
    free_.clear();
    const auto look = [&](const Model& part, int first_v) {
      for (const Node& node : part.nodes())
        if (node.kind == NodeKind::Free) free_.push_back(first_v + node.v);
    };
    look(coordinates.tree(), 0);
    if (coordinates.links() != nullptr) look(*coordinates.links(), coordinates.tree().nv());
  }

  Eigen::VectorXd k_;
  std::vector<int> free_;
};

// Positions and velocities both move on by their rates at the start of the step (Carvalho 2007, eq.
// 3.54). Every oscillation gains energy.
class Euler final : public FixedStep {
  void advance(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
               Eigen::VectorXd& y1) override {
    k_.resize(y0.size());
    equations.derivative(t, y0, k_);
    y1 = y0 + h * k_;
  }
  Eigen::VectorXd k_;
};

// The classical method of order 4, in the local coordinates of chart.hpp.
class RungeKutta4 final : public FixedStep {
  void advance(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
               Eigen::VectorXd& y1) override {
    for (Eigen::VectorXd* k : {&k1_, &k2_, &k3_, &k4_}) k->resize(y0.size());
    equations.derivative(t, y0, k1_);
    stage_ = y0 + (0.5 * h) * k1_;
    equations.derivative(t + 0.5 * h, stage_, k2_);
    stage_ = y0 + (0.5 * h) * k2_;
    equations.derivative(t + 0.5 * h, stage_, k3_);
    stage_ = y0 + h * k3_;
    equations.derivative(t + h, stage_, k4_);
    y1 = y0 + (h / 6.0) * (k1_ + 2.0 * k2_ + 2.0 * k3_ + k4_);
  }
  Eigen::VectorXd k1_, k2_, k3_, k4_, stage_;
};

}  // namespace

std::unique_ptr<Integrator> make_semi_implicit_euler() {
  return std::make_unique<SemiImplicitEuler>();
}
std::unique_ptr<Integrator> make_euler() {
  return std::make_unique<Euler>();
}
std::unique_ptr<Integrator> make_runge_kutta_4() {
  return std::make_unique<RungeKutta4>();
}

}  // namespace catena
