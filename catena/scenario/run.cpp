// How a scenario is integrated, recorded and plotted.

#include <fmt/format.h>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

template <class Choice>
using Choices = std::vector<std::pair<std::string, Choice>>;

template <class Choice>
Choice read_choice(const Value& value, const char* what, const Choices<Choice>& choices) {
  const std::string text = value.text();
  std::vector<std::string> names;
  for (const auto& [name, choice] : choices) {
    if (name == text) return choice;
    names.push_back(name);
  }
  value.fail_choice(what, names);
}

void set_all_columns(RecordOptions& options, bool on) {
  for (bool RecordOptions::*column :
       {&RecordOptions::q, &RecordOptions::v, &RecordOptions::a, &RecordOptions::tau,
        &RecordOptions::energy, &RecordOptions::wrenches, &RecordOptions::limits,
        &RecordOptions::contacts, &RecordOptions::cables, &RecordOptions::poses,
        &RecordOptions::energy_by_source})
    options.*column = on;
}

}  // namespace

void read_integrator(const Value& value, IntegratorOptions& options) {
  const Fields fields = value.fields(scenario_keys::integrator);
  if (const auto kind = fields.find("kind"))
    options.kind = read_choice<IntegratorKind>(*kind, "integrator",
                                               {integrator_names.begin(), integrator_names.end()});
  const bool fixed = options.kind == IntegratorKind::RungeKutta4 ||
                     options.kind == IntegratorKind::SemiImplicitEuler;
  options.step = fixed ? IntegratorOptions().step : 0.0;  // 0: the method chooses
  if (const auto step = fields.find("step"))
    options.step = step->number(quantity::time, Range::Positive);
  for (const char* key : {"tolerance", "absolute_tolerance", "max_step"})
    if (fixed && fields.has(key))
      fields.at(key).fail(
          "this integrator has a fixed step; set 'step', or choose dormand_prince "
          "or radau");
  if (const auto tolerance = fields.find("tolerance"))
    options.relative_tolerance = tolerance->number(quantity::number, Range::Positive);
  if (const auto tolerance = fields.find("absolute_tolerance"))
    options.absolute_tolerance = tolerance->number(quantity::number, Range::Positive);
  if (const auto step = fields.find("max_step"))
    options.max_step = step->number(quantity::time, Range::Positive);
}

void read_record(const Value& value, const Model& model, RecordOptions& options) {
  const Fields fields = value.fields(scenario_keys::record);
  if (const auto interval = fields.find("interval"))
    options.interval = interval->number(quantity::time, Range::Positive);
  if (const auto columns = fields.find("columns")) {
    set_all_columns(options, false);
    for (const Value& column : columns->items())
      options.*read_choice<bool RecordOptions::*>(
                   column, "column",
                   {{"q", &RecordOptions::q},
                    {"v", &RecordOptions::v},
                    {"a", &RecordOptions::a},
                    {"tau", &RecordOptions::tau},
                    {"f", &RecordOptions::wrenches},
                    {"energy", &RecordOptions::energy},
                    {"limits", &RecordOptions::limits},
                    {"contacts", &RecordOptions::contacts},
                    {"cables", &RecordOptions::cables},
                    {"poses", &RecordOptions::poses},
                    {"energy_by_source", &RecordOptions::energy_by_source}}) = true;
  }
  if (const auto frames = fields.find("frames"))
    for (const Value& name : frames->items())
      options.frames.push_back(located(name, [&] { return model.find_frame(name.text()); }));
}

void read_plots(const Value& list, std::vector<PlotPanel>& plots) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::plot);
    PlotPanel panel;
    panel.title = fields.at("title").text();
    for (const Value& column : fields.at("columns").one_or_items())
      panel.columns.push_back(column.text());
    plots.push_back(std::move(panel));
  }
}

}  // namespace catena::scenario
