#include "catena/elements/rows.hpp"

namespace catena {

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
