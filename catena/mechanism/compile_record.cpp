// What is recorded and shown. What a scenario inherits from another file, and its own changes have
// taken away, is left out with a remark; what it says itself must be there.

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/record_columns.hpp"

namespace catena::compiling {

namespace {

// Whether a key stands in another file than the scenario itself.
bool is_inherited(const Mechanism& mechanism, const Said& said, std::string_view key) {
  const SaidAt *const own = mechanism.said.find(), *const at = said.find(key);
  return own != nullptr && at != nullptr && own->file && at->file && *own->file != *at->file;
}

class Inherited {
 public:
  Inherited(const Mechanism& mechanism, const Said& said, std::vector<std::string>& remarks)
      : mechanism_(mechanism), said_(said), remarks_(remarks) {}

  // Returns whether `action` could be done.
  template <class Action>
  bool try_to(std::string_view key, const Action& action) {
    try {
      action();
      return true;
    } catch (const MechanismError& error) {
      if (!is_inherited(mechanism_, said_, key)) throw;
      remarks_.push_back(fmt::format(
          "{} (left out, because the scenario inherits it and has no such part)", error.what()));
      return false;
    }
  }

 private:
  const Mechanism& mechanism_;
  const Said& said_;
  std::vector<std::string>& remarks_;
};

void compile_touch_columns(const RecordItem& item, const Where& at, const SimulationSetup& setup,
                           Inherited& inherited, RecordOptions& options) {
  const Model& model = *setup.model;
  const auto find = [&](const std::string& name, const char* key, std::size_t i) {
    if (name == "ground" && setup.shape_contacts.ground) return world_body;
    return body_named(at.at(key, i), name, model);
  };
  const bool touches = !setup.contacts.empty() || setup.shape_contacts.enabled;
  for (const char* const key : {"pairs", "touched"}) {
    const bool is_given =
        std::string_view(key) == "pairs" ? !item.pairs.empty() : !item.touched.empty();
    if (!is_given || touches) continue;
    inherited.try_to(key, [&] {
      at.at(key).fail(
          "found bodies whose contacts are recorded, but nothing touches; write contact: "
          "automatic");
    });
  }
  if (!touches) return;
  for (std::size_t i = 0; i < item.pairs.size(); ++i)
    inherited.try_to("pairs", [&] {
      const auto& [a, b] = item.pairs[i];
      RecordedPair pair{find(a, "pairs", i), find(b, "pairs", i), a + "." + b};
      if (pair.a == pair.b)
        at.at("pairs", i).fail(fmt::format("found '{}' and '{}', expected two bodies", a, b));
      options.pairs.push_back(std::move(pair));
    });
  for (std::size_t i = 0; i < item.touched.size(); ++i)
    inherited.try_to("touched",
                     [&] { options.touched.push_back(find(item.touched[i], "touched", i)); });
}

}  // namespace

void compile_record(const Mechanism& mechanism, const SimulationSetup& setup,
                    RecordOptions& options, std::vector<std::string>& remarks) {
  const Model& model = *setup.model;
  const RecordItem& item = mechanism.record;
  const Where at("record", "", item.said);
  Inherited inherited(mechanism, item.said, remarks);
  options.interval = item.interval;
  if (!(item.interval > 0.0))
    at.at("interval").fail(fmt::format("found {} s, expected more than 0", item.interval));
  // Where joints come and go, their positions do not tell where the bodies are.
  options.poses = !mechanism.changes.empty();
  if (item.columns) {
    for (const RecordColumn& column : record_columns) options.*column.option = false;
    for (std::size_t i = 0; i < item.columns->size(); ++i) {
      std::vector<std::string> names;
      bool found = false;
      for (const RecordColumn& column : record_columns) {
        names.emplace_back(column.name);
        if (column.name == (*item.columns)[i]) options.*column.option = found = true;
      }
      if (!found)
        at.at("columns", i)
            .fail(fmt::format("unknown column '{}'{}", (*item.columns)[i],
                              nearest_name_hint((*item.columns)[i], names)));
    }
  }
  for (std::size_t i = 0; i < item.frames.size(); ++i)
    inherited.try_to("frames", [&] {
      options.frames.push_back(
          at.at("frames", i).located([&] { return model.find_frame(item.frames[i]); }));
    });
  compile_touch_columns(item, at, setup, inherited, options);
}

void compile_picture(const Mechanism& mechanism, const Model& model, PictureItem& picture,
                     std::vector<std::string>& remarks) {
  const Where at("picture", "", mechanism.picture.said);
  Inherited inherited(mechanism, mechanism.picture.said, remarks);
  const auto keep = [&](const char* key, std::vector<std::string>& names, auto&& find) {
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (inherited.try_to(key, [&] { at.at(key, i).located([&] { find(names[i]); }); }))
        kept.push_back(names[i]);
    names = kept;
  };
  keep("around", picture.around, [&](const std::string& name) { model.find_body(name); });
  keep("trails", picture.trails, [&](const std::string& name) { model.find_frame(name); });
}

bool plots_are_inherited(const Mechanism& mechanism) {
  return is_inherited(mechanism, mechanism.said, "plots");
}

}  // namespace catena::compiling
