#include <fmt/format.h>

#include <stdexcept>

#include "catena/elements/drives.hpp"

namespace catena {

namespace {

void check_count(const std::string& name, std::size_t dofs, const std::vector<double>* efforts) {
  if (efforts == nullptr)
    throw std::invalid_argument(fmt::format(
        "hand_motor '{}': the list of efforts is null, expected {} numbers", name, dofs));
  if (efforts->size() != dofs)
    throw std::invalid_argument(fmt::format(
        "hand_motor '{}': there are {} efforts, expected {}, one for each of its coordinates", name,
        efforts->size(), dofs));
}

}  // namespace

Motor hand_motor(std::string name, std::vector<int> dofs,
                 std::shared_ptr<const std::vector<double>> efforts) {
  check_count(name, dofs.size(), efforts.get());
  Motor motor{std::move(name), std::move(dofs), {}, {}};
  motor.effort = [values = std::move(efforts), title = motor.name](double, In<double>, In<double>,
                                                                   Out<double> out) {
    const auto count = static_cast<std::size_t>(out.size());
    if (values->size() != count) check_count(title, count, values.get());
    for (std::size_t i = 0; i < count; ++i) out[static_cast<int>(i)] = (*values)[i];
  };
  motor.constant = true;
  return motor;
}

}  // namespace catena
