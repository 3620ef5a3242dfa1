#include "catena/elements/rows.hpp"

#include <cmath>
#include <utility>

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

ContactLaw law_of_unknowns(const Block& block) {
  if (block.unknown_count() == 1) return bounded_row(block.lower, block.upper);
  ContactLaw law = coulomb_contact(block.friction);
  const Eigen::Index slides = block.unknown_slides(), rolls = block.unknown_rolls();
  int limit = 0, row = 0;
  for (const auto& [count, most] : {std::pair{slides, block.friction}, {rolls, block.rolling}}) {
    if (count == 0) continue;
    law.limit_rows[limit++] = static_cast<unsigned char>(count);
    for (Eigen::Index r = 0; r < count; ++r) law.friction[row++] = most;
  }
  if (limit < 2) law.limit_rows[1] = 0;
  return block.two_sided ? two_sided(law) : law;
}

Block::Forces Block::forces(const Eigen::VectorXd& x, Eigen::Index from) const {
  Forces f = Forces::Zero(row_count());
  const double n = x[from++];
  f[0] = n;
  if (law == Law::Bounded) return f;
  if (slides()) {
    f.segment(1, slide_rows) = -side * friction * n * slide.head(slide_rows);
  } else {
    f.segment(1, slide_rows) = x.segment(from, slide_rows);
    from += slide_rows;
  }
  if (rolls())
    f.tail(roll_rows) = -side * rolling * n * roll;
  else if (roll_rows > 0)
    f.tail(roll_rows) = x.segment(from, roll_rows);
  return f;
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
