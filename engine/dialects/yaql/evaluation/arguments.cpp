// Hot: compiled for speed in every module.
#include "dialects/yaql/evaluation/arguments.hpp"

namespace evalground::yaql {

Lambda Arguments::lambda_of(const Slot& slot) const {
  if (slot.node != nullptr) return {*slot.node, Ref<Scope>(&scope)};
  if (slot.value.is_undefined() || slot.value.is_null()) return {};
  if (const YaqlObject* object = yaql_object(slot.value); object != nullptr && object->kind == ObjectKind::function) {
    return static_cast<const FunctionValue*>(object)->lambda;
  }
  return Lambda(slot.value);
}

}  // namespace evalground::yaql
