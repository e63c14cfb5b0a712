// Filters of community.general for any number of lists: union, intersection and differences, in the order of the first
// list and without duplicates. A single list is the result, unchanged.
#include <algorithm>

#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/library/seen.hpp"
#include "dialects/ansible/runtime/families.hpp"

namespace evalground::ansible {
namespace sets_of_lists_family {
namespace {

bool is_sequence(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple;
}

// The arguments. With `flatten`, one that has only lists stands for its items.
List lists_of(const FunctionCall& call) {
  static constexpr std::string_view known[] = {"flatten"};
  allow_keywords(call, known);
  const Value* wanted = keyword(call, "flatten");
  const bool flattens = wanted != nullptr && call.evaluator.truth(*wanted);
  List lists;
  const auto add = [&](const Value& list) {
    call.evaluator.require(list);
    const bool has_lists =
        flattens && is_sequence(list) && std::all_of(list.as_list().begin(), list.as_list().end(), is_sequence);
    if (!has_lists) return lists.push_back(list);
    for (const Value& item : list.as_list()) {
      call.context.budget.step();
      lists.push_back(item);
    }
  };
  add(call[0]);
  for (const Value& list : call.rest) add(list);
  return lists;
}

// Folds the lists from the left.
template <class F>
Value folded(const FunctionCall& call, const F& join) {
  const List lists = lists_of(call);
  if (lists.empty()) return Value::list();
  Value result = lists.front();
  for (std::size_t at = 1; at < lists.size(); ++at) result = Value::list(join(result, lists[at]));
  return result;
}

List without_duplicates(const FunctionCall& call, const List& items) {
  Seen seen(call.evaluator);
  List result;
  for (const Value& item : items) {
    call.context.budget.step();
    if (seen.add_new(item)) result.push_back(item);
  }
  return result;
}

// Python's `a + b`, as a list of its items.
List concatenated(const FunctionCall& call, const Value& a, const Value& b) {
  Evaluator& evaluator = call.evaluator;
  const std::string type = evaluator.type_name(a);
  const bool may_be_joined = is_sequence(a) || a.is_string();
  const bool are_alike = (a.is_list() && b.is_list()) || (a.is_string() && b.is_string()) ||
                         (a.kind() == Kind::tuple && b.kind() == Kind::tuple);
  if (!are_alike) {
    call.fail(may_be_joined ? "can only concatenate " + type + " (not \"" + evaluator.type_name(b) + "\") to " + type
                            : "unsupported operand type(s) for +: '" + type + "' and '" + evaluator.type_name(b) + "'",
              "type-error");
  }
  List all = evaluator.items(a);
  for (Value& item : evaluator.items(b)) all.push_back(std::move(item));
  return all;
}

// The items of the first that the second contains, or does not contain.
List chosen(const FunctionCall& call, const Value& a, const Value& b, bool wanted) {
  Seen other = seen_of(call.evaluator, call.evaluator.items(b));
  List kept;
  for (const Value& item : without_duplicates(call, call.evaluator.items(a))) {
    if (other.has(item) == wanted) kept.push_back(item);
  }
  return kept;
}

Value lists_union(Call& base) {
  FunctionCall& call = function_call(base);
  return folded(call,
                [&](const Value& a, const Value& b) { return without_duplicates(call, concatenated(call, a, b)); });
}

Value lists_intersect(Call& base) {
  FunctionCall& call = function_call(base);
  return folded(call, [&](const Value& a, const Value& b) { return chosen(call, a, b, true); });
}

Value lists_difference(Call& base) {
  FunctionCall& call = function_call(base);
  return folded(call, [&](const Value& a, const Value& b) { return chosen(call, a, b, false); });
}

Value lists_symmetric_difference(Call& base) {
  FunctionCall& call = function_call(base);
  return folded(call, [&](const Value& a, const Value& b) {
    const List all = without_duplicates(call, concatenated(call, a, b));
    Seen first = seen_of(call.evaluator, call.evaluator.items(a));
    Seen second = seen_of(call.evaluator, call.evaluator.items(b));
    List kept;
    for (const Value& item : all) {
      if (!first.has(item) || !second.has(item)) kept.push_back(item);
    }
    return kept;
  });
}

constexpr Example union_examples[] = {
    {"{{ [3, 1] | community.general.lists_union([1, 2], [5]) }}", "", R"("[3, 1, 2, 5]")", in_ansible}};
constexpr Example intersect_examples[] = {
    {"{{ [3, 1, 2] | community.general.lists_intersect([1, 2, 3], [2, 3]) }}", "", R"("[3, 2]")", in_ansible}};
constexpr Example difference_examples[] = {
    {"{{ [1, 2, 3] | community.general.lists_difference([1], [3]) }}", "", R"("[2]")", in_ansible}};
constexpr Example symmetric_difference_examples[] = {
    {"{{ [[1, 2], [2, 3]] | community.general.lists_symmetric_difference(flatten=true) }}", "", R"("[1, 3]")",
     in_ansible}};
constexpr std::string_view details =
    "With `flatten`, a list that has only lists stands for these lists. Since community.general 8.4.";

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "community.general.lists_union(value: any, *others: any, **keywords: any) -> any",
     .summary = "The items of all lists, once each.",
     .details = details,
     .examples = union_examples,
     .call = lists_union},
    {.kind = ansible_filter,
     .signature = "community.general.lists_intersect(value: any, *others: any, **keywords: any) -> any",
     .summary = "The items that are in all lists.",
     .details = details,
     .examples = intersect_examples,
     .call = lists_intersect},
    {.kind = ansible_filter,
     .signature = "community.general.lists_difference(value: any, *others: any, **keywords: any) -> any",
     .summary = "The items of the first list that are in no other.",
     .details = details,
     .examples = difference_examples,
     .call = lists_difference},
    {.kind = ansible_filter,
     .signature = "community.general.lists_symmetric_difference(value: any, *others: any, **keywords: any) -> any",
     .summary = "The items that are in only one of two lists; of more lists, the result with the next one.",
     .details = details,
     .examples = symmetric_difference_examples,
     .call = lists_symmetric_difference},
};

}  // namespace
}  // namespace sets_of_lists_family

std::span<const Function> list_set_filters() {
  using namespace sets_of_lists_family;
  return all;
}

}  // namespace evalground::ansible
