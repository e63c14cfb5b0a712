// The interface of values that are not plain data: lazy, external or owned by a dialect.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "value/value.hpp"

namespace evalground {

class Context;

// A scalar with a tag that is not YAML's own: `!vault` and its text.
struct TaggedText {
  std::string_view tag;
  std::string_view text;
};

// A value with behavior, shared by reference and never copied. Equality is identity unless a class overrides it.
class Object : public HeapContainer {
 public:
  Object() noexcept : HeapContainer(Form::object) {}
  virtual ~Object() = default;
  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }

  // The word for messages: "resource", "scalar", …
  virtual std::string_view type_name() const = 0;
  // The attribute or item of that name; undefined when absent.
  virtual Value get(Context& context, const Value& key);
  // For generators: sets the next item, or returns false at the end.
  virtual bool next(Context& context, Value& item);
  // The plain value (of any kind except object) that represents it in a result.
  virtual Value resolve(Context& context) = 0;

  // Its form in YAML, if that is not its plain value; views into the object.
  virtual std::optional<TaggedText> tagged_text() const { return std::nullopt; }

  // The same address for all objects of one base class, to distinguish them faster than with a cast. Null: no family.
  virtual const void* family() const { return nullptr; }

  virtual bool equals(const Object& other) const { return this == &other; }
  // The text of Python's repr(); "<resource>" unless a class overrides it.
  virtual std::string python_repr() const { return "<" + std::string(type_name()) + ">"; }
  // Equal objects have equal hashes.
  virtual std::size_t hash() const { return reinterpret_cast<std::size_t>(this); }
};

inline Object& Value::as_object() const {
  if (kind_ != Kind::object) wrong_kind("object");
  return *static_cast<Object*>(heap_);
}

// The object of that class within a value, or null.
template <class T>
T* object_cast(const Value& value) {
  return value.is_object() ? dynamic_cast<T*>(&value.as_object()) : nullptr;
}

}  // namespace evalground
