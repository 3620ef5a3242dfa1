#include "catena/sim/loaded_object.hpp"

#include <algorithm>
#include <cmath>

#include "catena/sim/checkpoint.hpp"

namespace catena {

namespace {

Vec3<double> centre_of(const Model& model, BodyId body) {
  const Inertia<double>& inertia = model.body(body).inertia;
  return (1.0 / inertia.mass) * inertia.moment;
}

}  // namespace

double LoadedObject::load_of(const Course& course, double t) {
  const double change = course.rate * std::max(0.0, t - course.t), whole = course.to - course.from;
  return course.from + std::copysign(std::min(change, std::abs(whole)), whole);
}

SimulationSetup LoadedObject::with_load(const Simulation& of, BodyId object,
                                        const std::shared_ptr<const Course>& course) {
  // One force for loads along the axes of the world, one for those along the axes of the body: the
  // one that is not meant is zero.
  std::vector<AppliedForce> forces;
  for (const AppliedForce::Axes axes : {AppliedForce::Axes::World, AppliedForce::Axes::Body}) {
    AppliedForce force;
    force.name = (axes == AppliedForce::Axes::World ? "load on " : "own load on ") +
                 of.model().body(object).name;
    force.body = object;
    force.X_BP.translation = centre_of(of.model(), object);
    force.axes = axes;
    force.function = [course, axes](const PointMotion& at) {
      const double load = course->unit.axes == axes ? load_of(*course, at.t) : 0.0;
      return Force<double>{load * course->unit.torque, load * course->unit.force};
    };
    forces.push_back(std::move(force));
  }
  SimulationSetup setup = of.setup();
  setup.elements.push_back(std::make_shared<AppliedForceSet>(std::move(forces)));
  return setup;
}

LoadedObject::LoadedObject(const Simulation& of, const State& state, BodyId object, double size)
    : object_(object),
      centre_(centre_of(of.model(), object)),
      size_(size),
      course_(std::make_shared<Course>()),
      simulation_(with_load(of, object, course_)) {
  // By names: the copy has more energy accounts.
  Checkpoint checkpoint = make_checkpoint(of, state);
  checkpoint.structure_hash = checkpoint.parameter_hash = 0;
  start_.state = state_of(checkpoint, simulation_.setup());
  restore(start_);
}

void LoadedObject::choose(const UnitLoad& load) {
  course_->unit = load;
  restore(start_);
}

void LoadedObject::restore(const Moment& moment) {
  course_->t = moment.state.t;
  course_->from = course_->to = moment.load;
  course_->rate = 0.0;
  simulation_.restore(moment.state);
}

void LoadedObject::run(double to, double rate, double duration,
                       const std::function<bool(double load)>& step) {
  const double t = simulation_.state().t;
  course_->from = load_at(t);
  course_->t = t, course_->to = to, course_->rate = rate;
  points_ = sticks_ = 0;
  RunObserver observer;
  if (!watched_.empty())
    observer.touch = [&](const TouchReport& report) {
      if (report.change == TouchReport::Change::Ends) return;
      const BodyId other = report.a == object_ ? report.b : report.a;
      if (report.a != object_ && report.b != object_) return;
      if (std::find(watched_.begin(), watched_.end(), other) == watched_.end()) return;
      points_ += report.touch.points, sticks_ += report.touch.sticks;
    };
  observer.step = [&](const State& state) {
    const bool goes_on = step(load_at(state.t));
    points_ = sticks_ = 0;
    return goes_on;
  };
  simulation_.advance(t + duration, observer);
}

Transform<double> LoadedObject::place() {
  const Model& model = simulation_.model();
  if (!kinematics_ || structure_ != simulation_.structure_count()) {
    kinematics_ = std::make_unique<Kinematics<double>>(model);
    structure_ = simulation_.structure_count();
  }
  kinematics_->compute(model, In<double>(simulation_.state().q.data(), model.nq()));
  Transform<double> X = kinematics_->pose(model, model.body_frame(object_));
  X.translation = X * centre_;
  return X;
}

double LoadedObject::distance(const Transform<double>& a, const Transform<double>& b) const {
  double turn = 0.0;
  for (const Vec3<double>& axis : {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    const Vec3<double> d = a.rotation * axis - b.rotation * axis;
    turn += dot(d, d);
  }
  return norm(a.translation - b.translation) + size_ * std::sqrt(0.5 * turn);
}

}  // namespace catena
