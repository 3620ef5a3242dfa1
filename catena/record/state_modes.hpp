#pragma once
// Modes of contacts and cables as plain numbers, for checkpoints.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "catena/sim/state.hpp"

namespace catena {

Eigen::VectorXd numbers_of(const ContactMode& mode);
Eigen::VectorXd numbers_of(const CableMode& mode);

// The numbers of all contacts, and of all cables, of the file at `path`, one after the other. Throw
// StateFileError where they cannot be those of modes.
std::vector<ContactMode> contacts_of(const Eigen::VectorXd& numbers, const std::string& path);
std::vector<CableMode> cables_of(const Eigen::VectorXd& numbers, const std::string& path);

}  // namespace catena
