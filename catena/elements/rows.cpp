#include "catena/elements/rows.hpp"

#include <cmath>

namespace catena {

ContactLaw law_of(const Block& block) {
  if (block.law == Law::Bounded) return bounded_row(block.lower, block.upper);
  ContactLaw law = coulomb_contact(block.friction);
  law.limit_rows[0] = static_cast<unsigned char>(block.slide_rows);
  law.limit_rows[1] = static_cast<unsigned char>(block.roll_rows);
  for (int r = 0; r < block.slide_rows; ++r) law.friction[r] = block.friction;
  for (int r = 0; r < block.roll_rows; ++r) law.friction[block.slide_rows + r] = block.rolling;
  return block.law == Law::TwoSidedCone ? two_sided(law) : law;
}

void Block::use_friction(bool holding) {
  const double now = holding ? frictions.holds : frictions.slides;
  holds = holding;
  if (law != Law::Bounded) {
    friction = now;
    return;
  }
  if (std::isfinite(lower)) lower = -now;
  if (std::isfinite(upper)) upper = now;
}

void RowList::put_into(Response& response) const {
  response.clear();
  for (const Block& block : blocks) {
    const Row& first = rows[static_cast<std::size_t>(block.row)];
    if (first.dof >= 0) {
      response.add_coordinate(first.dof);
      continue;
    }
    response.begin_pair(first.on_a.node, first.on_b.node, first.point);
    for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r) {
      const Row& row = rows[static_cast<std::size_t>(r)];
      response.add_row(row.on_a.wrench, row.on_b.wrench);
    }
  }
}

}  // namespace catena
