#include "dialects/jinja2/library/dict_argument.hpp"

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {
namespace {

Map map_of_pairs(FunctionCall& call, const Value& pairs) {
  Map map;
  std::int64_t index = 0;
  call.evaluator.each(pairs, [&](const Value& pair) {
    if (!call.evaluator.is_iterable(pair)) {
      call.fail("cannot convert dictionary update sequence element #" + std::to_string(index) + " to a sequence",
                "type-error");
    }
    const List parts = call.evaluator.items(pair);
    if (parts.size() != 2) {
      call.fail("dictionary update sequence element #" + std::to_string(index) + " has length " +
                    std::to_string(parts.size()) + "; 2 is required",
                "value-error");
    }
    call.evaluator.require_hashable(parts[0]);
    map.set(parts[0], parts[1]);
    ++index;
    return true;
  });
  return map;
}

}  // namespace

Map dict_argument(FunctionCall& call, std::size_t index) {
  Map map;
  if (call.given(index)) {
    call.evaluator.require(call[index]);
    const Value given = as_map(call.evaluator, call[index]);
    map = given.is_map() ? given.as_map() : map_of_pairs(call, given);
  }
  for (const Keyword& keyword : call.keywords) map.set(keyword.name, keyword.value);
  return map;
}

}  // namespace evalground::jinja2
