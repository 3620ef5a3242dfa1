#include "catena/sim/grasp_pull.hpp"

#include <algorithm>
#include <cmath>

#include "catena/sim/grasp_record.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {

namespace {

constexpr int moments_per_ramp = 50;
// An object that moves by less than this share of `runs` within a window is nearly at rest.
constexpr double nearly = 0.05;
// Loads below this share of the scale are zero.
constexpr double nothing = 1e-3;
// A ramp that goes so much further than the load at which the object ran away was too fast.
constexpr double too_fast = 3.0;
// So often the load grows further after the object ran but came to rest.
constexpr int most_shifts = 8;

double size_of(const Model& model, BodyId object) {
  const Inertia<double>& inertia = model.body(object).inertia;
  const double reach = reach_from(model, object, (1.0 / inertia.mass) * inertia.moment);
  return reach > 0.0 ? reach : 1.0;
}

// How far the object goes within windows of time, one after another.
class Windows {
 public:
  Windows(LoadedObject& object, double length)
      : object_(object), length_(length), t_(object.simulation().state().t), at_(object.place()) {}

  // After a step: how far it has gone in this window. `ended` says whether that was all of it.
  double step(bool& ended) {
    const Transform<double> now = object_.place();
    const double gone = object_.distance(at_, now), t = object_.simulation().state().t;
    ended = t - t_ >= length_;
    if (ended) t_ = t, at_ = now;
    return gone;
  }

 private:
  LoadedObject& object_;
  double length_, t_;
  Transform<double> at_;
};

// The load at which the object begins to slide in the hand: no contact sticks for some steps, and
// meanwhile it moves by `far`. Contacts that slide by rounding do not move it.
class SlideWatch {
 public:
  SlideWatch(LoadedObject& object, double far) : object_(object), far_(far) {}

  // After a step.
  void step(double load) {
    if (found_) return;
    if (!object_.slides()) {
      begun_.reset();
      return;
    }
    const Transform<double> now = object_.place();
    if (!begun_) begun_ = {load, now};
    if (object_.distance(begun_->at, now) > far_) found_ = begun_->load;
  }
  std::optional<double> found() const { return found_; }

 private:
  struct Begun {
    double load;
    Transform<double> at;
  };
  LoadedObject& object_;
  double far_;
  std::optional<Begun> begun_;
  std::optional<double> found_;
};

}  // namespace

bool HandAtRest::rests() const {
  return moved < 1e-5 && std::abs(later - pressed) < 0.01 * pressed;
}

GraspPull::GraspPull(const Simulation& of, const State& state, const RecordedGrasp& grasp,
                     PullOptions options)
    : grasp_(grasp),
      options_(std::move(options)),
      object_(of, state, grasp.object, size_of(of.model(), grasp.object)) {
  const Model& model = of.model();
  at_rest_.pressed = pressing();
  const Transform<double> before = object_.place();
  object_.run(0.0, 0.0, options_.ramp, [&](double) { return !gives_up(); });
  at_rest_.moved = object_.distance(before, object_.place());
  at_rest_.later = pressing();
  touching_ = touching(object_.start());
  object_.watch_contacts(grasp.hand);
  scale_ = at_rest_.pressed + model.body(grasp.object).inertia.mass * norm(model.gravity());
}

// The sum of normal forces between hand and object.
double GraspPull::pressing() {
  RecordOptions record;
  record.grasps = {grasp_};
  Simulation& simulation = object_.simulation();
  Recorder recorder(simulation, record);
  recorder.row(simulation.state());
  std::vector<TouchPoint> touch;
  recorder.add_touch_points(simulation.state(), touch);
  double sum = 0.0;
  for (const TouchPoint& point : touch)
    if (recorder.grasps().front().hand_at(point)) sum += dot(point.force, point.normal);
  return sum;
}

// Bodies that touch the object, each once.
std::vector<BodyId> GraspPull::touching(const Moment& moment) {
  object_.restore(moment);
  Simulation& simulation = object_.simulation();
  Recorder recorder(simulation, {});
  std::vector<TouchPoint> touch;
  recorder.add_touch_points(simulation.state(), touch);
  std::vector<BodyId> out;
  for (const TouchPoint& point : touch) {
    const bool on_a = point.a == grasp_.object, on_b = point.b == grasp_.object;
    if (point.is == TouchPoint::Is::Open || on_a == on_b) continue;
    const BodyId other = on_a ? point.b : point.a;
    if (std::find(out.begin(), out.end(), other) == out.end()) out.push_back(other);
  }
  return out;
}

std::vector<std::string> GraspPull::met_at(const Moment& moment) {
  std::vector<std::string> met;
  for (const BodyId body : touching(moment))
    if (std::find(touching_.begin(), touching_.end(), body) == touching_.end())
      met.push_back(object_.simulation().model().body(body).name);
  return met;
}

GraspPull::Ramp GraspPull::grow(const Moment& from, double to, double rate) {
  object_.restore(from);
  Ramp out;
  out.moments.push_back(from);
  out.onset = from.load;
  Windows windows(object_, options_.window);
  SlideWatch slide(object_, options_.rest);
  const double apart = (to - from.load) / moments_per_ramp;
  object_.run(to, rate, (to - from.load) / rate, [&](double load) {
    bool ended = false;
    const double gone = windows.step(ended);
    slide.step(load);
    if (gone > options_.runs) return out.ran = load, false;
    if (gone < nearly * options_.runs) out.onset = load;
    if (load > out.moments.back().load + apart) out.moments.push_back(object_.now());
    return !gives_up();
  });
  if (!out.ran) out.moments.push_back(object_.now());
  out.shifted = slide.found();
  return out;
}

// Where the object comes to rest under the load: that state; nothing where it slips.
std::optional<GraspPull::Moment> GraspPull::held_at(const Moment& from, double load, double rate) {
  object_.restore(from);
  bool slips = false;
  if (load > from.load) {
    Windows windows(object_, options_.window);
    object_.run(load, rate, (load - from.load) / rate, [&](double) {
      bool ended = false;
      slips = windows.step(ended) > options_.runs;
      return !slips && !gives_up();
    });
    if (slips || gives_up()) return std::nullopt;
  }
  Windows windows(object_, options_.window);
  bool rests = false;
  object_.run(load, rate, options_.hold, [&](double) {
    bool ended = false;
    const double gone = windows.step(ended);
    rests = ended && gone < options_.rest;
    slips = gone > options_.runs;
    return !slips && !rests && !gives_up();
  });
  if (!rests || slips) return std::nullopt;
  return object_.now();
}

// The largest load on the way that is held, tried from where the object began to move backwards.
GraspPull::Moment GraspPull::last_held(const Ramp& ramp, double rate) {
  std::size_t i = ramp.moments.size();
  while (i > 1 && ramp.moments[i - 1].load > ramp.onset) --i;
  for (std::size_t back = 1; i > 1; i -= std::min(i - 1, back), back *= 2)
    if (const std::optional<Moment> held =
            held_at(ramp.moments[i - 1], ramp.moments[i - 1].load, rate))
      return *held;
  return ramp.moments.front();
}

// How far the object is then from where it was at the start.
double GraspPull::moved_at(const Moment& moment) {
  object_.restore(object_.start());
  const Transform<double> before = object_.place();
  object_.restore(moment);
  return object_.distance(before, object_.place());
}

PullLimit GraspPull::limit(const UnitLoad& load, std::optional<double> expected) {
  object_.choose(load);
  const double zero = nothing * scale_, most = std::max(options_.largest * scale_, zero);
  const double first = std::clamp(expected.value_or(scale_), zero, most);
  Moment low = object_.start();
  double rate = first / options_.ramp, to = std::min(1.1 * first, most);
  std::optional<double> shifted;
  const auto slips = [&](double high) {
    return PullLimit{PullLimit::Status::Slips, low.load, high, moved_at(low), shifted, met_at(low)};
  };
  const auto is_unlimited = [&] { return low.load >= most * (1.0 - 1e-9); };
  const auto unlimited = [&] {
    return PullLimit{
        PullLimit::Status::Unlimited, low.load, 0.0, moved_at(low), shifted, met_at(low)};
  };
  int shifts = 0;
  while (!gives_up() && shifts < most_shifts) {
    const Ramp ramp = grow(low, to, rate);
    if (gives_up()) break;
    if (!shifted) shifted = ramp.shifted;
    // An object that did not run may slide slowly: then the load is not held.
    const Moment& last = ramp.moments.back();
    std::optional<Moment> rests;
    if (!ramp.ran) rests = held_at(last, last.load, rate);
    if (gives_up()) break;
    if (rests) {
      low = std::move(*rests);
      if (is_unlimited()) return unlimited();
      rate = low.load / options_.ramp, to = std::min(2.0 * low.load, most);
      continue;
    }
    const double ran = ramp.ran.value_or(last.load);
    if (low.load == 0.0 && ran > zero && to > too_fast * ran) {
      to = 1.1 * ran, rate = ran / options_.ramp, shifted.reset();
      continue;
    }
    low = last_held(ramp, rate);
    double high = ran;
    while (high > zero && high - low.load > options_.gap * high && !gives_up()) {
      const double middle = 0.5 * (low.load + high);
      if (std::optional<Moment> held = held_at(low, middle, rate))
        low = std::move(*held);
      else
        high = middle;
    }
    if (gives_up()) break;
    // Where all loads below `ran` are held, the hand may have given fast, but hold it, too.
    std::optional<Moment> held;
    if (high == ran) held = held_at(low, ran, rate);
    if (!held) return slips(high);
    low = std::move(*held);
    if (is_unlimited()) return unlimited();
    ++shifts;
    rate *= 0.5, to = std::min(std::max(to, 1.1 * low.load), most);
  }
  return {};
}

}  // namespace catena
