#pragma once
// The load at which an object slips out of a hand, found by pulling it: from one state of a run the
// load grows slowly until the object runs away; then held loads close in on the limit.
//
// A load is held if the object does not run away and comes to rest within `hold`. It runs away if
// it goes by `runs` within `window`: slow give of servos and tendons is no slip, a jerk is one,
// even if the object jams afterwards. The hand goes on in the time of the scenario, so the numbers
// mean something only if it rests.
//
// Before it runs away the object may shift: all contacts with the hand slide at once, but the hand
// holds more where the object is then. The load at which this begins is told, too.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catena/elements/record_options.hpp"
#include "catena/sim/loaded_object.hpp"

namespace catena {

struct PullOptions {
  double gap = 0.005;     // between the load that is held and the one that slips, relative
  double ramp = 1.0;      // s, in which the load grows to what is expected
  double hold = 4.0;      // s, at most
  double rest = 1e-6;     // m within `window`: the object is at rest
  double runs = 2e-3;     // m within `window`: the object runs away
  double window = 0.05;   // s
  double largest = 10.0;  // no load is tried beyond this multiple of the pressing forces and weight
  std::function<bool()> keep_going = nullptr;  // false: give up
};

struct PullLimit {
  enum class Status {
    Slips,      // between `holds` and `slips`
    Unlimited,  // held up to the largest load that is tried, `holds`
    GivenUp
  };
  Status status = Status::GivenUp;
  double holds = 0.0, slips = 0.0;  // N
  double gave = 0.0;                // by how much the object has moved under `holds`, m
  // The first load under which no contact with the hand sticks and the object moves, N. Where this
  // is below `holds`, the object shifts, finds new hold, and runs away later. Nothing: it sticks.
  std::optional<double> shifts;
  // Bodies that touch the object under `holds`, but did not at the start: they hold it, too.
  std::vector<std::string> met;

  double limit() const { return 0.5 * (holds + slips); }
};

// What the hand does without a load, within PullOptions::ramp.
struct HandAtRest {
  double moved = 0.0;                 // by the object, m
  double pressed = 0.0, later = 0.0;  // sums of normal forces at the start and at the end, N
  bool rests() const;
};

class GraspPull {
 public:
  // `state` is one of `of`, which stays as it is.
  GraspPull(const Simulation& of, const State& state, const RecordedGrasp& grasp,
            PullOptions options = {});

  const HandAtRest& at_rest() const { return at_rest_; }
  // `expected`: about where it slips, N; nothing where that is not known.
  PullLimit limit(const UnitLoad& load, std::optional<double> expected = {});

 private:
  using Moment = LoadedObject::Moment;
  struct Ramp {
    std::vector<Moment> moments;    // on the way, the start first
    double onset = 0.0;             // the last load under which the object was nearly at rest
    std::optional<double> ran;      // the load at which it ran away
    std::optional<double> shifted;  // the first load at which all contacts slid and it moved
  };
  double pressing();
  std::vector<BodyId> touching(const Moment& moment);
  std::vector<std::string> met_at(const Moment& moment);
  Ramp grow(const Moment& from, double to, double rate);
  std::optional<Moment> held_at(const Moment& from, double load, double rate);
  Moment last_held(const Ramp& ramp, double rate);
  double moved_at(const Moment& moment);
  bool gives_up() const { return options_.keep_going && !options_.keep_going(); }

  RecordedGrasp grasp_;
  PullOptions options_;
  LoadedObject object_;
  HandAtRest at_rest_;
  std::vector<BodyId> touching_;  // the object, at the start
  double scale_ = 0.0;            // N: pressing forces and weight
};

}  // namespace catena
