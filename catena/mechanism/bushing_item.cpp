#include "catena/mechanism/bushing_item.hpp"

#include <fmt/format.h>

#include "catena/mechanism/element_compiler.hpp"

namespace catena {

namespace {

Bushing::Matrix6 matrix_of(const Where& at, const Stiffness& given) {
  if (given.empty()) return Bushing::Matrix6::Zero();
  const Eigen::MatrixXd matrix = given.matrix(6);
  if (matrix.rows() != 6 || matrix.cols() != 6)
    at.fail(fmt::format("found {} rows and {} columns, expected 6 and 6", matrix.rows(),
                        matrix.cols()));
  return matrix;
}

}  // namespace

void BushingItem::add_to(ElementCompiler& compiler) const {
  const Where at = ElementCompiler::where(*this);
  Bushing bushing;
  bushing.name = name;
  const ElementCompiler::BodyPlace a = compiler.place(at.at("from"), from);
  const ElementCompiler::BodyPlace b = compiler.place(at.at("to"), to);
  bushing.a = a.body, bushing.X_AF = a.X;
  bushing.b = b.body, bushing.X_BM = b.X;
  bushing.stiffness = matrix_of(at.at("stiffness"), stiffness);
  bushing.damping = matrix_of(at.at("damping"), damping);
  check_bushing(bushing, compiler.model());
  compiler.set<BushingSet>().add(std::move(bushing));
}

}  // namespace catena
