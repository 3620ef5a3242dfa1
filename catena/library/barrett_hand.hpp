#pragma once
// The Barrett hand: three fingers of two links, four motors. Two fingers turn about the palm's edge
// by one spread angle, the third, the thumb, does not. One motor closes each finger: it turns the
// proximal link through a clutch, and by a cable the distal link against the palm, 4/3 as fast.
// While the clutch grips, the distal joint turns a third as fast as the proximal one. Where it lets
// go, the proximal link stands still, because its worm gear cannot be driven back, and the distal
// joint turns 4/3 as fast as the motor.
//
// Lengths and angles are those that Miller & Christensen 2003 simulate, masses those of the real
// hand; the geometry is our own, of few convex solids. z points out of the palm, y away from the
// thumb. At zero the fingers lie open.
//
// Bodies: palm; finger1_knuckle, finger1_proximal, finger1_distal, finger1_rotor, the same for
// finger2, and without a knuckle for thumb. Joints: finger1.spread (0 to 180 degrees;
// finger2.spread follows by the coupling "spread"), finger1.proximal (0 to 140), finger1.distal (0
// to 48), and finger1.motor, in turns of the proximal joint. Loops: finger1.cable, a coupling, and
// finger1.clutch, a weld between rotor and proximal link that is cut where the clutch lets go.

#include "catena/library/builtin_loops.hpp"
#include "catena/model/model_builder.hpp"

namespace catena {

// Adds the hand to a body, or to the world: its palm is welded to `parent` by the joint "mount".
void add_barrett_hand(ModelBuilder& builder, BodyId parent,
                      const Transform<double>& X_PH = Transform<double>::identity());
// The clutches of the hand that is part of a tree, as they grip.
LoopSpecs barrett_hand_loops(const Model& tree);
// Its cables, and what joins the two spread angles.
std::vector<FormulaCoupling> barrett_hand_couplings();

// The hand alone, on the world.
ModelBuilder describe_barrett_hand();

}  // namespace catena
