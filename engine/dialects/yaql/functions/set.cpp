// Sets (yaql/standard_library/collections.py). Their members are the keys of a map whose values are null.
// They keep the order in which members were added, unlike Python's, so that results can be compared.

#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace set_family {
namespace {

// Adds the value, or the items of an iterator recursively, to the members. `count` includes duplicates. Only iterators
// are taken apart. A list is one member.
void splice(Evaluator& evaluator, const Value& value, Map& members, std::uint64_t& count) {
  Budget& budget = evaluator.context.budget;
  if (!is_a(value, ObjectKind::iterator)) {
    evaluator.check_length(++count);
    members.set(key_of(value, budget), Value::null());
    return;
  }
  const Depth depth = budget.enter();
  Cursor cursor(evaluator, value);
  while (const Value* item = cursor.next()) {
    const Value kept = *item;
    splice(evaluator, kept, members, count);
  }
}

// `set(1, 2, 1)` -> {1, 2}. Lists and dictionaries can be members, since keys wrap them (values.hpp).
Value make_set(Call& call) {
  Arguments& arguments = arguments_of(call);
  Map members;
  std::uint64_t count = 0;
  for (const Arguments::Slot& slot : arguments.rest) splice(arguments.evaluator, slot.value, members, count);
  return Value::set(std::move(members));
}

// Takes the items of the collection, while make_set() takes the arguments.
Value to_set(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  Map members;
  while (const Value* item = cursor.next()) members.set(key_of(*item, arguments.budget()), Value::null());
  return Value::set(std::move(members));
}

Value is_a_set(Call& call) {
  return Value::boolean(is_set(arguments_of(call)[0]));
}

// Adds those members of `from` that are (`is_kept`) or are not in `by`.
void keep(const Value& from, const Value& by, bool is_kept, Map& result, Budget& budget) {
  for (const auto& entry : from.as_map()) {
    budget.step();
    if (by.as_map().contains(entry.key) == is_kept) result.set(entry.key, Value::null());
  }
}

// Unlike the operator `+` it takes sets of any length.
Value unite(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value result = set_of(arguments[0], arguments.budget());
  const Value other = set_of(arguments[1], arguments.budget());
  for (const auto& entry : other.as_map()) {
    arguments.budget().step();
    result.edit_map().set(entry.key, Value::null());
  }
  return std::move(result).with_origin(0);
}

// The order is that of the first set.
Value intersect(Call& call) {
  Arguments& arguments = arguments_of(call);
  Map result;
  keep(set_of(arguments[0], arguments.budget()), set_of(arguments[1], arguments.budget()), true, result,
       arguments.budget());
  return Value::set(std::move(result));
}

// The operator does the same, so the code is there.
Value differ(Call& call) {
  Arguments& arguments = arguments_of(call);
  return arguments.evaluator.calculate(Operator::subtract, arguments[0], arguments[1]);
}

// The members of exactly one of the sets.
Value differ_both(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Value left = set_of(arguments[0], arguments.budget());
  const Value right = set_of(arguments[1], arguments.budget());
  Map result;
  keep(left, right, false, result, arguments.budget());
  keep(right, left, false, result, arguments.budget());
  return Value::set(std::move(result));
}

Value add(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value result = set_of(arguments[0], arguments.budget());
  for (const Arguments::Slot& slot : arguments.rest) {
    result.edit_map().set(key_of(slot.value, arguments.budget()), Value::null());
  }
  return std::move(result).with_origin(0);
}

// Removing from a map moves the entries behind, so each removal is charged by the size.
Value remove(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value result = set_of(arguments[0], arguments.budget());
  for (const Arguments::Slot& slot : arguments.rest) {
    arguments.budget().step(result.as_map().size());
    result.edit_map().erase(key_of(slot.value, arguments.budget()));
  }
  return std::move(result).with_origin(0);
}

constexpr Example set_examples[] = {{"set(1, 2, 2).len()", "", "2"}};
constexpr Example to_set_examples[] = {{"[0, 1, 1].toSet()", "", "[0, 1]"}};
constexpr Example is_set_examples[] = {{"isSet({a => 1}.keys())", "", "true"}};
constexpr Example union_examples[] = {{"set(1, 2).union(set(2, 3))", "", "[1, 2, 3]"}};
constexpr Example intersect_examples[] = {{"set(1, 2).intersect(set(2, 3))", "", "[2]"}};
constexpr Example difference_examples[] = {{"set(1, 2).difference(set(2, 3))", "", "[1]"}};
constexpr Example symmetric_examples[] = {{"set(1, 2).symmetricDifference(set(2, 3))", "", "[1, 3]"}};
constexpr Example add_examples[] = {{"set(1).add(2, 3)", "", "[1, 2, 3]"}};
constexpr Example remove_examples[] = {{"set(1, 2).remove(1, 9)", "", "[2]"}};

}  // namespace
}  // namespace set_family

std::span<const Function> set_functions() {
  using namespace set_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "set(*args: any) -> set",
       .summary = "A set of the arguments; iterators among them give their items.",
       .examples = set_examples,
       .call = make_set},
      {.kind = "method",
       .signature = "toSet(collection: iterable) -> set",
       .summary = "The items as a set: each once, in no order to rely on.",
       .examples = to_set_examples,
       .call = to_set},
      {.kind = "function",
       .signature = "isSet(arg: any) -> boolean",
       .summary = "Whether the value is a set, or the keys or items of a dictionary.",
       .examples = is_set_examples,
       .call = is_a_set},
      {.kind = "method",
       .signature = "union(left: set, right: set) -> set",
       .summary = "The members of either set.",
       .examples = union_examples,
       .call = unite},
      {.kind = "method",
       .signature = "intersect(left: set, right: set) -> set",
       .summary = "The members of both sets.",
       .examples = intersect_examples,
       .call = intersect},
      {.kind = "method",
       .signature = "difference(left: set, right: set) -> set",
       .summary = "The members of the first set that the second has not.",
       .examples = difference_examples,
       .call = differ},
      {.kind = "method",
       .signature = "symmetricDifference(left: set, right: set) -> set",
       .summary = "The members of exactly one of the sets.",
       .examples = symmetric_examples,
       .call = differ_both},
      {.kind = "method",
       .signature = "add(set: set, *values: any) -> set",
       .summary = "The set with more members.",
       .examples = add_examples,
       .call = add},
      {.kind = "method",
       .signature = "remove(set: set, *values: any) -> set",
       .summary = "The set without those members.",
       .examples = remove_examples,
       .call = remove},
  };
  return all;
}

}  // namespace evalground::yaql
