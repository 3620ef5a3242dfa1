#pragma once

namespace catena {

// The kinds that kernels know. Every joint of a user is compiled into one or more of these, with
// its axis turned onto z.
enum class NodeKind { Weld, Revolute, Prismatic, Helical, Spherical, Free, Custom };

}  // namespace catena
