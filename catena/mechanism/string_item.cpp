#include "catena/mechanism/string_item.hpp"

#include <algorithm>

#include "catena/mechanism/element_compiler.hpp"

namespace catena {

void StringItem::add_to(ElementCompiler& compiler) const {
  const Where at = ElementCompiler::where(*this);
  const auto a = compiler.place(at.at("from"), from), b = compiler.place(at.at("to"), to);
  const auto& contacts = compiler.setup().contacts;
  if (std::any_of(contacts.begin(), contacts.end(),
                  [&](const Contact& c) { return c.name == name; }))
    at.fail("a contact has the name '" + name + "'; give the string another");
  Contact string =
      string_between(name, a.body, a.X.translation, b.body, b.X.translation, length, restitution);
  check_contacts(compiler.model(), {string});
  compiler.add_contact(std::move(string));
}

}  // namespace catena
