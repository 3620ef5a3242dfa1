#include "catena/record/state_modes.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "catena/record/state_file.hpp"

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr Index contact_numbers = 14;

// Kind, frozen, side, direction, reference, bounces.
ContactMode contact_of(const double* x) {
  return {static_cast<ContactMode::Kind>(static_cast<int>(x[0])),
          x[1] != 0.0,
          {x[3], x[4], x[5]},
          static_cast<int>(x[2]),
          {x[6], x[7], x[8]},
          {static_cast<int>(x[9]), x[10], x[11], x[12], x[13]}};
}

}  // namespace

VectorXd numbers_of(const ContactMode& mode) {
  VectorXd numbers(contact_numbers);
  numbers << static_cast<double>(mode.kind), mode.frozen ? 1.0 : 0.0,
      static_cast<double>(mode.side), mode.direction.x, mode.direction.y, mode.direction.z,
      mode.reference.x, mode.reference.y, mode.reference.z, static_cast<double>(mode.bounces.count),
      mode.bounces.struck, mode.bounces.latest, mode.bounces.end, mode.bounces.change;
  return numbers;
}

std::vector<ContactMode> contacts_of(const VectorXd& numbers, const std::string& path) {
  if (numbers.size() % contact_numbers != 0)
    throw StateFileError(fmt::format("{}: each 'contact' needs {} numbers", path, contact_numbers));
  std::vector<ContactMode> contacts;
  for (Index i = 0; i < numbers.size(); i += contact_numbers)
    contacts.push_back(contact_of(numbers.data() + i));
  return contacts;
}

VectorXd numbers_of(const CableMode& mode) {
  std::vector<double> numbers = {static_cast<double>(mode.material.size())};
  const auto add = [&](const auto& values) {
    numbers.insert(numbers.end(), values.begin(), values.end());
  };
  add(mode.taut), add(mode.slips), add(mode.material), add(mode.arrived), add(mode.left);
  return Eigen::Map<const VectorXd>(numbers.data(), static_cast<Index>(numbers.size()));
}

// Each begins with the number of its sections.
std::vector<CableMode> cables_of(const VectorXd& numbers, const std::string& path) {
  std::vector<CableMode> cables;
  for (Index next = 0; next < numbers.size();) {
    const double count = numbers[next];
    if (!(count >= 1.0 && 5.0 * count + 2.0 <= static_cast<double>(numbers.size() - next)))
      throw StateFileError(
          fmt::format("{}: a 'cable' begins with {}, expected the number of its sections n, and "
                      "5 n + 1 numbers after it",
                      path, count));
    ++next;
    const auto n = static_cast<Index>(count);
    CableMode mode;
    const auto take = [&](auto& values, Index size) {
      using Number = typename std::remove_reference_t<decltype(values)>::value_type;
      for (Index i = 0; i < size; ++i) values.push_back(static_cast<Number>(numbers[next++]));
    };
    take(mode.taut, n), take(mode.slips, n - 1), take(mode.material, n);
    take(mode.arrived, n + 1), take(mode.left, n + 1);
    cables.push_back(std::move(mode));
  }
  return cables;
}

}  // namespace catena
