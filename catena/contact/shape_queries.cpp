#include "catena/contact/shape_queries.hpp"

#include <algorithm>
#include <limits>

#include "catena/model/configuration.hpp"

namespace catena {

ShapeQueries::ShapeQueries(std::shared_ptr<const Model> model, const ShapeContactOptions& options,
                           std::shared_ptr<const Loops> loops)
    : model_(std::move(model)),
      shapes_(Coordinates(model_, std::move(loops)), options, 0),
      kinematics_(*model_),
      poses_(static_cast<std::size_t>(model_->body_count()), Transform<double>::identity()) {
  place(neutral_configuration(*model_));
}

void ShapeQueries::place(In<double> q) {
  kinematics_.compute(*model_, q);
  for (int b = 1; b < model_->body_count(); ++b)
    poses_[static_cast<std::size_t>(b)] = kinematics_.pose(*model_, model_->body_frame(BodyId{b}));
}

void ShapeQueries::place(BodyId body, const Transform<double>& X_WB) {
  poses_.at(static_cast<std::size_t>(body.index)) = X_WB;
}

BoundingBox ShapeQueries::bounds(int shape) const {
  const Collider& collider = shapes_.collider_of(shape);
  constexpr double far = std::numeric_limits<double>::infinity();
  if (!is_bounded(collider.shape.kind)) return {{-far, -far, -far}, {far, far, far}};
  return transformed(shape_pose(shape), collider.bounds);
}

std::optional<ShapeMeeting> ShapeQueries::nearest(BodyId a, BodyId b) const {
  std::optional<ShapeMeeting> best;
  for (int i = 0; i < shapes_.shape_count(); ++i)
    for (int j = 0; j < shapes_.shape_count(); ++j) {
      if (shapes_.body_of(i) != a || shapes_.body_of(j) != b || i == j) continue;
      PairCache cache;
      const Distance d = distance(shapes_.collider_of(i), shape_pose(i), shapes_.collider_of(j),
                                  shape_pose(j), cache);
      if (!best || d.value < best->distance.value) best = ShapeMeeting{a, b, i, j, d, {}};
    }
  return best;
}

std::vector<ShapeMeeting> ShapeQueries::meetings(double within) const {
  const int count = shapes_.shape_count();
  std::vector<BoundingBox> boxes;
  std::vector<int> order;
  for (int i = 0; i < count; ++i) {
    boxes.push_back(fattened(bounds(i), {0.5 * within, 0.5 * within, 0.5 * within}));
    order.push_back(i);
  }
  const auto box = [&](int i) -> const BoundingBox& { return boxes[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return box(i).low.x < box(j).low.x || (box(i).low.x == box(j).low.x && i < j);
  });
  std::vector<ShapeMeeting> found;
  for (auto first = order.begin(); first != order.end(); ++first)
    for (auto next = first + 1; next != order.end() && box(*next).low.x <= box(*first).high.x;
         ++next) {
      const int i = std::min(*first, *next), j = std::max(*first, *next);
      if (!overlap(box(i), box(j)) || !shapes_.may_touch(i, j)) continue;
      PairCache cache;
      RegionList regions;
      const Distance d = add_regions(shapes_.collider_of(i), shape_pose(i), shapes_.collider_of(j),
                                     shape_pose(j), std::max(within, 0.0), cache, regions);
      if (!(d.value <= within)) continue;
      found.push_back({shapes_.body_of(i), shapes_.body_of(j), i, j, d, std::move(regions.points)});
    }
  std::sort(found.begin(), found.end(), [](const ShapeMeeting& a, const ShapeMeeting& b) {
    return std::pair(a.shape_a, a.shape_b) < std::pair(b.shape_a, b.shape_b);
  });
  return found;
}

std::optional<ShapeHit> ShapeQueries::cast_ray(const Vec3<double>& origin,
                                               const Vec3<double>& direction, double reach,
                                               BodyId except) const {
  const double length = norm(direction);
  std::optional<ShapeHit> first;
  if (!(length > 0.0)) return first;
  for (int i = 0; i < shapes_.shape_count(); ++i) {
    if (shapes_.body_of(i) == except) continue;
    const double most = first ? first->hit.distance : reach;
    const auto hit = catena::cast_ray(shapes_.collider_of(i), shape_pose(i), origin,
                                      (1.0 / length) * direction, most);
    if (hit && (!first || hit->distance < first->hit.distance))
      first = ShapeHit{shapes_.body_of(i), i, *hit};
  }
  return first;
}

}  // namespace catena
