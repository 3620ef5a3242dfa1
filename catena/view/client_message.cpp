#include "catena/view/client_message.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "catena/math/nearest_name.hpp"

namespace catena {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_text = 64 * 1024;
constexpr std::size_t longest_name = 200;
constexpr double largest_length = 1e9;  // m; beyond it nothing is drawn or pulled
constexpr double largest_value = 1e12;
constexpr double largest_u32 = std::numeric_limits<std::uint32_t>::max();

// A value for a message: short, and without descending into what it contains.
std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    return text.size() <= 40 ? fmt::format("'{}'", text)
                             : fmt::format("a text of {} bytes", text.size());
  }
  return value.dump();
}

// The keys of one message; says which one is wrong.
class Fields {
 public:
  Fields(const Json& json, std::string what) : json_(json), what_(std::move(what)) {}

  // Refuses all keys but these and `do`.
  void only(std::initializer_list<const char*> keys) const {
    const std::vector<std::string> known(keys.begin(), keys.end());
    for (const auto& item : json_.items()) {
      if (item.key() == "do" || std::find(known.begin(), known.end(), item.key()) != known.end())
        continue;
      const std::string key = shown(Json(item.key()));
      throw MessageError(
          known.empty() ? fmt::format("'{}' has the key {}; expected no more than 'do'", what_, key)
                        : fmt::format("'{}' has the key {}; expected '{}'{}", what_, key,
                                      fmt::join(known, "', '"), hint(item.key(), known)));
    }
  }

  double number(const char* key, double lowest, double highest) const {
    return number_in(at(key), key, lowest, highest);
  }

  // A whole number; the limits are whole, and exact as double.
  template <class Integer>
  Integer integer(const char* key, double lowest, double highest) const {
    const double value = number(key, lowest, highest);
    if (value != std::floor(value)) fail(key, at(key), "a whole number");
    return static_cast<Integer>(value);
  }

  Vec3<double> vector(const char* key) const {
    const Json& value = at(key);
    if (!value.is_array() || value.size() != 3) fail(key, value, "a list of 3 numbers");
    Vec3<double> v{0, 0, 0};
    for (int i = 0; i < 3; ++i)
      v[i] = number_in(value[static_cast<std::size_t>(i)], key, -largest_length, largest_length);
    return v;
  }

  std::string name(const char* key) const {
    const Json& value = at(key);
    const std::string expected = fmt::format("a name of 1 to {} bytes", longest_name);
    if (!value.is_string()) fail(key, value, expected);
    std::string name = value.get<std::string>();
    if (name.empty() || name.size() > longest_name) fail(key, value, expected);
    return name;
  }

  JointKind kind(const char* key) const {
    const std::string found = name(key);
    for (const JointKind kind : {JointKind::Weld, JointKind::Spherical, JointKind::Revolute})
      if (found == to_string(kind)) return kind;
    fail(key, at(key), "weld, spherical or revolute");
  }

  static std::string hint(const std::string& wanted, const std::vector<std::string>& names) {
    return wanted.size() <= longest_name ? nearest_name_hint(wanted, names) : "";
  }

 private:
  const Json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end())
      throw MessageError(fmt::format("'{}' needs the key '{}', which is missing", what_, key));
    return *found;
  }

  double number_in(const Json& value, const char* key, double lowest, double highest) const {
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (!std::isfinite(number) || number < lowest || number > highest)
      fail(key, value, fmt::format("a number from {:.12g} to {:.12g}", lowest, highest));
    return number;
  }

  [[noreturn]] void fail(const char* key, const Json& value, std::string_view expected) const {
    throw MessageError(
        fmt::format("'{}': '{}' is {}; expected {}", what_, key, shown(value), expected));
  }

  const Json& json_;
  std::string what_;
};

template <class Message>
ClientMessage plain(const Fields& fields) {
  fields.only({});
  return Message{};
}

ClientMessage step(const Fields& fields) {
  fields.only({"count"});
  return StepMessage{fields.integer<int>("count", 1, 600)};
}

ClientMessage speed(const Fields& fields) {
  fields.only({"value"});
  return SpeedMessage{fields.number("value", 0.01, 10)};
}

ClientMessage pull(const Fields& fields) {
  fields.only({"body", "at", "to"});
  return PullMessage{fields.integer<int>("body", 0, std::numeric_limits<int>::max()),
                     fields.vector("at"), fields.vector("to")};
}

ClientMessage set(const Fields& fields) {
  fields.only({"motor", "value"});
  return SetMessage{fields.name("motor"), fields.number("value", -largest_value, largest_value)};
}

ClientMessage cut(const Fields& fields) {
  fields.only({"joint"});
  return CutMessage{fields.name("joint")};
}

ClientMessage connect(const Fields& fields) {
  fields.only({"a", "b", "kind"});
  return ConnectMessage{fields.name("a"), fields.name("b"), fields.kind("kind")};
}

ClientMessage frames(const Fields& fields) {
  fields.only({"id", "first", "count", "stride"});
  return FramesMessage{fields.integer<std::uint32_t>("id", 0, largest_u32),
                       fields.integer<std::uint32_t>("first", 0, largest_u32),
                       fields.integer<std::uint32_t>("count", 1, largest_u32),
                       fields.integer<std::uint32_t>("stride", 1, largest_u32)};
}

ClientMessage column(const Fields& fields) {
  fields.only({"id", "name"});
  return ColumnMessage{fields.integer<std::uint32_t>("id", 0, largest_u32), fields.name("name")};
}

struct Reader {
  const char* name;
  ClientMessage (*read)(const Fields&);
};
constexpr std::array readers{Reader{"play", plain<PlayMessage>},
                             Reader{"pause", plain<PauseMessage>},
                             Reader{"step", step},
                             Reader{"speed", speed},
                             Reader{"reset", plain<ResetMessage>},
                             Reader{"pull", pull},
                             Reader{"release", plain<ReleaseMessage>},
                             Reader{"set", set},
                             Reader{"cut", cut},
                             Reader{"connect", connect},
                             Reader{"save", plain<SaveMessage>},
                             Reader{"frames", frames},
                             Reader{"column", column}};

// Messages are objects of numbers, texts and flat lists. Depth and doubled keys are refused while
// parsing: the library keeps the last of two equal keys in silence, and some of its functions
// recurse.
Json parsed(std::string_view text) {
  std::set<std::string> keys;
  const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
    const bool opens =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (opens && (depth > 1 || (depth == 1 && event == Json::parse_event_t::object_start)))
      throw MessageError(
          "the message is nested too deeply; expected numbers, texts and flat lists");
    if (event == Json::parse_event_t::key && !keys.insert(value.get<std::string>()).second)
      throw MessageError(fmt::format("the key {} appears twice in one message", shown(value)));
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), check);
  } catch (const Json::parse_error& error) {
    throw MessageError(
        fmt::format("the message is not valid JSON: error at byte {}; expected for example "
                    "{{\"do\": \"play\"}}",
                    error.byte));
  } catch (const Json::out_of_range&) {
    throw MessageError("the message contains a number that is too large");
  }
}

}  // namespace

ClientMessage parse_client_message(std::string_view text) {
  if (text.size() > longest_text)
    throw MessageError(
        fmt::format("the message has {} bytes; expected at most {}", text.size(), longest_text));
  const Json json = parsed(text);
  if (!json.is_object())
    throw MessageError(
        fmt::format("the message is {}; expected an object with the key 'do'", shown(json)));
  const auto wanted = json.find("do");
  if (wanted == json.end() || !wanted->is_string())
    throw MessageError(
        "the message does not say what to do; expected for example {\"do\": \"play\"}");
  const std::string& name = wanted->get_ref<const std::string&>();
  std::vector<std::string> names;
  for (const Reader& reader : readers) {
    if (name == reader.name) return reader.read(Fields(json, name));
    names.emplace_back(reader.name);
  }
  throw MessageError(fmt::format("'do' is {}; expected one of {}{}", shown(*wanted),
                                 fmt::join(names, ", "), Fields::hint(name, names)));
}

std::string error_text(std::string_view message) {
  const Json json = {{"is", "error"}, {"message", message}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace catena
