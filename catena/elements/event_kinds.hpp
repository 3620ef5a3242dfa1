#pragma once
// The kinds of events and the numbers that events have: the one table that the recorder, plots, the
// viewer and the documentation (docs/recordings.md) use.

#include <optional>
#include <span>
#include <string_view>

namespace catena {

struct SimulationEvent;

enum class EventKind {
  Limit,
  Hold,
  Release,
  Stick,
  Slip,
  Taut,
  Slack,
  Impact,
  Touch,
  Lift,
  Rest,
  Jam,
  Chatter,
  Connect,
  Cut,
  Assemble,
  Outside,
  Method,
  Residual,
  Switch,
  Slide,
  Kink,
  Lock,
  Ignore,
  Closed,
  Opened,
  Off,
  On,
  Breakaway,
  Mark
};

// What an event is about. Events of one group have one colour.
enum class EventGroup { Stop, Friction, Cable, Impact, Contact, Connect, Cut, Start, Drive };

// On which side, in which direction or in which manner it happened.
enum class EventHow {
  None,
  Lower,
  Upper,
  Forwards,
  Backwards,
  Sticks,
  Slides,
  Inside,
  Above,
  Steps,
  Events,
  Implicit,
  Explicit,
  Disengages,
  Engages
};

struct EventKindInfo {
  EventKind kind;
  std::string_view text;  // in files
  EventGroup group;
  std::string_view meaning;
  std::string_view numbers;  // the columns that it fills, between blanks; `how` and `note` too
};

// A number of an event: a column of the events file.
struct EventNumber {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
  bool component;                        // of a vector
  double (*of)(const SimulationEvent&);  // NaN: the event has none
};

// All kinds, in the order of the enumeration.
std::span<const EventKindInfo> event_kinds();
const EventKindInfo& info(EventKind kind);
std::string_view to_string(EventKind kind);
// Nothing where no event of a simulation is called so.
std::optional<EventKind> find_event_kind(std::string_view text);

// Empty for None.
std::string_view to_string(EventHow how);

// All numbers, in the order of the columns.
std::span<const EventNumber> event_numbers();

}  // namespace catena
