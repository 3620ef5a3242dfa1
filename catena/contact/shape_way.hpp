#pragma once
// What shapes do on the way that bodies go within a step: whether they stay apart, and whether
// those that touch do so with the same features. For the method of events, which takes points of
// regions for contacts of given geometry over steps of any length.

#include <functional>
#include <optional>
#include <vector>

#include "catena/contact/shape_contacts.hpp"

namespace catena {

class ShapeWay {
 public:
  // How bodies stand and move at a fraction of the step, 0 to 1.
  using LookAt = std::function<Look(double part)>;
  // At such an instant: the least gap of all contacts of a pair that are known, m; infinite where
  // there are none.
  using KnownGap = std::function<double(const Look& look, int pair)>;

  // `shapes` finds the contacts at the beginning of the step; it must live as long as this.
  explicit ShapeWay(ShapeContacts& shapes) : shapes_(shapes) {}

  // A step of h seconds after ShapeContacts::find(). `closed`: keys of the contacts of shapes that
  // are closed in it, in increasing order.
  void begin(LookAt look, KnownGap known, double h, std::vector<ContactKey> closed);

  // What goes wrong first, at the latest at the part `bad` of the step, not before `good`.
  struct Fault {
    enum class What {
      Far,      // something comes farther than contacts were looked for
      Overlap,  // shapes of a pair overlap, and no known contact of theirs does
      Feature,  // a closed contact is no corner of its region any more
    };
    What what = What::Far;
    int pair = -1;
    double good = 0.0, bad = 0.0;
  };
  // `features`: whether those are looked for that change.
  std::optional<Fault> first_fault(bool features);
  // Where a step should end for a fault: shortly before shapes overlap, or where the feature has
  // just gone.
  double end_before(const Fault& fault);

  // The distance of the two shapes of a pair, m; and when they have gone on for a time dt as they
  // move now.
  double distance(int pair, const Look& look);
  static double distance_after(const ShapeContacts& shapes, int pair, const Look& look, double dt);

 private:
  struct Sample {
    double part = 0.0;
    std::vector<Transform<double>> X_WS = {};
    std::vector<double> speed = {};  // of any point of a shape, at most
  };
  struct Span {  // of the way of a pair
    double from, to, apart_from, apart_to;
  };
  void take(const Look& look, double part, Sample& out) const;
  double path(int shape, double from, double to) const;
  bool overlaps(int pair, const Look& look);
  void check_reach(std::optional<Fault>& first) const;
  void check_pair(int pair, double apart, bool touches, std::optional<Fault>& first);
  bool check_span(int pair, const Span& span, int depth, std::optional<Fault>& first);
  void check_features(std::optional<Fault>& first);
  bool keeps_features(int pair, const Look& look);

  ShapeContacts& shapes_;
  LookAt look_;
  KnownGap known_;
  double h_ = 0.0;
  std::vector<ContactKey> closed_;
  std::vector<Sample> samples_;
  PairCache cache_;
  RegionList regions_;
};

}  // namespace catena
