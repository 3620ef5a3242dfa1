#pragma once
// The benchmark's figures as text.

#include <string>
#include <vector>

#include "instructions.hpp"
#include "measure.hpp"
#include "targets.hpp"

namespace catena::bench {

// Processor and compiler.
std::string machine_text();

// Nanoseconds per state of every contender, one section per kernel.
std::string times_text(const std::vector<Row>& rows);
// In short for a README: a row per model, a column per kernel.
std::string times_markdown(const std::vector<Row>& rows);
// One line per figure: section,model,kernel,contender,value.
std::string csv_text(const std::vector<Row>& rows, const std::vector<InstructionCounts>& counts,
                     const std::vector<Target>& targets);

std::string agreement_text(const std::vector<Row>& rows);
std::string instructions_text(const std::vector<InstructionCounts>& counts);
std::string reference_text();
std::string scale_text(const MachineScale& scale);
std::string targets_text(const std::string& title, const std::vector<Target>& targets);
std::string peak_text(const std::vector<Row>& rows, double peak_gflops);

}  // namespace catena::bench
