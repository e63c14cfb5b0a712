#include "dialects/unfurl/tosca/type_value.hpp"

#include "value/compare.hpp"

namespace evalground::unfurl {

bool TypeValue::equals(const Object& other) const {
  const auto* type_value = dynamic_cast<const TypeValue*>(&other);
  return type_value != nullptr && type_value->type.is(type.name);
}

std::size_t TypeValue::hash() const {
  return static_cast<std::size_t>(hash_key(type.name));
}

}  // namespace evalground::unfurl
