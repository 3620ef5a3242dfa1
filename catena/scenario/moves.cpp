// Controllers that follow moves of joints and lines.

#include "catena/scenario/moves.hpp"

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

std::vector<Quantity> measured_as(const Mechanism& mechanism, const std::vector<std::string>& names,
                                  Measure measure) {
  std::vector<Quantity> result;
  for (const std::string& name : names) result.push_back(quantity_of(mechanism, name, measure));
  return result;
}

void read_follow(const Fields& fields, MoveItem& move) {
  if (fields.has("follow")) {
    if (!move.to.empty())
      fields.at("follow").fail("a move to joint positions follows nothing in space");
    const std::string follow = fields.choice("follow", "part of the pose");
    if (follow == "position") move.follow = MoveItem::Follow::Position;
    if (follow == "axis") move.follow = MoveItem::Follow::Axis;
  }
  if (const auto axis = fields.find("axis")) {
    if (move.follow != MoveItem::Follow::Axis) axis->fail("expected it beside 'follow: axis'");
    move.axis = read_vector3(*axis, quantity::number);
    if (!(move.axis.norm() > 0.0)) axis->fail("expected a direction, found zero length");
  }
}

MoveItem read_move(const Fields& fields, const std::vector<std::string>& joints,
                   const Mechanism& mechanism) {
  MoveItem move;
  const std::string_view what = fields.one_of({"to", "line", "by", "wait"});
  if (what == "to" && fields.at("to").is_map())
    move.to_pose = read_pose(fields.at("to"));
  else if (what == "to")
    move.to =
        to_numbers(fields.at("to").numbers(measured_as(mechanism, joints, Measure::Position)));
  if (what == "line") move.line = read_pose(fields.at("line"));
  if (what == "by") move.by = read_vector3(fields.at("by"), quantity::length);
  if (what == "wait") {
    fields.allow_only({"wait"}, "a wait has no other keys");
    move.wait = fields.at("wait").number(quantity::time, Range::NonNegative);
    return move;
  }
  read_follow(fields, move);
  if (fields.has("timing")) {
    const std::string timing = fields.choice("timing", "timing");
    if (timing == "jerk_limited") move.timing = MoveItem::Timing::JerkLimited;
    if (timing == "time_optimal") move.timing = MoveItem::Timing::TimeOptimal;
  }
  if (const auto duration = fields.find("duration")) {
    if (move.timing != MoveItem::Timing::Quintic)
      duration->fail("only quintic moves have a given duration");
    move.duration = duration->number(quantity::time, Range::Positive);
  }
  if (const auto speed = fields.find("speed")) {
    if (what == "to" || move.timing != MoveItem::Timing::TimeOptimal)
      speed->fail("only time_optimal lines have a speed");
    move.speed = speed->number(quantity::velocity, Range::Positive);
  }
  return move;
}

}  // namespace

ControllerItem read_moves(const Value& item, const Mechanism& mechanism) {
  const Fields fields = item.fields(scenario_keys::arm_controller);
  ControllerItem controller;
  controller.name = fields.at("name").text();
  controller.said = said_of(item);
  fields.choice("kind", "kind of controller");
  controller.method = ControllerItem::Kind::Moves;
  controller.inputs = fields.at("joints").texts();
  MovesItem& moves = controller.moves.emplace();
  for (const Value& move : fields.at("moves").items())
    moves.moves.push_back(
        read_move(move.fields(scenario_keys::arm_move), controller.inputs, mechanism));
  if (const auto frame = fields.find("frame")) moves.frame = frame->text();
  if (const auto start = fields.find("start")) moves.start = start->number(quantity::time);
  const auto read = [&](const char* key, Measure measure, Numbers& out) {
    if (const auto given = fields.find(key))
      out = to_numbers(
          given->numbers(measured_as(mechanism, controller.inputs, measure), Range::NonNegative));
  };
  read("stiffness", Measure::Stiffness, moves.stiffness);
  read("damping", Measure::Damping, moves.damping);
  read("effort_limit", Measure::Effort, controller.effort_limit);
  read("velocity_limit", Measure::Velocity, moves.velocity_limit);
  const std::vector<Quantity> any(controller.inputs.size(), quantity::any);
  if (const auto given = fields.find("acceleration_limit"))
    moves.acceleration_limit = to_numbers(given->numbers(any, Range::Positive));
  if (const auto given = fields.find("jerk_limit"))
    moves.jerk_limit = to_numbers(given->numbers(any, Range::Positive));
  if (const auto share = fields.find("effort_share"))
    moves.effort_share = share->number(quantity::number, Range::Positive);
  if (const auto forward = fields.find("feed_forward")) moves.feed_forward = forward->boolean();
  return controller;
}

void write_moves(const ControllerItem& item, MapWriter& out) {
  const MovesItem& moves = *item.moves;
  out.text("name", item.name);
  out.text("kind", "moves");
  out.texts("joints", item.inputs);
  out.text("frame", moves.frame);
  out.number("start", moves.start, 0.0);
  out.numbers("stiffness", moves.stiffness);
  out.numbers("damping", moves.damping);
  out.boolean("feed_forward", moves.feed_forward, true);
  out.numbers("effort_limit", item.effort_limit);
  out.numbers("velocity_limit", moves.velocity_limit);
  out.numbers("acceleration_limit", moves.acceleration_limit);
  out.numbers("jerk_limit", moves.jerk_limit);
  out.number("effort_share", moves.effort_share, 1.0);
  constexpr const char* follows[] = {"pose", "position", "axis"};
  constexpr const char* timings[] = {"quintic", "jerk_limited", "time_optimal"};
  std::vector<MapWriter> list;
  for (const MoveItem& move : moves.moves) {
    MapWriter map = out.map(scenario_keys::arm_move);
    map.numbers("to", move.to);
    if (move.to_pose) {
      MapWriter pose = map.map(scenario_keys::pose);
      pose.pose_keys(*move.to_pose);
      map.map("to", std::move(pose));
    }
    if (move.line && move.line->is_identity())
      map.vector("line", move.line->position);
    else if (move.line)
      map.pose("line", *move.line);
    if (move.by) map.vector("by", *move.by);
    map.number("wait", move.wait);
    if (move.follow != MoveItem::Follow::Pose)
      map.text("follow", follows[static_cast<int>(move.follow)]);
    if (move.follow == MoveItem::Follow::Axis)
      map.vector("axis", move.axis, Eigen::Vector3d::UnitZ());
    if (move.timing != MoveItem::Timing::Quintic)
      map.text("timing", timings[static_cast<int>(move.timing)]);
    map.number("duration", move.duration);
    map.number("speed", move.speed);
    list.push_back(std::move(map));
  }
  out.list("moves", std::move(list));
}

}  // namespace catena::scenario
