#pragma once
// Pairs of bodies that do not touch because a joint connects them, although they are apart where
// the mechanism starts: whoever lets one of them run into the other is told why it goes through.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/catena/check_parts.hpp"
#include "catena/contact/shape_queries.hpp"

namespace catena::app {

class JoinedPairs {
 public:
  explicit JoinedPairs(const SimulationSetup& setup);

  bool empty() const { return pairs_.empty(); }
  // Pairs that their joint alone can bring together.
  void remark_on_meetings(Remarks& remarks);
  // Where all bodies are at a time of a run; remembers who is inside of whom.
  void see(double t, std::span<const Transform<double>> poses);
  void remark_on_passages(Remarks& remarks) const;

 private:
  struct Pair {
    BodyId a, b;
    std::string joint;
    int tree_joint;                           // -1: it closes a loop
    std::vector<std::pair<int, int>> shapes;  // numbers of ShapeContacts
    double first = 0.0, depth = 0.0;          // of a passage, s and m
  };
  void add_joint(const JointSpec& spec, int tree_joint, BodyId parent, BodyId child,
                 const std::vector<std::vector<BodyId>>& solids);
  void add_pair(BodyId a, BodyId b, const JointSpec& joint, int tree_joint);
  double distance_of(const Pair& pair) const;
  double scene_size() const;
  std::vector<Eigen::VectorXd> directions(const JointInfo& joint) const;
  double speed(const Pair& pair, const Eigen::VectorXd& direction);
  bool meet_along(const Pair& pair, const Eigen::VectorXd& direction, double range);
  std::string text(const Pair& pair) const;

  const SimulationSetup& setup_;
  ShapeQueries queries_;
  Eigen::VectorXd q_;  // where it starts
  std::vector<Pair> pairs_;
};

}  // namespace catena::app
