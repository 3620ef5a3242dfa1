#include "catena/sim/pile_gaps.hpp"

#include <cmath>
#include <tuple>
#include <utility>

#include "catena/math/index.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// In the first sweeps contacts are drawn together, too; in the others only what overlaps is parted,
// since not all gaps may be closed at once.
constexpr int most_gap_sweeps = 60, drawing_gap_sweeps = 12;
// Rows within this part of the tolerance are left where they are.
constexpr double near_enough_gap = 0.5;

}  // namespace

Vec3<double> PileGaps::moved(const PileGap& gap) const {
  const Way &a = ways_[to_index(gap.a)], &b = ways_[to_index(gap.b)];
  return a.way + cross(a.turn, gap.arm_a) - b.way - cross(b.turn, gap.arm_b);
}

// By how much a unit impulse along e moves a against b.
double PileGaps::own(const PileGap& gap, const Vec3<double>& e) const {
  double sum = 0.0;
  for (const auto& [body, arm] : {std::pair{gap.a, &gap.arm_a}, std::pair{gap.b, &gap.arm_b}}) {
    if (body == 0) continue;
    const Vec3<double> moment = cross(*arm, e);
    sum += 1.0 / bodies_[body].mass + dot(moment, ways_[to_index(body)].inverse * moment);
  }
  return sum;
}

void PileGaps::push(const PileGap& gap, const Vec3<double>& e, double by) {
  const double size = own(gap, e);
  if (!(size > 0.0)) return;
  const double x = by / size;
  for (const auto& [body, arm, sign] :
       {std::tuple{gap.a, &gap.arm_a, x}, std::tuple{gap.b, &gap.arm_b, -x}}) {
    if (body == 0) continue;
    Way& way = ways_[to_index(body)];
    way.way += (sign / bodies_[body].mass) * e;
    way.turn += sign * (way.inverse * cross(*arm, e));
  }
}

// Rows that are off by less than -least, or by more than `most`.
bool PileGaps::put_back(const PileGap& gap, double least, double most) {
  bool any = false;
  const double now = gap.gap + dot(gap.n, moved(gap));
  if (now < -least || (gap.draws && now > most)) {
    push(gap, gap.n, -now);
    any = true;
  }
  if (!gap.anchored) return any;
  const Vec3<double> by = moved(gap), off = gap.off + (by - dot(gap.n, by) * gap.n);
  const double length = norm(off);
  if (!(length > least)) return any;
  push(gap, (1.0 / length) * off, -length);
  return true;
}

long PileGaps::close(double tolerance, State& state) {
  ways_.assign(to_index(bodies_.count()), {});
  for (int i = 1; i < bodies_.count(); ++i) {
    ways_[to_index(i)].inverse = bodies_.inverse_in(i, bodies_.rotation_in(i, state));
    ways_[to_index(i)].centre = bodies_.centre_in(i, state);
  }
  for (PileGap& gap : gaps_) {
    gap.arm_a = gap.p - ways_[to_index(gap.a)].centre;
    gap.arm_b = gap.p - ways_[to_index(gap.b)].centre;
  }
  seen_.assign(gaps_.size(), -2);
  changes_ = 0;
  long count = 0;
  const double least = near_enough_gap * tolerance;
  for (int sweep = 0; sweep < most_gap_sweeps; ++sweep) {
    bool any = false;
    const double most = sweep < drawing_gap_sweeps ? least : infinity;
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      const PileGap& gap = gaps_[k];
      Way &a = ways_[to_index(gap.a)], &b = ways_[to_index(gap.b)];
      if (a.changed <= seen_[k] && b.changed <= seen_[k]) continue;
      seen_[k] = changes_;
      if (!put_back(gap, least, most)) continue;
      any = true;
      ++count;
      ++changes_;
      if (gap.a != 0) a.changed = changes_;
      if (gap.b != 0) b.changed = changes_;
      seen_[k] = changes_;
    }
    if (!any) break;
  }
  for (int i = 1; i < bodies_.count(); ++i)
    if (const Way& way = ways_[to_index(i)]; way.changed > 0) {
      bodies_[i].stays = false;
      bodies_.move(i, way.way, way.turn, state);
    }
  return count;
}

}  // namespace catena
