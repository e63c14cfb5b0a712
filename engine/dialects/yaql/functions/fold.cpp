// Functions that reduce a collection to one value: any, all, count, first, sum, aggregate, … They draw only as many
// items as they need: `sequence().any($ > 3)` -> true.
//
// The functions that combine items begin with a seed, or else with the first item. So an empty collection without a
// seed is an error, and `[].sum()` needs one: `[].sum(0)`.

#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace fold_family {
namespace {

[[noreturn]] void fail_empty(const Arguments& arguments, std::string_view remedy) {
  throw Error("empty-collection", "The collection has no item for `" + std::string(arguments.signature().name) + "`" +
                                      std::string(remedy) + ".");
}

// Without a condition: true if there is any item, even a false one.
Value any(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  Lambda predicate = arguments.lambda(1);
  while (const Value* item = cursor.next()) {
    if (!predicate.is_given() || predicate.test(arguments.evaluator, *item)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// Without a condition the items themselves are tested, unlike in `any`.
Value all(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  Lambda predicate = arguments.lambda(1);
  while (const Value* item = cursor.next()) {
    if (!(predicate.is_given() ? predicate.test(arguments.evaluator, *item) : is_true(*item))) {
      return Value::boolean(false);
    }
  }
  return Value::boolean(true);
}

// Draws every item. An endless collection ends at a limit.
Value count(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  std::int64_t number = 0;
  while (cursor.next() != nullptr) ++number;
  return Value::integer(number);
}

// Combines the items one by one into a total. It starts with argument `seed`, or with the first item if the seed is
// absent.
template <class Step>
Value fold(Arguments& arguments, std::size_t seed, const Step& step) {
  Cursor cursor = arguments.cursor(0);
  Value total = arguments[seed];
  if (total.is_undefined() && !cursor.next(total)) fail_empty(arguments, "; give a value to begin with");
  while (const Value* item = cursor.next()) {
    total = step(total, *item);
    arguments.evaluator.check_quota(total);
  }
  return total;
}

// Adds with the operator `+`, so it also joins texts and lists. The item order matters for floats.
Value sum(Call& call) {
  Arguments& arguments = arguments_of(call);
  return fold(arguments, 1, [&](const Value& total, const Value& item) {
    return arguments.evaluator.calculate(Operator::add, total, item);
  });
}

// The first of equal items stays.
Value largest(Call& call) {
  Arguments& arguments = arguments_of(call);
  return fold(arguments, 1, [&](const Value& total, const Value& item) {
    return arguments.evaluator.compare(Operator::greater, item, total) ? item : total;
  });
}

Value smallest(Call& call) {
  Arguments& arguments = arguments_of(call);
  return fold(arguments, 1, [&](const Value& total, const Value& item) {
    return arguments.evaluator.compare(Operator::greater, item, total) ? total : item;
  });
}

Value aggregate(Call& call) {
  Arguments& arguments = arguments_of(call);
  Lambda selector = arguments.lambda(1);
  return fold(arguments, 2,
              [&](const Value& total, const Value& item) { return selector(arguments.evaluator, total, item); });
}

// Draws one item only: `sequence().first()` ends.
Value first(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  const Value* item = cursor.next();
  if (item != nullptr) return *item;
  if (!arguments.given(1)) fail_empty(arguments, "; give a default");
  return arguments[1];
}

// Draws all items. A default that is null counts as given.
Value last(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  Value found = arguments[1];
  while (const Value* item = cursor.next()) found = *item;
  if (found.is_undefined()) fail_empty(arguments, "; give a default");
  return found;
}

// Draws a second item, to make sure that there is only one.
Value single(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  Value item;
  if (!cursor.next(item)) fail_empty(arguments, "");
  if (cursor.next() != nullptr) throw Error("not-single", "Collection contains more than one item.");
  return item;
}

// -1 if nothing fits. The first index ends the search; the last needs all items.
template <class Test>
Value index_of(Arguments& arguments, bool is_last, const Test& test) {
  Cursor cursor = arguments.cursor(0);
  std::int64_t found = -1;
  for (std::int64_t index = 0; const Value* item = cursor.next(); ++index) {
    if (!test(*item)) continue;
    found = index;
    if (!is_last) break;
  }
  return Value::integer(found);
}

template <bool is_last>
Value index_of_item(Call& call) {
  Arguments& arguments = arguments_of(call);
  return index_of(arguments, is_last,
                  [&](const Value& item) { return are_equal(item, arguments[1], arguments.budget()); });
}

template <bool is_last>
Value index_where(Call& call) {
  Arguments& arguments = arguments_of(call);
  Lambda predicate = arguments.lambda(1);
  return index_of(arguments, is_last, [&](const Value& item) { return predicate.test(arguments.evaluator, item); });
}

constexpr Example any_examples[] = {{"any([0])", "", "true"}};
constexpr Example any_method_examples[] = {{"[1, 5].any($ > 4)", "", "true"}};
constexpr Example all_examples[] = {{"all([true, 1])", "", "true"}};
constexpr Example all_method_examples[] = {{"[2, 3].all($ mod 2 = 0)", "", "false"}};
constexpr Example count_examples[] = {{"range(7).count()", "", "7"}};
constexpr Example sum_examples[] = {{"$.select($.cpus).sum(0)", R"([{"cpus": 2}, {"cpus": 8}])", "10"}};
constexpr Example max_examples[] = {{"[3, 1, 2].max()", "", "3"}};
constexpr Example min_examples[] = {{"[].min(0)", "", "0"}};
constexpr Example aggregate_examples[] = {{"[1, 2, 3].aggregate($1 * $2, 10)", "", "60"}};
constexpr Example first_examples[] = {{"range(1000000000000).first()", "", "0"}, {"[].first(null)", "", "null"}};
constexpr Example last_examples[] = {{"[1, 2].last()", "", "2"}};
constexpr Example single_examples[] = {{"[1].single()", "", "1"}, {"[1, 2].single()", "", "error"}};
constexpr Example index_examples[] = {{"[1, 2, 3, 2].indexOf(2)", "", "1"}};
constexpr Example last_index_examples[] = {{"[1, 2, 3, 2].lastIndexOf(2)", "", "3"}};
constexpr Example index_where_examples[] = {{"[1, 2, 3].indexWhere($ > 1)", "", "1"}};
constexpr Example last_where_examples[] = {{"[1, 2, 3].lastIndexWhere($ < 3)", "", "1"}};
constexpr std::string_view aggregate_aliases[] = {"reduce"};

}  // namespace
}  // namespace fold_family

std::span<const Function> fold_functions() {
  using namespace fold_family;
  static constexpr Function table[] = {
      {.kind = "function",
       .signature = "any(collection: iterable, predicate: lambda = null) -> boolean",
       .summary = "Whether the condition holds for an item; without one, whether there is an item.",
       .examples = any_examples,
       .call = any},
      {.kind = "method",
       .signature = "any(collection: iterable, predicate: lambda = null) -> boolean",
       .summary = "Whether the condition holds for an item; without one, whether there is an item.",
       .examples = any_method_examples,
       .call = any},
      {.kind = "function",
       .signature = "all(collection: iterable, predicate: lambda = null) -> boolean",
       .summary = "Whether the condition holds for every item; without one, whether every item is true.",
       .examples = all_examples,
       .call = all},
      {.kind = "method",
       .signature = "all(collection: iterable, predicate: lambda = null) -> boolean",
       .summary = "Whether the condition holds for every item; without one, whether every item is true.",
       .examples = all_method_examples,
       .call = all},
      {.kind = "method",
       .signature = "count(collection: iterable) -> integer",
       .summary = "The number of items.",
       .examples = count_examples,
       .call = count},
      {.kind = "method",
       .signature = "sum(collection: iterable, initial: any = unset) -> any",
       .summary = "The items added up with `+`.",
       .examples = sum_examples,
       .call = sum},
      {.kind = "method",
       .signature = "max(collection: iterable, initial: any = unset) -> any",
       .summary = "The largest item.",
       .examples = max_examples,
       .call = largest},
      {.kind = "method",
       .signature = "min(collection: iterable, initial: any = unset) -> any",
       .summary = "The smallest item.",
       .examples = min_examples,
       .call = smallest},
      {.kind = "method",
       .signature = "aggregate(collection: iterable, selector: lambda, seed: any = unset) -> any",
       .summary = "The items put together: `$1` is what came so far, `$2` the next item.",
       .aliases = aggregate_aliases,
       .examples = aggregate_examples,
       .call = aggregate},
      {.kind = "method",
       .signature = "first(collection: iterable, default: any = unset) -> any",
       .summary = "The first item, or the default when there are no items.",
       .examples = first_examples,
       .call = first},
      {.kind = "method",
       .signature = "last(collection: iterable, default: any = unset) -> any",
       .summary = "The last item, or the default when there are no items.",
       .examples = last_examples,
       .call = last},
      {.kind = "method",
       .signature = "single(collection: iterable) -> any",
       .summary = "The only item; an error for no items or several.",
       .examples = single_examples,
       .call = single},
      {.kind = "method",
       .signature = "indexOf(collection: iterable, item: any) -> integer",
       .summary = "The index of the first item that equals the value, or -1.",
       .examples = index_examples,
       .call = index_of_item<false>},
      {.kind = "method",
       .signature = "lastIndexOf(collection: iterable, item: any) -> integer",
       .summary = "The index of the last item that equals the value, or -1.",
       .examples = last_index_examples,
       .call = index_of_item<true>},
      {.kind = "method",
       .signature = "indexWhere(collection: iterable, predicate: lambda) -> integer",
       .summary = "The index of the first item for which the condition holds, or -1.",
       .examples = index_where_examples,
       .call = index_where<false>},
      {.kind = "method",
       .signature = "lastIndexWhere(collection: iterable, predicate: lambda) -> integer",
       .summary = "The index of the last item for which the condition holds, or -1.",
       .examples = last_where_examples,
       .call = index_where<true>},
  };
  return table;
}

}  // namespace evalground::yaql
