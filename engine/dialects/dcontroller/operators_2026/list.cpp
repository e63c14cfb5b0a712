// Lists of 2026. Null is an empty list.
#include <utility>

#include "base/memory.hpp"
#include "dialects/dcontroller/operators_2026/arguments.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"
#include "dialects/dcontroller/values/canonical.hpp"

namespace evalground::dcontroller {
namespace {

Value mapped(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value list = list_of(call, value_at(call, 1));
  List results;
  results.reserve(list.as_list().size());
  for (const Value& item : list.as_list()) results.push_back(evaluate_on_item(call, *call.written()[0], item));
  return Value::list(std::move(results));
}

Value filtered(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value list = list_of(call, value_at(call, 1));
  List kept;
  for (const Value& item : list.as_list()) {
    if (bool_of(call, evaluate_on_item(call, *call.written()[0], item))) kept.push_back(item);
  }
  return Value::list(std::move(kept));
}

// A merge sort, which is stable and safe for every comparator: the standard library's sorts may leave the list when a
// comparator contradicts itself.
class Sorter {
 public:
  explicit Sorter(OperatorCall& call) : call_(call) {}

  List sort(List items) {
    List sorted(items.size());
    for (std::size_t width = 1; width < items.size(); width *= 2) {
      for (std::size_t begin = 0; begin < items.size(); begin += 2 * width) {
        const std::size_t middle = std::min(begin + width, items.size());
        merge(items, begin, middle, std::min(begin + 2 * width, items.size()), sorted);
      }
      std::swap(items, sorted);
    }
    return items;
  }

 private:
  void merge(List& items, std::size_t begin, std::size_t middle, std::size_t end, List& sorted) {
    std::size_t left = begin;
    std::size_t right = middle;
    for (std::size_t at = begin; at < end; ++at) {
      call_.context.budget.step();
      const bool takes_right = left == middle || (right < end && is_before(items[right], items[left]));
      sorted[at] = items[takes_right ? right++ : left++];
    }
  }

  // The comparator sees the item that comes later as `$$.a`.
  bool is_before(const Value& a, const Value& b) {
    const Value order = evaluate_on_item(call_, *call_.written()[0], Value::map({{"a", a}, {"b", b}}));
    const double number = order.is_number() ? order.as_real() : 2;
    if (number != -1 && number != 0 && number != 1) {
      call_.fail("wrong-argument", "needs a comparator that gives -1, 0 or 1, not " + short_text(order, 60) + ".");
    }
    return number < 0;
  }

  OperatorCall& call_;
};

Value sorted_by(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value list = list_of(call, value_at(call, 1));
  return Value::list(Sorter(call).sort(list.as_list()));
}

Value size_of(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value& value = call.argument();
  if (value.is_string()) return Value::integer(static_cast<std::int64_t>(value.text_size()));
  if (value.is_map()) return Value::integer(static_cast<std::int64_t>(value.as_map().size()));
  return Value::integer(static_cast<std::int64_t>(list_of(call, value).as_list().size()));
}

Value is_in(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value wanted = value_at(call, 0);
  const Value list = list_of(call, value_at(call, 1));
  for (const Value& item : list.as_list()) {
    call.context.budget.step();
    if (are_equal(call, wanted, item)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// Charged before the list is made.
Value counted(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::int64_t count = int_of(call, call.argument());
  if (count < 0) call.fail("wrong-argument", "needs a number from 0 on, not " + std::to_string(count) + ".");
  call.context.budget.step(static_cast<std::uint64_t>(count));
  List numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  for (std::int64_t number = 1; number <= count; ++number) numbers.push_back(Value::integer(number));
  return Value::list(std::move(numbers));
}

Value enumerated(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value list = list_of(call, call.argument());
  List pairs;
  pairs.reserve(list.as_list().size());
  for (const Value& item : list.as_list()) {
    call.context.budget.step();
    const auto index = static_cast<std::int64_t>(pairs.size());
    pairs.push_back(Value::map({{"index", Value::integer(index)}, {"value", item}}));
  }
  return Value::list(std::move(pairs));
}

// A single list is spread here, unlike elsewhere.
template <bool is_greatest>
Value lexical_extreme(Call& base) {
  OperatorCall& call = operator_call(base);
  List values = values_of(call);
  if (values.size() == 1 && (values.front().is_list() || values.front().is_null())) {
    const Value only = values.front();
    values = list_of(call, only).as_list();
  }
  if (values.empty()) return Value::null();
  const Value* found = &values.front();
  std::string found_text = canonical_json(*found, call.context.budget);
  for (const Value& value : values) {
    std::string text = canonical_json(value, call.context.budget);
    if (is_greatest ? text <= found_text : text >= found_text) continue;
    found = &value;
    found_text = std::move(text);
  }
  return *found;
}

constexpr std::string_view ports_2026 =
    R"({"options": {"reference": "2026"}, "data": {"ports": [{"name": "a", "port": 80}, {"name": "b"}]}})";

constexpr Example map_2026[] = {{R"({"@map": ["$$.name", "$.ports"]})", "", R"(["a", "b"])", ports_2026},
                                {R"({"@map": ["$$.port", "$.ports"]})", "", "error", ports_2026}};
constexpr Example filter_2026[] = {
    {R"({"@filter": [{"@exists": "$$.port"}, "$.ports"]})", "", R"([{"name": "a", "port": 80}])", ports_2026}};
constexpr Example sort_2026[] = {
    {R"({"@sortBy": [{"@cond": [{"@gt": ["$$.a", "$$.b"]}, -1, 1]}, [1, 3, 2]]})", "", "[3, 2, 1]", in_2026},
    {R"({"@sortBy": [{"@sub": ["$$.a", "$$.b"]}, [9, 1]]})", "", "error", in_2026}};
constexpr Example len_2026[] = {{R"({"@len": "$.ports"})", "", "2", ports_2026},
                                {R"({"@len": blue})", "", "4", in_2026},
                                {R"({"@len": null})", "", "0", in_2026}};
constexpr Example in_examples_2026[] = {{R"({"@in": [2.0, [1, 2]]})", "", "true", in_2026}};
constexpr Example range_2026[] = {{R"({"@range": 3})", "", "[1, 2, 3]", in_2026}};
constexpr Example enumerate_2026[] = {{R"({"@enumerate": [[a]]})", "", R"([{"index": 0, "value": "a"}])", in_2026}};
constexpr Example lexmin_2026[] = {{R"({"@lexmin": [[b, a]]})", "", R"("a")", in_2026}};
constexpr Example lexmax_2026[] = {{R"({"@lexmax": [10, 9]})", "", "9", in_2026}};

}  // namespace

std::span<const Function> list_operators_2026() {
  static constexpr Function all[] = {
      {.kind = operator_2026,
       .signature = "@map(expression: any, list: list) -> list",
       .summary = "The value of an expression for each item of a list, which is `$$` in it.",
       .examples = map_2026,
       .call = mapped},
      {.kind = operator_2026,
       .signature = "@filter(condition: any, list: list) -> list",
       .summary = "The items of a list for which a condition on `$$` is true.",
       .details = "A missing field is an error, not false: guard it with `@exists`.",
       .examples = filter_2026,
       .call = filtered},
      {.kind = operator_2026,
       .signature = "@sortBy(comparator: any, list: list) -> list",
       .summary = "The items of a list in the order of a comparator, which sees two as `$$.a` and `$$.b`.",
       .details = "The comparator gives -1, 0 or 1. Equal items keep their order.",
       .since = "2026",
       .examples = sort_2026,
       .call = sorted_by},
      {.kind = operator_2026,
       .signature = "@len(value: any) -> integer",
       .summary = "The number of items of a list, of members of a map, or of bytes of a text; 0 for null.",
       .examples = len_2026,
       .call = size_of},
      {.kind = operator_2026,
       .signature = "@in(item: any, list: list) -> boolean",
       .summary = "Whether a list has an item that equals the value, as by `@eq`.",
       .examples = in_examples_2026,
       .call = is_in},
      {.kind = operator_2026,
       .signature = "@range(count: any) -> list",
       .summary = "The integers from 1 to a number.",
       .examples = range_2026,
       .call = counted},
      {.kind = operator_2026,
       .signature = "@enumerate(list: any) -> list",
       .summary = "A map of `index`, from 0, and `value` for each item of a list.",
       .details = "With `@unwind` it gives each item its number.",
       .since = "2026",
       .examples = enumerate_2026,
       .call = enumerated},
      {.kind = operator_2026,
       .signature = "@lexmin(*values: any) -> any",
       .summary = "The value whose JSON text is the least, or null. A single list is spread.",
       .since = "2026",
       .examples = lexmin_2026,
       .call = lexical_extreme<false>},
      {.kind = operator_2026,
       .signature = "@lexmax(*values: any) -> any",
       .summary = "The value whose JSON text is the greatest, or null. A single list is spread.",
       .since = "2026",
       .examples = lexmax_2026,
       .call = lexical_extreme<true>},
  };
  return all;
}

}  // namespace evalground::dcontroller
