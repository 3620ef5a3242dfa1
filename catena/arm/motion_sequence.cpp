#include "catena/arm/motion_sequence.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace catena {

MotionSequence MotionSequence::of(TimedPath path) {
  MotionSequence out(path.path().evaluate(0.0).q);
  out.add(std::move(path));
  return out;
}

void MotionSequence::add(TimedPath path) {
  const Eigen::VectorXd begin = path.path().evaluate(0.0).q;
  if (begin.size() != end_.size() || (begin - end_).cwiseAbs().maxCoeff() > 1e-6)
    throw std::invalid_argument("MotionSequence: a path must begin where the last one ended");
  end_ = path.path().evaluate(path.path().length()).q;
  const double duration = path.duration();
  parts_.push_back({duration_, std::move(path)});
  duration_ += duration;
}

void MotionSequence::evaluate(double t, PathPlace& scratch, MotionPoint& out) const {
  // The last part that has begun; what rests after it is its end.
  std::size_t i = parts_.size();
  while (i > 1 && t < parts_[i - 1].begin) --i;
  if (!parts_.empty()) return parts_[i - 1].path.evaluate(t - parts_[i - 1].begin, scratch, out);
  out.position = end_;
  out.velocity.setZero(end_.size());
  out.acceleration.setZero(end_.size());
}

std::vector<double> MotionSequence::knots() const {
  std::vector<double> times;
  for (const Part& part : parts_)
    for (const double t : part.path.knots()) {
      const double at = part.begin + t;
      if (times.empty() || at > times.back()) times.push_back(at);
    }
  return times;
}

}  // namespace catena
