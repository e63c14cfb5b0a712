// Methods of list, tuple, dict and set. A method that changes a container changes it for every variable that refers to
// it, as in Python.
//
// Values normally copy on write. changed_list() and changed_map() return the shared storage instead, and count the
// change: slots then look up their containers again. refuse_cycle() prevents a container from containing itself,
// because reference counting could never free it.
#include <algorithm>
#include <limits>

#include "dialects/jinja2/library/dict_argument.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/sorting.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/cycles.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace methods_container_family {
namespace {

List& changed_list(FunctionCall& call) {
  call.evaluator.note_change();
  return call[0].shared_list();
}

Map& changed_map(FunctionCall& call) {
  call.evaluator.note_change();
  return call[0].shared_map();
}

// ---- list

// Returns None, as all methods do that change a list. Templates therefore write `{{ l.append(2) or l }}` or use `do`.
Value append(Call& base) {
  FunctionCall& call = function_call(base);
  refuse_cycle(call, call[0], call[1]);
  changed_list(call).push_back(call[1]);
  return Value::null();
}

// The items are copied first: `l.extend(l)` would otherwise read the list while it grows.
Value extend(Call& base) {
  FunctionCall& call = function_call(base);
  const List items = call.items(1);
  for (const Value& item : items) refuse_cycle(call, call[0], item);
  List& list = changed_list(call);
  list.insert(list.end(), items.begin(), items.end());
  return Value::null();
}

// An index out of range is clamped, as in Python: [1].insert(9, 2) appends. The items behind it move, which costs a
// step for 16 of them.
Value insert(Call& base) {
  FunctionCall& call = function_call(base);
  refuse_cycle(call, call[0], call[2]);
  List& list = changed_list(call);
  const auto size = static_cast<std::int64_t>(list.size());
  std::int64_t at = call.number(1);
  if (at < 0) at += size;
  call.context.budget.step(1 + list.size() / 16);
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(at, 0, size)), call[2]);
  return Value::null();
}

// Unlike insert(), an index out of range fails. A negative one counts from the end, so the default -1 takes the last
// item.
Value pop_item(Call& base) {
  FunctionCall& call = function_call(base);
  List& list = changed_list(call);
  std::int64_t at = call.number(1);
  if (list.empty()) call.fail("pop from empty list", "index-error");
  if (at < 0) at += static_cast<std::int64_t>(list.size());
  if (at < 0 || at >= static_cast<std::int64_t>(list.size())) call.fail("pop index out of range", "index-error");
  call.context.budget.step(1 + list.size() / 16);
  Value item = list[static_cast<std::size_t>(at)];
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  return item;
}

// The index of the first equal item within [first, last); absent when not found.
std::optional<std::size_t> place_of(FunctionCall& call, std::int64_t first, std::int64_t last) {
  const List& list = call[0].as_list();
  const auto size = static_cast<std::int64_t>(list.size());
  const auto clip = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size); };
  for (std::int64_t at = clip(first); at < clip(last); ++at) {
    call.context.budget.step();
    if (call.evaluator.equal(list[static_cast<std::size_t>(at)], call[1])) return static_cast<std::size_t>(at);
  }
  return std::nullopt;
}

// An index into a list, clamped: an integer beyond 64 bits becomes the farthest index.
std::int64_t bound(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  if (value.kind() == Kind::integer || value.kind() == Kind::boolean) return call.number(index);
  if (is_integer(value)) {
    constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max();
    return big_integer_of(value).is_negative() ? -farthest : farthest;
  }
  call.evaluator.require(value);
  call.fail("slice indices must be integers or have an __index__ method", "type-error");
}

// [3, 1, 2].index(1) -> 1. CPython words the error differently for lists and tuples.
Value index(Call& base) {
  FunctionCall& call = function_call(base);
  const auto size = static_cast<std::int64_t>(call[0].as_list().size());
  const auto at = place_of(call, bound(call, 2), call.given(3) ? bound(call, 3) : size);
  if (at) return Value::integer(static_cast<std::int64_t>(*at));
  call.fail(call[0].is_list() ? call.evaluator.repr(call[1]) + " is not in list" : "tuple.index(x): x not in tuple",
            "value-error");
}

Value count(Call& base) {
  FunctionCall& call = function_call(base);
  std::int64_t found = 0;
  for (const Value& item : call[0].as_list()) {
    call.context.budget.step();
    if (call.evaluator.equal(item, call[1])) ++found;
  }
  return Value::integer(found);
}

// The index of the equal number in a range; absent when not found.
// A range is not a list, so each number is made and compared. A range of a billion numbers therefore ends at the limit
// of steps.
std::optional<std::size_t> place_in_range(FunctionCall& call) {
  auto& range = static_cast<Range&>(call[0].as_object());
  for (std::size_t at = 0; at < static_cast<std::size_t>(range.count); ++at) {
    call.context.budget.step();
    if (call.evaluator.equal(range.at(call.evaluator, at), call[1])) return at;
  }
  return std::nullopt;
}

Value range_count(Call& base) {
  return Value::integer(place_in_range(function_call(base)) ? 1 : 0);
}

Value range_index(Call& base) {
  FunctionCall& call = function_call(base);
  if (const auto at = place_in_range(call)) return Value::integer(static_cast<std::int64_t>(*at));
  call.fail(
      is_integer(call[1]) ? call.evaluator.repr(call[1]) + " is not in range" : "sequence.index(x): x not in sequence",
      "value-error");
}

Value remove(Call& base) {
  FunctionCall& call = function_call(base);
  const auto at = place_of(call, 0, static_cast<std::int64_t>(call[0].as_list().size()));
  if (!at) call.fail("list.remove(x): x not in list", "value-error");
  List& list = changed_list(call);
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(*at));
  return Value::null();
}

Value reverse(Call& base) {
  base.context.budget.step(1 + base[0].as_list().size() / 16);
  List& list = changed_list(function_call(base));
  std::reverse(list.begin(), list.end());
  return Value::null();
}

// Sorts a copy and stores it at the end. `key` may be a macro that reads the list, and it then sees the old order. The
// positional check exists for its messages: CPython has a different one for more than two arguments.
Value sort(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.rest.size() > 2) {
    call.fail("sort() takes at most 2 arguments (" + std::to_string(call.rest.size()) + " given)", "type-error");
  }
  if (!call.rest.empty()) call.fail("sort() takes no positional arguments", "type-error");
  List items = call[0].as_list();
  List keys;
  for (const Value& item : items) {
    keys.push_back(call.set(2) ? call_value(call.evaluator, call[2], {{&item, 1}, {}}) : item);
  }
  List result = sorted(call.evaluator, std::move(items), keys, call.flag(3));
  changed_list(call) = std::move(result);
  return Value::null();
}

Value clear_list(Call& base) {
  changed_list(function_call(base)).clear();
  return Value::null();
}

// A shallow copy: changes of the copy do not reach the list, but lists within it are still shared.
Value copy_list(Call& base) {
  base.context.budget.step(1 + base[0].as_list().size() / 16);
  return Value::list(base[0].as_list());
}

// ---- dict

// An unhashable key fails even if the dict is empty, because dict.get() computes the hash first. Compare pop_key().
Value get(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require_hashable(call[1]);
  const Value* found = call[0].as_map().find(call[1]);
  if (found != nullptr) return *found;
  return call[2];
}

// keys(), values() and items() are views: they show later changes of the dict.
Value view(Call& base, MapView::Part part) {
  FunctionCall& call = function_call(base);
  return make_object<MapView>(call.evaluator, call[0], part);
}
Value keys(Call& base) {
  return view(base, MapView::Part::keys);
}
Value values(Call& base) {
  return view(base, MapView::Part::values);
}
Value items(Call& base) {
  return view(base, MapView::Part::items);
}

Value pop_key(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call[0].as_map().empty()) call.evaluator.require_hashable(call[1]);  // an empty dict does not compute the hash
  const Value* found = call[0].as_map().find(call[1]);
  if (found == nullptr) {
    if (call.given(2)) return call[2];
    call.fail(call.evaluator.repr(call[1]), "key-error");
  }
  const Value value = *found;
  call.context.budget.step(1 + call[0].as_map().size() / 16);
  changed_map(call).erase(call[1]);
  return value;
}

// {'a': 1, 'b': 2}.popitem() -> ('b', 2). Dicts keep the order of insertion, so the last entry is the newest key.
Value pop_last(Call& base) {
  FunctionCall& call = function_call(base);
  Map& map = changed_map(call);
  if (map.empty()) call.fail("'popitem(): dictionary is empty'", "key-error");
  const Map::Entry last = map.entry(map.size() - 1);
  map.erase(last.key);
  return Value::tuple({last.key, last.value});
}

// d.setdefault('a', []).append(1) is the usual way to group items: the stored value itself is returned, not a copy.
Value set_default(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require_hashable(call[1]);
  if (const Value* found = call[0].as_map().find(call[1])) return *found;
  const Value value = call[2];
  refuse_cycle(call, call[0], value);
  changed_map(call).set(call[1], value);
  return value;
}

// Takes a map, a sequence of pairs, named arguments, or a mixture. dict_argument() reads them all before the dict
// changes, so `d.update(d)` is safe.
Value update(Call& base) {
  FunctionCall& call = function_call(base);
  const Map added = dict_argument(call, 1);
  Map& map = changed_map(call);
  for (const auto& [key, value] : added) {
    refuse_cycle(call, call[0], value);
    map.set(key, value);
  }
  return Value::null();
}

Value clear_map(Call& base) {
  changed_map(function_call(base)) = Map();
  return Value::null();
}

Value copy_map(Call& base) {
  base.context.budget.step(1 + base[0].as_map().size() / 16);
  return Value::map(base[0].as_map());
}

constexpr Example append_examples[] = {{"{% set l = [1] %}{{ l.append(2) or l }}", "", R"("[1, 2]")"}};
constexpr Example extend_examples[] = {{"{% set l = [1] %}{{ l.extend([2, 3]) or l }}", "", R"("[1, 2, 3]")"}};
constexpr Example insert_examples[] = {{"{% set l = [1, 3] %}{{ l.insert(1, 2) or l }}", "", R"("[1, 2, 3]")"}};
constexpr Example pop_examples[] = {{"{% set l = [1, 2] %}{{ l.pop() }} {{ l }}", "", R"("2 [1]")"}};
constexpr Example index_examples[] = {{"{{ [3, 1, 2].index(1) }}", "", R"("1")"}};
constexpr Example count_examples[] = {{"{{ [1, 2, 1].count(1) }}", "", R"("2")"}};
constexpr Example remove_examples[] = {{"{% set l = [1, 2, 1] %}{{ l.remove(1) or l }}", "", R"("[2, 1]")"}};
constexpr Example reverse_examples[] = {{"{% set l = [1, 2] %}{{ l.reverse() or l }}", "", R"("[2, 1]")"}};
constexpr Example sort_examples[] = {{"{% set l = [2, 1] %}{{ l.sort() or l }}", "", R"("[1, 2]")"}};
constexpr Example clear_examples[] = {{"{% set l = [1] %}{{ l.clear() or l }}", "", R"("[]")"}};
constexpr Example copy_examples[] = {{"{% set l = [1] %}{% set m = l.copy() %}{{ m.append(2) or l }}", "", R"("[1]")"}};
constexpr Example tuple_count_examples[] = {{"{{ (1, 2, 1).count(1) }}", "", R"("2")"}};
constexpr Example tuple_index_examples[] = {{"{{ (5, 6).index(6) }}", "", R"("1")"}};
constexpr Example range_count_examples[] = {{"{{ range(5).count(3) }}", "", R"("1")"}};
constexpr Example range_index_examples[] = {{"{{ range(0, 9, 3).index(6) }}", "", R"("2")"}};
constexpr Example get_examples[] = {{"{{ {'a': 1}.get('a') }} {{ {}.get('a', 'none') }}", "", R"("1 none")"}};
constexpr Example keys_examples[] = {{"{{ {'a': 1}.keys() | list }}", "", R"("['a']")"}};
constexpr Example values_examples[] = {{"{{ {'a': 1}.values() | sum }}", "", R"("1")"}};
constexpr Example items_examples[] = {
    {"{% for k, v in {'a': 1}.items() %}{{ k }}={{ v }}{% endfor %}", "", R"("a=1")"}};
constexpr Example pop_key_examples[] = {{"{% set d = {'a': 1} %}{{ d.pop('a') }} {{ d.pop('a', 0) }}", "", R"("1 0")"}};
constexpr Example popitem_examples[] = {{"{{ {'a': 1, 'b': 2}.popitem() }}", "", R"x("('b', 2)")x"}};
constexpr Example setdefault_examples[] = {
    {"{% set d = {} %}{{ d.setdefault('a', 1) }} {{ d }}", "", R"("1 {'a': 1}")"}};
constexpr Example update_examples[] = {
    {"{% set d = {'a': 1} %}{{ d.update({'b': 2}, c=3) or d }}", "", R"("{'a': 1, 'b': 2, 'c': 3}")"}};
constexpr Example clear_map_examples[] = {{"{% set d = {'a': 1} %}{{ d.clear() or d }}", "", R"("{}")"}};
constexpr Example copy_map_examples[] = {{"{{ {'a': 1}.copy() }}", "", R"("{'a': 1}")"}};

}  // namespace
}  // namespace methods_container_family

std::span<const Function> container_methods() {
  using namespace methods_container_family;
  static constexpr Function all[] = {
      {.kind = "method",
       .signature = "list.append(self: list, object: any) -> null",
       .summary = "Adds an item at the end.",
       .examples = append_examples,
       .call = append},
      {.kind = "method",
       .signature = "list.extend(self: list, iterable: any) -> null",
       .summary = "Adds all items of another sequence.",
       .examples = extend_examples,
       .call = extend},
      {.kind = "method",
       .signature = "list.insert(self: list, index: integer, object: any) -> null",
       .summary = "Adds an item before an index.",
       .examples = insert_examples,
       .call = insert},
      {.kind = "method",
       .signature = "list.pop(self: list, index: integer = -1) -> any",
       .summary = "Takes an item out, by default the last.",
       .examples = pop_examples,
       .call = pop_item},
      {.kind = "method",
       .signature = "list.index(self: list, value: any, start: integer = 0, stop: integer = null) -> integer",
       .summary = "The index of the first equal item; fails when no item is equal.",
       .examples = index_examples,
       .call = index},
      {.kind = "method",
       .signature = "list.count(self: list, value: any) -> integer",
       .summary = "How many items are equal.",
       .examples = count_examples,
       .call = count},
      {.kind = "method",
       .signature = "list.remove(self: list, value: any) -> null",
       .summary = "Takes the first equal item out.",
       .examples = remove_examples,
       .call = remove},
      {.kind = "method",
       .signature = "list.reverse(self: list) -> null",
       .summary = "Turns the order round.",
       .examples = reverse_examples,
       .call = reverse},
      {.kind = "method",
       .signature = "list.sort(self: list, *positional: any, key: any = null, reverse: boolean = false) -> null",
       .summary = "Sorts the list itself.",
       .examples = sort_examples,
       .call = sort},
      {.kind = "method",
       .signature = "list.clear(self: list) -> null",
       .summary = "Takes all items out.",
       .examples = clear_examples,
       .call = clear_list},
      {.kind = "method",
       .signature = "list.copy(self: list) -> list",
       .summary = "A list of the same items.",
       .examples = copy_examples,
       .call = copy_list},
      {.kind = "method",
       .signature = "tuple.count(self: tuple, value: any) -> integer",
       .summary = "How many items are equal.",
       .examples = tuple_count_examples,
       .call = count},
      {.kind = "method",
       .signature = "tuple.index(self: tuple, value: any, start: integer = 0, stop: integer = null) -> integer",
       .summary = "The index of the first equal item; fails when no item is equal.",
       .examples = tuple_index_examples,
       .call = index},
      {.kind = "method",
       .signature = "range.count(self: any, value: any) -> integer",
       .summary = "How many of its numbers are equal: one or none.",
       .examples = range_count_examples,
       .call = range_count},
      {.kind = "method",
       .signature = "range.index(self: any, value: any) -> integer",
       .summary = "The index of a number; fails when the range lacks it.",
       .examples = range_index_examples,
       .call = range_index},
      {.kind = "method",
       .signature = "dict.get(self: map, key: any, default: any = null) -> any",
       .summary = "The value of a key, or the default.",
       .examples = get_examples,
       .call = get},
      {.kind = "method",
       .signature = "dict.keys(self: map) -> view",
       .summary = "The keys.",
       .examples = keys_examples,
       .call = keys},
      {.kind = "method",
       .signature = "dict.values(self: map) -> view",
       .summary = "The values.",
       .examples = values_examples,
       .call = values},
      {.kind = "method",
       .signature = "dict.items(self: map) -> view",
       .summary = "Pairs of key and value.",
       .examples = items_examples,
       .call = items},
      {.kind = "method",
       .signature = "dict.pop(self: map, key: any, default: any = null) -> any",
       .summary = "Removes an entry and returns its value; without a default, fails when the entry is missing.",
       .examples = pop_key_examples,
       .call = pop_key},
      {.kind = "method",
       .signature = "dict.popitem(self: map) -> tuple",
       .summary = "Takes the last entry out.",
       .examples = popitem_examples,
       .call = pop_last},
      {.kind = "method",
       .signature = "dict.setdefault(self: map, key: any, default: any = null) -> any",
       .summary = "The value of a key, which is set to the default when it is missing.",
       .examples = setdefault_examples,
       .call = set_default},
      {.kind = "method",
       .signature = "dict.update(self: map, source: any = null, **entries: any) -> null",
       .summary = "Takes over the entries of a map, of pairs, or named ones.",
       .examples = update_examples,
       .call = update},
      {.kind = "method",
       .signature = "dict.clear(self: map) -> null",
       .summary = "Takes all entries out.",
       .examples = clear_map_examples,
       .call = clear_map},
      {.kind = "method",
       .signature = "dict.copy(self: map) -> map",
       .summary = "A map of the same entries.",
       .examples = copy_map_examples,
       .call = copy_map},
  };
  return all;
}

}  // namespace evalground::jinja2
