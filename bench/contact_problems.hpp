#pragma once
// The chain of contact solvers on collections of problems: who answers, how well and how fast.

#include <array>
#include <string>
#include <vector>

#include "catena/solvers/contact_chain.hpp"

namespace catena::bench {

// One collection of problems, each solved without a guess.
struct ContactCollection {
  std::string name;
  int problems = 0, solved = 0;  // residual <= 1e-10
  std::array<int, chain_links> by_link{};
  double mean_ms = 0.0, worst_ms = 0.0;  // processor time
  double worst_residual = 0.0;           // of those that were solved
  // Siconos' NSGS (Lemke for bounds); its Lemke and Bullet's Dantzig, which answer for pyramids;
  // -1: not measured.
  int siconos_solved = -1, lemke_answers = -1, dantzig_solved = -1;
  int lemke_tried = 0;  // its tableau is dense: not with many contacts
  double siconos_ms = 0.0, lemke_ms = 0.0, dantzig_ms = 0.0;  // mean
};

// One problem of another program, beside Siconos where that is installed.
struct ContactProblem {
  std::string name;
  int rows = 0;
  ChainReport report;
  double ms = 0.0;
  double siconos_residual = -1.0, siconos_ms = 0.0;  // negative: not measured
  double lemke_ms = -1.0, dantzig_ms = -1.0;         // negative: gave up, or not measured
};

// A step that begins with the forces of the one before.
struct WarmStep {
  std::string scene;
  int contacts = 0;
  double us = 0.0;
};

// Brick walls without a guess.
struct ContactGrowth {
  int contacts = 0;
  double cold_ms = 0.0, warm_ms = 0.0;
};

struct ContactReport {
  std::vector<ContactCollection> collections;
  std::vector<ContactProblem> problems;
  std::vector<WarmStep> steps;
  std::vector<ContactGrowth> growth;
  double cold_exponent = 0.0, warm_exponent = 0.0;  // time grows as contacts^exponent
  std::vector<std::string> notes;
};

ContactReport measure_contact(bool quick);

std::string contact_text(const ContactReport& report);
std::string contact_csv(const ContactReport& report);

}  // namespace catena::bench
