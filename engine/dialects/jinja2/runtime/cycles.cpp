#include "dialects/jinja2/runtime/cycles.hpp"

#include "value/map.hpp"

namespace evalground::jinja2 {

void refuse_cycle(FunctionCall& call, const Value& container, const Value& added) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (!added.is_list() && !added.is_map() && added.kind() != Kind::tuple) return;
  if (added.same_as(container)) call.fail("A container cannot hold itself here.", "value-error");
  if (added.is_map()) {
    for (const auto& [key, value] : added.as_map()) refuse_cycle(call, container, value);
  } else {
    for (const Value& item : added.as_list()) refuse_cycle(call, container, item);
  }
}

}  // namespace evalground::jinja2
