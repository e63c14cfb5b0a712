// Hot: compiled for speed in every module.
#include "dialects/yaql/evaluation/arguments.hpp"

namespace evalground::yaql {

// A written argument is kept as an expression. A value, from a call by name, is a function or else a constant.
Lambda Arguments::lambda_of(const Slot& slot) const {
  if (slot.node != nullptr) return {*slot.node, Ref<Scope>(&scope)};
  if (slot.value.is_undefined() || slot.value.is_null()) return {};
  if (const YaqlObject* object = yaql_object(slot.value); object != nullptr && object->kind == ObjectKind::function) {
    return static_cast<const FunctionValue*>(object)->lambda;
  }
  return Lambda(slot.value);
}

// For arguments that are counts: larger numbers would have no meaning.
std::int64_t Arguments::count(std::size_t index) const {
  const Kind kind = slots_[index].value.kind();
  if (kind != Kind::boolean && kind != Kind::integer) {
    throw Error("overflow-error", "The argument `" + std::string(signature().parameters[index].name) + "` of `" +
                                      std::string(signature().name) + "` has more than 64 bits.");
  }
  return integer(index);
}

}  // namespace evalground::yaql
