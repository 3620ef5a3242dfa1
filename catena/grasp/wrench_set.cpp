#include "catena/grasp/wrench_set.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void WrenchSet::set(const WrenchCones& cones, const WrenchSetOptions& options,
                    const MatrixXd& transform) {
  measure_ = options.measure;
  contacts_ = cones.contacts();
  const int d = set_.d = static_cast<int>(transform.size() > 0 ? transform.rows() : cones.G.rows());
  blocks_.clear(), set_.cones.clear();
  MatrixXd G = cones.G;
  if (options.edges > 0) {
    std::vector<MatrixXd> parts;
    columns_ = 0;
    for (int i = 0; i < contacts_; ++i) {
      parts.push_back(primitives(cones, i, options.edges));
      for (Index j = 0; j < parts.back().cols(); ++j) blocks_.push_back({columns_++, 1, i});
    }
    G.resize(cones.G.rows(), columns_);
    Index at = 0;
    for (const MatrixXd& part : parts) {
      G.middleCols(at, part.cols()) = part;
      at += part.cols();
    }
  } else {
    columns_ = static_cast<int>(cones.G.cols());
    for (int i = 0; i < contacts_; ++i)
      blocks_.push_back({cones.first[to_index(i)], cones.size[to_index(i)], i,
                         cones.second[to_index(i)], cones.turns[to_index(i)]});
  }
  if (transform.size() > 0) G = transform * G;
  const bool each = measure_ == Measure::Linf;
  const int limits = each ? contacts_ : 1, ties = options.edges > 0 ? 0 : cones.ties();
  set_.A.setZero(d + limits + ties, columns_ + (each ? limits : 0));
  set_.A.topLeftCorner(d, columns_) = G;
  set_.limits.setZero(limits + ties);
  set_.limits.head(limits).setOnes();
  for (const Block& block : blocks_) {
    set_.A(d + (each ? block.contact : 0), block.first) = 1.0;
    set_.cones.push_back(block.size);
    if (block.turns > 0) set_.cones.push_back(1 + block.turns);
  }
  if (ties > 0) cones.tie(d + limits, set_.A);
  if (each) set_.A.block(d, columns_, limits, limits).setIdentity();
  if (each) set_.cones.insert(set_.cones.end(), to_index(limits), 1);
  transposed_ = G.transpose();
  if (options.shift.size() == 0)
    set_.shift.setZero(d);
  else
    set_.shift = transform.size() > 0 ? VectorXd(transform * options.shift) : options.shift;
  parts_.resize(columns_);
  best_.resize(contacts_);
  best_block_.resize(to_index(contacts_));
}

double WrenchSet::length_of(int first, int count) const {
  double square = 0.0;
  for (int k = first; k < first + count; ++k) square += parts_[k] * parts_[k];
  return std::sqrt(square);
}

double WrenchSet::block_support(const Block& block) const {
  if (block.size == 1 && block.turns == 0) return parts_[block.first];
  return parts_[block.first] + length_of(block.first + 1, block.size - 1) +
         length_of(block.second + 1, block.turns);
}

// Columns as far along their parts as a cone with the normal force 1 allows.
void WrenchSet::add_parts(int first, int count, double* point) const {
  const double length = length_of(first, count);
  if (!(length > 0.0)) return;
  for (int k = first; k < first + count; ++k)
    for (int r = 0; r < set_.d; ++r) point[r] += parts_[k] / length * set_.A(r, k);
}

void WrenchSet::add_block(const Block& block, double* point) const {
  for (int r = 0; r < set_.d; ++r) point[r] += set_.A(r, block.first);
  add_parts(block.first + 1, block.size - 1, point);
  add_parts(block.second + 1, block.turns, point);
}

double WrenchSet::support(const double* u, double* point, int& tag) {
  const Eigen::Map<const VectorXd> direction(u, set_.d);
  parts_.noalias() = transposed_ * direction;
  best_.setConstant(-1e300);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const double value = block_support(blocks_[b]);
    if (!(value > best_[blocks_[b].contact])) continue;
    best_[blocks_[b].contact] = value;
    best_block_[to_index(blocks_[b].contact)] = static_cast<int>(b);
  }
  double value = set_.shift.dot(direction);
  tag = 0;
  if (point != nullptr) std::copy_n(set_.shift.data(), set_.d, point);
  if (measure_ == Measure::L1) {
    Index best = 0;
    value += best_.maxCoeff(&best);
    tag = static_cast<int>(best);
    if (point != nullptr) add_block(blocks_[to_index(best_block_[to_index(tag)])], point);
    return value;
  }
  for (int i = 0; i < contacts_; ++i) {
    if (!(best_[i] > 0.0)) continue;
    value += best_[i];
    if (point != nullptr) add_block(blocks_[to_index(best_block_[to_index(i)])], point);
  }
  return value;
}

double WrenchSet::support(const VectorXd& u) {
  int tag = 0;
  return support(u.data(), nullptr, tag);
}

}  // namespace catena::grasp
