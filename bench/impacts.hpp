#pragma once
// Impacts: how the time of one grows with the links of a chain and with the points that are hit at
// once.

#include <string>
#include <vector>

namespace catena::bench {

struct ImpactTime {
  int links = 0, points = 0;
  double ns = 0.0;  // from the configuration to the jump of all velocities
};

struct ImpactReport {
  std::vector<ImpactTime> chains;  // one point, at the tip
  std::vector<ImpactTime> points;  // on one chain of n links
  // ns = (fixed + row m) n + cube m^3, with the least relative error, and the largest of these.
  double fixed = 0.0, row = 0.0, cube = 0.0, error = 0.0;
  // Largest speed of separation that is left at a hit point of a plastic impact, relative to the
  // speed before.
  double residual = 0.0;
};

ImpactReport measure_impacts();

// The tables, and their figures as lines section,model,kernel,contender,value.
std::string impacts_text(const ImpactReport& report);
std::string impacts_csv(const ImpactReport& report);

}  // namespace catena::bench
