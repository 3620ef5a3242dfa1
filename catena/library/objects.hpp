#pragma once
// Things to grasp, each one body on a free joint "move": of few convex solids, in metres, standing
// on z = 0 of the body's frame.
//
//   handset  a telephone handset, 203 x 57 x 52 mm and 0.5 kg: ear and mouth piece stand on the
//            bench, between them a hollow of 98 mm with its ceiling 23 mm above it (the object of
//            Miller & Christensen 2003; our own geometry)
//   mug      80 mm wide, 95 mm high, hollow, with a handle along +x; 0.35 kg
//   bottle   70 mm wide, 230 mm high; 0.6 kg
//   box      100 x 60 x 40 mm, 0.2 kg
//   ball     70 mm wide, 0.1 kg
//
// And one to put them on, which a weld "stand" holds:
//
//   workbench  1.2 m by 0.7 m, its top 0.6 m above the floor; 40 kg

#include <string_view>

#include "catena/model/model_builder.hpp"

namespace catena {

// Whether describe_object() knows the name.
bool is_object(std::string_view name);
// By name; the body has that name, too. Throws ModelError for a name that does not exist.
ModelBuilder describe_object(std::string_view name);

}  // namespace catena
