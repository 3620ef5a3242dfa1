#pragma once
// Cables: elastic, without mass, able to pull but not to push. A cable runs from its first stop to
// its last; between them it is guided by eyelets and pulleys. Or it is the cable of an involute
// joint (catena/joints/involute.hpp).

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catena/expressions/expression.hpp"
#include "catena/model/model.hpp"

namespace catena {

struct CableMaterial {
  double youngs_modulus = 0.0;  // Pa
  double area = 0.0;            // of the cross-section, m^2
  double damping = 0.0;         // stress per rate of strain, Pa s
  // 0: slack begins and ends at one moment, which is an event. Otherwise the tension bends from
  // none to its law between the strains -smoothing and +smoothing, and nothing happens suddenly.
  double smoothing = 0.0;

  double stiffness() const { return youngs_modulus * area; }  // N per unit of strain
};

// A point where a cable ends or passes through, or a circle that it touches: a pulley, or a drum
// at an end.
struct CableStop {
  BodyId body{0};
  Vec3<double> at = Vec3<double>::zero();  // the point, or the centre, in the body
  double radius = 0.0;                     // 0: a point
  Vec3<double> axis = {0.0, 0.0, 1.0};     // of the circle, in the body; any length > 0
  int sense = 1;          // +1: the cable, from its first stop on, goes round the axis to the right
  bool grips = false;     // a pulley that the cable turns: it does not slip on it. Ends always grip
  double friction = 0.0;  // Coulomb's, on the way over a stop that does not grip (capstan)
  // Velocity coordinate, of the start, whose position counts the turns of a circle, and the sign
  // with which it does; see find_turns(). Without one, the point where the cable leaves it may
  // wander by half a turn to either side.
  int turn = -1;
  int turn_sign = 1;
};

struct Cable {
  std::string name;
  CableMaterial material;
  std::vector<CableStop> route;  // two stops or more; empty: the cable of `joint`
  // An involute joint that is not rigid, and its first velocity coordinate at the start.
  struct OfJoint {
    JointKind kind = JointKind::InvoluteEps;
    int first_dof = -1;
    double radius = 0.0;
  } joint;
  // At the start, of all that is not wound on circles: without tension, or from the tension that
  // it then has. Of a joint, the joint's coordinates say it.
  enum class Start { RestLength, Tension } start = Start::Tension;
  double start_value = 0.0;  // m or N
  // A winch at its first stop: what it has let out since the start, m, with its rate (m/s).
  struct LetOut {
    double length, rate;
  };
  std::function<LetOut(double t)> winch;
  // The same as a formula of t, where it has kinks; else null.
  std::shared_ptr<const Expression> kinked = nullptr;

  int section_count() const { return route.empty() ? 1 : static_cast<int>(route.size()) - 1; }
};

// How a cable is at one moment, as far as that is not in the coordinates.
struct CableMode {
  // Per part between two stops that grip; there is room for as many as there are sections.
  std::vector<char> taut;
  // Per stop between: +1 slips forward, -1 backward, 0 sticks, or is without friction.
  std::vector<int> slips;
  // Per section: its length without tension, less what its circles have let go.
  std::vector<double> material;
  // Per stop: where on its circle the cable arrived and left at the start, as an angle in space.
  std::vector<double> arrived, left;

  // Of a cable with so many sections, before anything is known about it.
  static CableMode of_sections(int count, bool taut);
};

// Checks names, bodies and numbers. Throws ModelError.
void check_cables(const Model& model, const std::vector<Cable>& cables);
// Sets CableStop::turn where it is not given and the body's joint turns about the circle's axis.
void find_turns(const Model& model, std::vector<Cable>& cables);

}  // namespace catena
