#pragma once
// Contacts between the shapes of bodies: who is near whom (broad phase), where (regions), and the
// contact of given geometry that each point of a region is until it is looked for again. A vertex
// on a face is a point against a plane, a ball on a face a sphere against a plane.
//
// Nothing is kept from one search to the next but what the state holds (RegionHint), so that a run
// goes on bit for bit from a checkpoint.

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "catena/collision/broad_phase.hpp"
#include "catena/collision/region.hpp"
#include "catena/contact/contact_modes.hpp"
#include "catena/contact/shape_contact_options.hpp"
#include "catena/contact/shape_point.hpp"
#include "catena/contact/shape_surface.hpp"
#include "catena/elements/look.hpp"
#include "catena/threads/thread_team.hpp"

namespace catena {

// Two bodies whose shapes overlap.
struct BodyOverlap {
  BodyId a, b;
  double depth;  // m
};

// Large because steps of all kinds, sleeping, queries and files ask about the same shapes.
class ShapeContacts {
 public:
  // `first_pair`: the number of the first pair of shapes among all pairs of contacts. `team`: what
  // shares the work; null: the caller does it alone. It must live as long as this.
  ShapeContacts(const Coordinates& coordinates, const ShapeContactOptions& options, int first_pair,
                ThreadTeam* team = nullptr);

  // From now on, pairs of bodies of which none moves are not looked at: those of trees that sleep
  // (one flag per tree; sleep_record.hpp) and of the world. Empty: all are.
  void set_asleep(std::span<const char> trees);
  // Whether a pair is one of these.
  bool sleeps(int pair) const {
    const auto [a, b] = shapes_of(pair);
    return !rests_.empty() && rests(a) && rests(b);
  }
  // The trees of the two shapes of a pair; -1: the world.
  std::pair<int, int> trees_of(int pair) const {
    const auto [a, b] = shapes_of(pair);
    return {tree_of_[static_cast<std::size_t>(a)], tree_of_[static_cast<std::size_t>(b)]};
  }

  // From now on, points are contacts over steps of any length: where faces lie on each other,
  // crossings of their edges move over both. Else they are points of one body until the next
  // search, which is the better one where that is soon.
  void set_exact(bool exact);
  // Those of the last search.
  const std::vector<ShapePoint>& points() const { return points_; }

  // From now on, what no point of which is faster than this, m/s, counts as if it were at rest: how
  // far it may come, and how it turns. Two bodies that have not moved are then not looked at again.
  void set_still(double speed) {
    remembers_ &= speed == still_;
    still_ = speed;
  }
  // Finds the points that may close within the time `ahead`, s, by increasing key. What has not
  // moved since the last search is not looked for again: the answer is the same.
  const std::vector<ShapePoint>& find_points(const Look& look, const RegionHints& hints,
                                             double ahead);
  // The same, as contacts that are added.
  void find(const Look& look, const RegionHints& hints, double ahead,
            std::vector<Contact>& contacts, std::vector<ContactKey>& keys);
  // Those of the last find().
  const RegionHints& hints() const { return hints_; }
  // How deep shapes overlap now, m, of the pairs that were near at the last find() and have moved
  // by enough to do so; no less than `least` counts.
  double overlap_since(const Look& look, double least);
  // Bodies that may touch and overlap by more than `depth`, m, each pair once; not the ground.
  std::vector<BodyOverlap> overlaps(const Look& look, double depth);

  // How fast any point of a shape was at the last find(), m/s, at most.
  double fastest() const { return fastest_; }

  int first_pair() const { return first_pair_; }
  int shape_count() const { return static_cast<int>(items_.size()); }
  // "ball box": the two bodies of a pair, counted from first_pair.
  std::string name(int pair) const;
  // What the pairs of surfaces do to each other, see ShapePoint::law. Axes of friction are those of
  // a shape: axis_is_of_a says whether of the first of both.
  const std::vector<ContactMaterial>& laws() const { return laws_; }
  // The names of the surfaces that move, in the order of ShapePoint::belt_a.
  const std::vector<std::string>& belts() const { return belts_; }
  // Which shapes a pair is of, and back.
  std::pair<int, int> shapes_of(int pair) const;
  int pair_of(int a, int b) const;
  // "ball.0": a shape of a body, for files.
  const std::string& shape_name(int shape) const {
    return items_[static_cast<std::size_t>(shape)].name;
  }
  // The body of a shape, where the shape is on it, and the shape itself.
  BodyId body_of(int shape) const { return items_[static_cast<std::size_t>(shape)].body; }
  const Transform<double>& pose_on_body(int shape) const {
    return items_[static_cast<std::size_t>(shape)].X_BS;
  }
  const Collider& collider_of(int shape) const {
    return items_[static_cast<std::size_t>(shape)].collider;
  }
  // Whether two shapes may touch at all: joints and filters do not keep them from it.
  bool may_touch(int a, int b) const;

 private:
  friend class ShapePassage;
  friend class ShapeWay;
  struct Item {
    BodyId body;
    Transform<double> X_BS;
    Collider collider;
    int surface;   // its number among surfaces_
    double reach;  // from the body's origin
    int solid;     // its number in the broad phase; -1: it is near to all
    std::string body_name, name;
    int belt;  // of its surface, among those of all shapes; -1: it does not move
    // Of the ellipsoid that it is, or of its rims, in the axes of the body; null: there are none.
    std::shared_ptr<const Mat3<double>> half_axes = {};
  };
  struct Side;  // of a contact
  static void find_cone(const Item& item, const Vec3<double>& at, Side& side);
  // Of two bodies: Joined touch where one of them is the ground.
  enum class Filter : char { Touch, Joined, Never };
  struct Parted {
    std::pair<int, int> bodies;
    Filter filter;
  };
  struct Moving {  // an item at the present instant
    Transform<double> X_WS;
    double margin = 0.0;   // how far its points may come, m
    Vec3<double> turning;  // its angular velocity
    double speed = 0.0;    // of any of its points, m/s, at most
    bool stays = false;    // all of this is as it was at the search before
  };
  struct Near {
    int a, b;
    double apart = 0.0;  // their distance, m, or less where they are apart
    // The normal of their distance when they were last found to be apart, in the frame of a; zero:
    // none is known. It tells sooner that they are, and nothing else.
    Vec3<double> parting = {0, 0, 0};
    int before = -1;           // its place at the search before, where neither has moved since
    int first = 0, count = 0;  // of its points
    int found = -1;            // its place among the regions that were found; -1: none
    friend bool operator<(const Near& p, const Near& q) {
      return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    }
  };

  void add_shapes(const Model& model, const ShapeContactOptions& options);
  void add_solids(const Model& model);
  void find_touching_bodies(const Coordinates& coordinates, const ShapeContactOptions& options);
  void part(BodyId a, BodyId b, Filter filter);
  Filter filter_of(BodyId a, BodyId b) const;
  void place(const Look& look, double ahead);
  void find_near();
  void recall_pairs();
  void recall(Near& near);
  bool still_apart(Near& near) const;
  // What is found of one pair, by any thread, until it is collected in the order of pairs.
  struct Slot {
    bool is_near = false;
    Distance apart = {};
    RegionList regions = {};
    PairCache cache = {};
  };
  struct Overlap {  // of one thread
    double deepest = 0.0;
    PairCache cache = {};
  };
  double overlap_of(const Near& near, const Look& look, double least, PairCache& cache) const;
  void find_hints(const RegionHints& hints);
  bool rests(int shape) const { return rests_[static_cast<std::size_t>(shape)] != 0; }
  bool rests(const Near& near) const { return !rests_.empty() && rests(near.a) && rests(near.b); }
  void look_at(Near& near, const RegionHint* hint, Slot& out) const;
  RegionHint& next_found();
  void add_points(Near& near, bool hinted, const Slot& slot);
  void add_point(const Near& near, const RegionPoint& point);
  Contact contact_of(const ShapePoint& point) const;
  Vec3<double> rolling_direction(const Near& near, const RegionPoint& point) const;
  static bool is_outermost(const Item& item, const Vec3<double>& p, const Vec3<double>& m,
                           const Vec3<double>& centre, double near);
  Side side_of(int shape, const RegionPoint& point, bool is_a, const Vec3<double>& rolling) const;
  static bool is_exact(Contact::Against against, bool flat, const Side& a, const Side& b);
  bool found_the_same(const RegionHints& hints) const;
  RegionHints list_of_found();
  const std::string& body_name(int shape) const {
    return items_[static_cast<std::size_t>(shape)].body_name;
  }

  int first_pair_;
  double distance_;
  bool exact_ = false;
  ShapeFilter filter_;
  std::vector<Item> items_;
  std::vector<std::string> belts_;
  std::vector<ShapeSurface> surfaces_;  // that differ
  std::vector<ContactMaterial> laws_;   // per pair of surfaces
  std::vector<int> node_of_body_;
  std::vector<int> solid_of_body_;  // the node of the first of all bodies that are welded together
  std::vector<Parted> parted_;      // sorted by bodies, of different solids
  std::vector<char> has_filters_;   // per body: it is one of those
  std::vector<int> near_to_all_;    // items without an end that the broad phase does not know
  std::vector<int> item_of_solid_;  // by number in the broad phase
  std::vector<int> tree_of_;        // per item; -1: the world
  std::vector<char> rests_;         // per item: it sleeps or does not move at all; empty: none does
  std::vector<char> rests_before_;
  double gravity_ = 0.0, fastest_ = 0.0, still_ = 0.0;

  BroadPhase broad_{0.0};
  std::vector<Moving> moving_;
  std::vector<Near> near_, near_before_;
  std::vector<const RegionHint*> hint_of_, hint_of_before_;  // per pair of near_; null: none
  std::vector<Slot> slots_;                                  // per pair of near_, or one for all
  std::vector<int> order_;                                   // of the points of a region
  std::vector<Overlap> overlaps_;                            // per thread
  ThreadTeam* team_;
  std::vector<ShapePoint> points_, points_before_;
  // The first found_count_ are those of the last search.
  std::vector<RegionHint> found_, found_before_;
  std::size_t found_count_ = 0;
  RegionHints hints_;
  std::vector<std::shared_ptr<std::vector<RegionHint>>> lists_;  // those that nobody has are free
  std::vector<RegionHint> spare_;                                // whose memory is kept
  // What the last search was asked; whether its answer may be used again.
  RegionHints asked_hints_, asked_hints_before_;
  double asked_ahead_ = -1.0;
  bool remembers_ = false;
};

}  // namespace catena
