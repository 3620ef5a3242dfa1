#pragma once
// The picture of a study: one result over two parameters.

#include "catena/plot/heat_map.hpp"
#include "catena/study/study_table.hpp"

namespace catena {

// Variants that did not reach their end have no value, and say why. Throws std::invalid_argument
// where the study has no map.
HeatMap study_picture(const Study& study, const StudyTable& table);

}  // namespace catena
