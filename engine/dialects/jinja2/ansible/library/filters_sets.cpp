// Lists as sets: without doubles, in the order in which items first appear.
#include "base/text/utf8.hpp"
#include "dialects/jinja2/ansible/families.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

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
    default: return true;
  }
}

// Items that were seen: by hash where they have one, else one by one.
class Seen {
 public:
  explicit Seen(Evaluator& evaluator) : evaluator_(evaluator) {}

  void add(const Value& value) {
    if (is_hashable(value, evaluator_.context.budget)) {
      hashed_.set(value, Value::null());
    } else {
      others_.push_back(value);
    }
  }
  bool has(const Value& value) {
    if (is_hashable(value, evaluator_.context.budget)) return hashed_.contains(value);
    for (const Value& other : others_) {
      evaluator_.context.budget.step();
      if (evaluator_.equal(value, other)) return true;
    }
    return false;
  }
  // True when it was not there.
  bool add_new(const Value& value) {
    if (has(value)) return false;
    add(value);
    return true;
  }

 private:
  Evaluator& evaluator_;
  Map hashed_;
  List others_;
};

Value unique(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const bool is_case_sensitive = call.truth(1);
  Seen seen(evaluator);
  List result;
  for (const Value& item : call.items(0)) {
    evaluator.context.budget.step();
    Value key = call.set(2) ? attribute_at(evaluator, item, call[2]) : item;
    if (!is_case_sensitive && key.is_string()) key = Value::string(to_lower(key.as_string()));
    if (seen.add_new(key)) result.push_back(item);
  }
  return Value::list(std::move(result));
}

Seen seen_of(Evaluator& evaluator, const List& items) {
  Seen seen(evaluator);
  for (const Value& item : items) {
    evaluator.context.budget.step();
    seen.add(item);
  }
  return seen;
}

Value union_of(Call& base) {
  FunctionCall& call = function_call(base);
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

// The items of the first argument that the second has, or has not.
List chosen(const FunctionCall& call, std::size_t from, std::size_t by, bool wanted) {
  Seen other = seen_of(call.evaluator, call.items(by));
  Seen seen(call.evaluator);
  List result;
  for (const Value& item : call.items(from)) {
    call.context.budget.step();
    if (other.has(item) == wanted && seen.add_new(item)) result.push_back(item);
  }
  return result;
}

Value intersect(Call& call) {
  return Value::list(chosen(function_call(call), 0, 1, true));
}

Value difference(Call& call) {
  return Value::list(chosen(function_call(call), 0, 1, false));
}

Value symmetric_difference(Call& base) {
  FunctionCall& call = function_call(base);
  List result = chosen(call, 0, 1, false);
  for (Value& item : chosen(call, 1, 0, false)) result.push_back(std::move(item));
  return Value::list(std::move(result));
}

Value counter(Call& base) {
  FunctionCall& call = function_call(base);
  Map counts;
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
     .summary = "The first of each of a list's items; without regard to case unless asked for.",
     .examples = unique_examples,
     .call = unique},
    {.kind = ansible_filter,
     .signature = "union(value: list, other: list) -> list",
     .summary = "The items of either list, each once.",
     .examples = union_examples,
     .call = union_of},
    {.kind = ansible_filter,
     .signature = "intersect(value: list, other: list) -> list",
     .summary = "The items that are in both lists, each once.",
     .examples = intersect_examples,
     .call = intersect},
    {.kind = ansible_filter,
     .signature = "difference(value: list, other: list) -> list",
     .summary = "The items that are not in the other list, each once.",
     .examples = difference_examples,
     .call = difference},
    {.kind = ansible_filter,
     .signature = "symmetric_difference(value: list, other: list) -> list",
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

std::span<const Function> ansible_set_filters() {
  return all;
}

}  // namespace evalground::jinja2
