#include "dialects/ansible/library/rekey.hpp"

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

// The values to rekey: those of a dict, or the items of an iterable that is not text.
List rekeyed_items(FunctionCall& call) {
  if (call[0].is_map()) {
    List items;
    for (const auto& entry : call[0].as_map()) items.push_back(entry.value);
    return items;
  }
  if (call[0].is_string() || !call.evaluator.is_iterable(call[0])) {
    call.fail("Type is not a valid list, set, or dict");
  }
  return call.items(0);
}

}  // namespace

Value rekeyed(FunctionCall& call, RekeyWords words) {
  Evaluator& evaluator = call.evaluator;
  const bool is_newer = words == RekeyWords::of_2_21;
  const auto named = [&](const Value& key) { return "Key " + (is_newer ? evaluator.repr(key) : evaluator.text(key)); };
  const std::string duplicates = call.text(2);
  if (duplicates != "error" && duplicates != "overwrite") {
    call.fail("duplicates parameter to rekey_on_member has unknown value" +
              (is_newer ? " " + evaluator.repr(call[2]) : ": " + duplicates));
  }
  if (!is_newer) {
    evaluator.require(call[0]);
    if (evaluator.truth(call[0])) evaluator.require(call[1]);  // as Python's bool(data) and bool(key)
  }
  Map dict;
  for (const Value& item : rekeyed_items(call)) {
    call.context.budget.step();
    if (!item.is_map()) call.fail("List item is not a valid dict");
    const Value* key = item.as_map().find(call[1]);
    if (key == nullptr) call.fail(named(call[1]) + " was not found" + (is_newer ? "." : ""));
    evaluator.require_hashable(*key);
    if (duplicates == "error" && dict.contains(*key)) {
      call.fail(named(*key) + " is not unique, cannot " + (is_newer ? "convert to dict." : "correctly turn into dict"));
    }
    dict.set(*key, item);
  }
  return Value::map(std::move(dict));
}

}  // namespace evalground::ansible
