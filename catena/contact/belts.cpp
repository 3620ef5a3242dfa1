#include "catena/contact/belts.hpp"

#include <utility>

namespace catena {

namespace {

using BeltList = std::vector<std::shared_ptr<const Belt>>;

// Parts of one surface have one belt, and stand one after the other.

Switchboard board_of(const Coordinates& coordinates, const BeltList& belts) {
  Switchboard::Laws laws;
  std::vector<std::string> names;
  std::shared_ptr<const ProbeList> probes;
  for (std::size_t i = 0; i < belts.size(); ++i) {
    const Belt* const belt = belts[i].get();
    const bool is_new = belt != nullptr && (i == 0 || belts[i - 1] != belts[i]);
    laws.push_back(is_new ? belt->law : nullptr);
    names.push_back(is_new ? belt->name : std::string());
    if (is_new && belt->probes) probes = belt->probes;
  }
  return {coordinates, std::move(laws), std::move(names), "belt", std::move(probes)};
}

}  // namespace

Belts::Belts(const Coordinates& coordinates, BeltList belts)
    : SwitchedGroup(board_of(coordinates, belts), "belts"),
      belts_(std::move(belts)),
      motions_(belts_.size()),
      numbers_(3) {}

void Belts::locate(const Look& look) {
  switches_.look_at(look);
  switches_.find_rates(look);
  for (std::size_t i = 0; i < belts_.size(); ++i) {
    if (!belts_[i]) continue;
    if (i > 0 && belts_[i] == belts_[i - 1]) {
      motions_[i] = motions_[i - 1];
      continue;
    }
    const auto read = [&] {
      return belts_[i]->axes * Vec3<double>{numbers_[0], numbers_[1], numbers_[2]};
    };
    switches_.values(i, {}, numbers_);
    motions_[i].velocity = read();
    switches_.value_rates(i, numbers_);
    motions_[i].acceleration = read();
  }
}

BeltList number_belts(const ShapeContactOptions& shapes, const OffList& off,
                      std::vector<Contact>& contacts) {
  BeltList all;
  for (const ShapeBelt& of : shapes.belts)
    all.push_back(is_off(off, "belt", of.belt->name) ? nullptr : of.belt);
  const auto first_given = all.size();
  for (Contact& contact : contacts) {
    if (!contact.belt) continue;
    // Corners of one face have one belt.
    if (all.size() == first_given || all.back() != contact.belt) all.push_back(contact.belt);
    contact.belt_b = static_cast<int>(all.size()) - 1;
  }
  return all;
}

}  // namespace catena
