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
  AppliedForce force;
  force.name = "load on " + of.model().body(object).name;
  force.body = object;
  force.X_BP.translation = centre_of(of.model(), object);
  force.function = [course](const PointMotion& at) {
    const double load = load_of(*course, at.t);
    return Force<double>{load * course->unit.torque, load * course->unit.force};
  };
  SimulationSetup setup = of.setup();
  setup.elements.push_back(std::make_shared<AppliedForceSet>(std::vector{std::move(force)}));
  return setup;
}

LoadedObject::LoadedObject(const Simulation& of, const State& state, BodyId object, double size)
    : object_(object),
      centre_(centre_of(of.model(), object)),
      size_(size),
      course_(std::make_shared<Course>()),
      simulation_(with_load(of, object, course_)) {
  // By names: the copy has one energy account more.
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
  RunObserver observer;
  observer.step = [&](const State& state) { return step(load_at(state.t)); };
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
