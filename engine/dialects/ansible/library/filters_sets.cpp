// Filters that treat lists as sets: without duplicates, in the order of first occurrence.
// Filters that treat lists as sets: without duplicates, in the order of first occurrence.
//
// The reference has two ways. If the arguments are hashable types such as tuples, it uses Python's set(), whose order
// is arbitrary there and that of the items here. For lists and dicts it compares item by item. A hash table makes this
// linear for most items. Only unhashable items are compared with each other. These take quadratic time, which has()
// charges.
#include <algorithm>
#include <optional>

#include "base/text/utf8.hpp"
#include "dialects/ansible/library/seen.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "dialects/jinja2/runtime/operators.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground::ansible {

bool is_hashable(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  switch (value.kind()) {
    case Kind::list:
    case Kind::map:
    case Kind::set:
    case Kind::undefined: return false;
    case Kind::tuple:
      for (const Value& item : value.as_list()) {
        if (!is_hashable(item, budget)) return false;
      }
      return true;
    case Kind::object: {
      const Value* tuple = tuple_of(value);
      return tuple == nullptr || is_hashable(*tuple, budget);
    }
    default: return true;
  }
}

void Seen::add(const Value& value) {
  if (is_hashable(value, evaluator_.context.budget)) {
    hashed_.set(value, Value::null());
  } else {
    others_.push_back(value);
  }
}

bool Seen::has(const Value& value) {
  if (is_hashable(value, evaluator_.context.budget)) return hashed_.contains(value);
  for (const Value& other : others_) {
    evaluator_.context.budget.step();
    if (evaluator_.equal(value, other)) return true;
  }
  return false;
}

bool Seen::add_new(const Value& value) {
  if (has(value)) return false;
  add(value);
  return true;
}

Seen seen_of(Evaluator& evaluator, const List& items) {
  Seen seen(evaluator);
  for (const Value& item : items) {
    evaluator.context.budget.step();
    seen.add(item);
  }
  return seen;
}

namespace filters_sets_family {
namespace {

// Jinja's filter. For an unhashable item Ansible falls back to its own, which compares items directly and has no
// options.
// ['a', 'B', 'A', 'b'] | unique -> ['a', 'B']. Case is ignored unless case_sensitive is set.
Value unique(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const bool is_case_sensitive = call.truth(1);
  const List items = call.items(0);
  AttributePath path(call.set(2) ? call[2] : Value::null());
  Seen seen(evaluator);
  List result;
  bool has_hashes = true;
  for (const Value& item : items) {
    evaluator.context.budget.step();
    Value key = path.of(evaluator, item);
    has_hashes = !key.is_list() && !key.is_map() && !key.is_undefined();
    if (!has_hashes) {
      const bool is_false = call[1].kind() == Kind::boolean && !call[1].as_boolean();
      if (is_false || evaluator.truth(call[2])) {
        call.fail(
            "Jinja2's unique filter failed and we cannot fall back to Ansible's version as it does not "
            "support the parameters supplied. " +
            (key.is_undefined() ? evaluator.undefined_message(key)
                                : "unhashable type: '" + evaluator.type_name(key) + "'"));
      }
      break;
    }
    if (!is_case_sensitive && key.is_string()) key = Value::string(to_lower(key.as_string()));
    if (seen.add_new(key)) result.push_back(item);
  }
  if (has_hashes) return Value::list(std::move(result));
  const Value kept = Value::list();
  for (const Value& item : items) {
    if (!evaluator.contains(kept, item)) kept.shared_list().push_back(item);
  }
  return kept;
}

// Whether Python considers the type hashable: texts, tuples, ranges, and the view of a dict's values, but not the other
// views.
bool has_hash(const Value& value) {
  const TemplateObject* object = template_object(value);
  if (object != nullptr) return object->type_name() != "dict_keys" && object->type_name() != "dict_items";
  return !value.is_list() && !value.is_map() && value.kind() != Kind::set;
}

// Whether neither argument is a list or dict. Then both are treated as sets of their items, whose order is kept here.
bool are_sets(const FunctionCall& call) {
  call.evaluator.require(call[0]);
  call.evaluator.require(call[1]);
  return has_hash(call[0]) && has_hash(call[1]);
}

Map members(const FunctionCall& call, std::size_t side) {
  Map members;
  for (const Value& item : call.items(side)) {
    call.context.budget.step();
    call.evaluator.require_hashable(item);
    members.set(item, Value::null());
  }
  return members;
}

// Adds the items of one set that the other contains (`wanted`) or does not contain.
void add_members(const FunctionCall& call, const Map& side, const Map& other, bool wanted, List& result) {
  for (const auto& entry : side) {
    call.context.budget.step();
    if (other.contains(entry.key) == wanted) result.push_back(entry.key);
  }
}

// [1, 2] | union([2, 3]) -> [1, 2, 3].
Value union_of(Call& base) {
  FunctionCall& call = function_call(base);
  if (are_sets(call)) {
    const Map left = members(call, 0);
    List all;
    for (const auto& entry : left) all.push_back(entry.key);
    add_members(call, members(call, 1), left, false, all);
    return Value::list(std::move(all));
  }
  // Unhashable items are concatenated, which only works for lists.
  if (!call[0].is_list() || !call[1].is_list()) {
    call.fail(call[0].is_list()
                  ? "can only concatenate list (not \"" + call.evaluator.type_name(call[1]) + "\") to list"
                  : "unsupported operand type(s) for +: '" + call.evaluator.type_name(call[0]) + "' and '" +
                        call.evaluator.type_name(call[1]) + "'",
              "type-error");
  }
  Seen seen(call.evaluator);
  List result;
  for (const unsigned side : {0U, 1U}) {
    for (const Value& item : call.items(side)) {
      call.context.budget.step();
      if (seen.add_new(item)) result.push_back(item);
    }
  }
  return Value::list(std::move(result));
}

// The items of the first argument that the second contains, or does not contain, without duplicates.
// intersect and difference: [1, 2] with [2, 3] gives [2], or [1].
Value chosen(FunctionCall& call, bool wanted) {
  // Without items the second argument is not evaluated.
  if (call[0].is_list() && call[0].as_list().empty()) return Value::list();
  if (call[0].is_map() && call[0].as_map().empty()) return Value::list();
  if (are_sets(call)) {
    List result;
    add_members(call, members(call, 0), members(call, 1), wanted, result);
    return Value::list(std::move(result));
  }
  Evaluator& evaluator = call.evaluator;
  Seen seen(evaluator);
  List result;
  // Membership in a list is tested by hash, in anything else by `in`.
  std::optional<Seen> other;
  // An undefined value equals nothing, and comparing with it fails.
  const bool is_list = call[1].is_list();
  const bool is_defined = is_list && std::none_of(call[1].as_list().begin(), call[1].as_list().end(),
                                                  [](const Value& item) { return item.is_undefined(); });
  if (is_list && is_defined) other.emplace(seen_of(evaluator, call[1].as_list()));
  for (const Value& item : call.items(0)) {
    call.context.budget.step();
    const bool is_hashed = other && !item.is_undefined();
    const bool is_there = is_hashed ? other->has(item) : evaluator.contains(call[1], item);
    if (is_there == wanted && seen.add_new(item)) result.push_back(item);
  }
  return Value::list(std::move(result));
}

Value intersect(Call& call) {
  return chosen(function_call(call), true);
}

Value difference(Call& call) {
  return chosen(function_call(call), false);
}

// [1, 2] | symmetric_difference([2, 3]) -> [1, 3]: the union without the items that both have.
Value symmetric_difference(Call& base) {
  FunctionCall& call = function_call(base);
  if (are_sets(call)) {
    const Map left = members(call, 0);
    const Map right = members(call, 1);
    List result;
    add_members(call, left, right, false, result);
    add_members(call, right, left, false, result);
    return Value::list(std::move(result));
  }
  const Value all = union_of(base);
  Seen first = seen_of(call.evaluator, call[0].as_list());
  Seen second = seen_of(call.evaluator, call[1].as_list());
  List result;
  for (const Value& item : all.as_list()) {
    call.context.budget.step();
    if (!first.has(item) || !second.has(item)) result.push_back(item);
  }
  return Value::list(std::move(result));
}

// ['a', 'b', 'a'] | counter -> {'a': 2, 'b': 1}. A text counts its characters.
Value counter(Call& base) {
  FunctionCall& call = function_call(base);
  Map counts;
  call.evaluator.require(call[0]);
  const TemplateObject* object = template_object(call[0]);
  const bool is_view = call.evaluator.type_name(call[0]).starts_with("dict_");
  if (!call[0].is_string() && !call[0].is_list() && call[0].kind() != Kind::tuple &&
      (object == nullptr || object->shape() != Shape::sequence || is_view)) {
    call.fail("Argument for community.general.counter must be a sequence (string or list). " +
              call.evaluator.text(call[0]) + " is " + call.evaluator.type_name(call[0]));
  }
  for (const Value& item : call.items(0)) {
    call.context.budget.step();
    if (!is_hashable(item, call.context.budget)) {
      call.fail(
          "community.general.counter needs a sequence with hashable elements (int, float or str) - unhashable "
          "type: '" +
          call.evaluator.type_name(item) + "'");
    }
    const Value* count = counts.find(item);
    counts.set(item, Value::integer(count == nullptr ? 1 : count->as_integer() + 1));
  }
  return Value::map(std::move(counts));
}

constexpr Example unique_examples[] = {
    {"{{ ['a', 'B', 'A', 'b'] | unique }}", "", R"("['a', 'B']")", in_ansible},
    {"{{ [{'n': 1}, {'n': 1}] | unique(attribute='n') | length }}", "", R"("1")", in_ansible}};
constexpr Example union_examples[] = {{"{{ [1, 2] | union([2, 3]) }}", "", R"("[1, 2, 3]")", in_ansible}};
constexpr Example intersect_examples[] = {{"{{ [1, 2] | intersect([2, 3]) }}", "", R"("[2]")", in_ansible}};
constexpr Example difference_examples[] = {{"{{ [1, 2] | difference([2, 3]) }}", "", R"("[1]")", in_ansible}};
constexpr Example symmetric_difference_examples[] = {
    {"{{ [1, 2] | symmetric_difference([2, 3]) }}", "", R"("[1, 3]")", in_ansible}};
constexpr Example counter_examples[] = {
    {"{{ ['a', 'b', 'a'] | community.general.counter }}", "", R"("{'a': 2, 'b': 1}")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "unique(value: list, case_sensitive: boolean = null, attribute: string = null) -> list",
     .summary = "The distinct items of a list, the first of each; ignores case by default.",
     .examples = unique_examples,
     .call = unique},
    {.kind = ansible_filter,
     .signature = "union(a: list, b: list) -> list",
     .summary = "The items of either list, each once.",
     .examples = union_examples,
     .call = union_of},
    {.kind = ansible_filter,
     .signature = "intersect(a: list, b: list) -> list",
     .summary = "The items that are in both lists, each once.",
     .examples = intersect_examples,
     .call = intersect},
    {.kind = ansible_filter,
     .signature = "difference(a: list, b: list) -> list",
     .summary = "The items that are not in the other list, each once.",
     .examples = difference_examples,
     .call = difference},
    {.kind = ansible_filter,
     .signature = "symmetric_difference(a: list, b: list) -> list",
     .summary = "The items that are in just one of the lists, each once.",
     .examples = symmetric_difference_examples,
     .call = symmetric_difference},
    {.kind = ansible_filter,
     .signature = "community.general.counter(value: list) -> map",
     .summary = "How often each item is in a list.",
     .examples = counter_examples,
     .call = counter},
};

}  // namespace
}  // namespace filters_sets_family

std::span<const Function> ansible_set_filters() {
  using namespace filters_sets_family;
  return all;
}

}  // namespace evalground::ansible
