// The text of a grasp file.

#include <fmt/format.h>

#include "catena/scenario/grasp_file.hpp"

namespace catena {

namespace {

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string numbers_text(const double* x, Eigen::Index count) {
  std::string out = "[";
  for (Eigen::Index i = 0; i < count; ++i) out += fmt::format("{}{}", i == 0 ? "" : ", ", x[i]);
  return out + "]";
}
std::string text_of_vector(const Eigen::VectorXd& v) {
  return numbers_text(v.data(), v.size());
}
std::string turn_text(const Eigen::Quaterniond& q) {
  return fmt::format("[{}, {}, {}, {}]", q.w(), q.x(), q.y(), q.z());
}

template <class Items, class Text>
std::string list_text(const Items& items, const Text& text) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "\n    " : ",\n    ") + text(item);
  return "[" + out + "]";
}

std::string point_text(const GraspPoint& p) {
  std::string more;
  if (p.friction_across >= 0.0)
    more += fmt::format(R"("friction_across": {}, )", p.friction_across);
  if (p.spin > 0.0) more += fmt::format(R"("spin": {}, )", p.spin);
  if (p.rolling > 0.0) more += fmt::format(R"("rolling": {}, )", p.rolling);
  return fmt::format(
      R"({{"link": {}, "point": {}, "normal": {}, "friction": {}, {}"normal_force": {}, )"
      R"("tangential_force": {}, "slides": {}}})",
      in_quotes(p.link), text_of_vector(p.point), text_of_vector(p.normal), p.friction, more,
      p.normal_force, p.tangential_force, p.slides);
}

std::string contact_text(const grasp::GraspContact& c) {
  std::string more;
  if (c.torsion > 0.0) more += fmt::format(R"(, "torsion": {})", c.torsion);
  if (c.rolling > 0.0) more += fmt::format(R"(, "rolling": {})", c.rolling);
  if (c.friction_at) more += fmt::format(R"(, "friction_at": {})", text_of_vector(*c.friction_at));
  if (c.friction_2 >= 0.0) more += fmt::format(R"(, "friction_2": {})", c.friction_2);
  if (!c.tangent.isZero(0.0)) more += fmt::format(R"(, "tangent": {})", text_of_vector(c.tangent));
  if (c.sliding_friction >= 0.0)
    more += fmt::format(R"(, "sliding_friction": {})", c.sliding_friction);
  return fmt::format(R"({{"link": {}, "point": {}, "normal": {}, "friction": {}{}}})",
                     in_quotes(c.link), text_of_vector(c.point), text_of_vector(c.normal),
                     c.friction, more);
}

std::string balances_text(const grasp::TorqueRows& rows) {
  std::string out;
  for (Eigen::Index i = 0; i < rows.T.rows(); ++i)
    out += (i == 0 ? "\n      " : ",\n      ") + text_of_vector(rows.T.row(i).transpose());
  return fmt::format("{{\"T\": [{}],\n    \"lower\": {},\n    \"upper\": {}}}", out,
                     text_of_vector(rows.lower), text_of_vector(rows.upper));
}

// What holds the object beside the hand.
std::string beside_text(const SavedGrasp& g) {
  std::string out;
  if (!g.others.empty())
    out += fmt::format("   \"others\": {},\n", list_text(g.others, contact_text));
  if (g.holders.empty()) return out;
  return out + fmt::format("   \"holders\": {}, \"held_by\": {},\n",
                           list_text(g.holders, in_quotes), text_of_vector(g.held_by));
}

std::string grasp_file_text(const SavedGrasp& g) {
  const auto joint_text = [](const SavedGrasp::Joint& joint) {
    return fmt::format(R"({{"name": {}, "q": {}}})", in_quotes(joint.name),
                       numbers_text(joint.q.data(), static_cast<Eigen::Index>(joint.q.size())));
  };
  return fmt::format(
      "{{\"name\": {}, \"object\": {}, \"hand\": {}, \"t\": {},\n"
      "   \"position\": {}, \"orientation\": {}, \"world\": {},\n"
      "   \"joints\": {},\n   \"points\": {},\n   \"contacts\": {},\n"
      "{}   \"reference\": {}, \"rho\": {}, \"slip\": {}, \"weight\": {},\n"
      "   \"motions\": {}, \"locked\": {},\n   \"balances\": {}}}",
      in_quotes(g.name), in_quotes(g.object), in_quotes(g.hand), g.t, text_of_vector(g.position),
      turn_text(g.orientation), turn_text(g.world), list_text(g.joints, joint_text),
      list_text(g.points, point_text), list_text(g.set.contacts, contact_text), beside_text(g),
      text_of_vector(g.set.reference), g.set.rho, g.slip, text_of_vector(g.weight), g.motions,
      g.locked, balances_text(g.balances));
}

}  // namespace

std::string write_grasps(std::span<const SavedGrasp> grasps) {
  std::string out;
  for (const SavedGrasp& grasp : grasps)
    out += (out.empty() ? "\n  " : ",\n  ") + grasp_file_text(grasp);
  return fmt::format("{{\"catena_grasp\": 1, \"grasps\": [{}]}}\n", out);
}

}  // namespace catena
