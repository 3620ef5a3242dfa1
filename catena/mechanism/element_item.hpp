#pragma once
// Elements of further kinds: each kind is a type of its own, which compiles itself.

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/mechanism/items.hpp"

namespace catena {

class ElementCompiler;

// One element by name. A kind derives from ElementOf<Kind>, which writes clone() and equals().
class ElementItem : public Item {
 public:
  virtual ~ElementItem() = default;
  virtual std::string_view kind() const = 0;  // "spring damper", for messages
  virtual std::unique_ptr<ElementItem> clone() const = 0;
  virtual bool equals(const ElementItem& other) const = 0;
  // Adds it to the set of its kind. Throws Error where it cannot be.
  virtual void add_to(ElementCompiler& compiler) const = 0;

 protected:
  ElementItem() = default;
  ElementItem(const ElementItem&) = default;
  ElementItem& operator=(const ElementItem&) = default;
};

// `Kind` is copyable and has operator==.
template <class Kind>
class ElementOf : public ElementItem {
 public:
  std::unique_ptr<ElementItem> clone() const override {
    return std::make_unique<Kind>(static_cast<const Kind&>(*this));
  }
  bool equals(const ElementItem& other) const override {
    const auto* same = dynamic_cast<const Kind*>(&other);
    return same != nullptr && *same == static_cast<const Kind&>(*this);
  }
  friend bool operator==(const ElementOf& a, const ElementOf& b) {
    return static_cast<const Item&>(a) == static_cast<const Item&>(b);
  }
};

// Elements by value: copies hold copies.
class ElementList {
 public:
  ElementList() = default;
  ElementList(const ElementList& other);
  ElementList(ElementList&&) = default;
  ElementList& operator=(const ElementList& other);
  ElementList& operator=(ElementList&&) = default;
  ~ElementList() = default;

  template <class Kind>
  Kind& add(Kind item) {
    auto owned = std::make_unique<Kind>(std::move(item));
    Kind& added = *owned;
    items_.push_back(std::move(owned));
    return added;
  }
  void add(std::unique_ptr<ElementItem> item) { items_.push_back(std::move(item)); }

  // Throws Error with the nearest name where there is none, or one of another kind.
  ElementItem& find(std::string_view name);
  template <class Kind>
  Kind& find(std::string_view name) {
    auto* typed = dynamic_cast<Kind*>(&find(name));
    if (typed == nullptr) fail_kind(name);
    return *typed;
  }
  bool remove(std::string_view name);  // false where there is none

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const ElementItem& operator[](std::size_t i) const { return *items_[i]; }
  ElementItem& operator[](std::size_t i) { return *items_[i]; }
  friend bool operator==(const ElementList& a, const ElementList& b);

 private:
  [[noreturn]] static void fail_kind(std::string_view name);

  std::vector<std::unique_ptr<ElementItem>> items_;
};

}  // namespace catena
