// Types as values: `.type`.
#pragma once

#include <string>
#include <string_view>

#include "dialects/unfurl/tosca/types.hpp"
#include "value/object.hpp"

namespace evalground::unfurl {

// A type as a value: its name, which also equals the name of every type that it derives from.
class TypeValue final : public Object {
 public:
  explicit TypeValue(const Type& type_) : type(type_) {}
  const Type& type;

  std::string_view type_name() const override { return "type"; }
  Value resolve(Context&) override { return Value::string(type.name); }
  bool equals(const Object& other) const override;
  std::size_t hash() const override;
  std::string python_repr() const override { return type.name; }
};

}  // namespace evalground::unfurl
