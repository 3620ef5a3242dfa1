#pragma once
// The laws of several groups that slide along where they jump, as if they were of one.

#include <vector>

#include "catena/elements/sliding_owner.hpp"

namespace catena {

class SlidingOwners final : public SlidingOwner {
 public:
  void add(SlidingOwner& owner) { owners_.push_back(&owner); }

  int sliding_count() const override {
    int count = 0;
    for (const SlidingOwner* owner : owners_) count += owner->sliding_count();
    return count;
  }
  double fraction(int i) const override {
    const SlidingOwner& owner = find(i);
    return owner.fraction(i);
  }
  void set_fraction(int i, double fraction) override {
    SlidingOwner& owner = find(i);
    owner.set_fraction(i, fraction);
  }
  void find_departures(const Look& look, const Eigen::VectorXd& a, double* out) override {
    for (SlidingOwner* owner : owners_) {
      owner->find_departures(look, a, out);
      out += owner->sliding_count();
    }
  }

 private:
  // The owner of number i, which becomes its number there.
  SlidingOwner& find(int& i) const {
    std::size_t at = 0;
    while (i >= owners_[at]->sliding_count()) i -= owners_[at++]->sliding_count();
    return *owners_[at];
  }

  std::vector<SlidingOwner*> owners_;
};

}  // namespace catena
