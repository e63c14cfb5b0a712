// Filters of sequences (jinja2.filters: do_first, do_sort, do_batch, …).
//
// Filters that are generators in Jinja return an iterator here, which can be read once. In Ansible they return a list.
#include <algorithm>

#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/generators.hpp"
#include "dialects/jinja2/library/sorting.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/operators.hpp"
#include "dialects/jinja2/runtime/text_buffer.hpp"

namespace evalground::jinja2 {
namespace filters_list_family {
namespace {

Value length(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::integer(static_cast<std::int64_t>(call.evaluator.length(call[0])));
}

Value list(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::list(call.items(0));
}

// Reads one item only. An iterator keeps the others.
Value first(Call& base) {
  FunctionCall& call = function_call(base);
  Cursor cursor(call.evaluator, call[0]);
  Value item;
  return cursor.next(item) ? item : call.evaluator.undefined_hint("No first item, sequence was empty.");
}

// Jinja takes `next(iter(reversed(seq)))`, so sets and iterators fail. The last character of markup is markup, unlike
// the characters that iteration gives.
Value last(Call& base) {
  FunctionCall& call = function_call(base);
  const Value& value = call[0];
  const TemplateObject* object = template_object(value);
  const bool is_iterator = object != nullptr && object->shape() == Shape::iterator;
  if (is_iterator || value.kind() == Kind::set || !call.evaluator.is_iterable(value)) {
    call.fail("'" + call.evaluator.type_name(value) + "' object is not reversible", "type-error");
  }
  if (value.is_string() && value.text_size() != 0) {
    return slice(call.evaluator, value, Value::integer(-1), Value::null(), Value::null());
  }
  List storage;
  const List& items = call.evaluator.peek_items(value, storage);
  return items.empty() ? call.evaluator.undefined_hint("No last item, sequence was empty.") : items.back();
}

// The seed of the workspace decides, so a result can be repeated.
Value random(Call& base) {
  FunctionCall& call = function_call(base);
  const List items = call.items(0);
  if (items.empty()) return call.evaluator.undefined_hint("No random item, sequence was empty.");
  return items[static_cast<std::size_t>(call.context.random.below(items.size()))];
}

// Joins strings in one allocation of the exact size.
// The size is added up and checked before anything is allocated: a list may repeat one long text many times.
Value joined(FunctionCall& call, const List& texts, std::string_view between) {
  const std::uint64_t limit = call.context.budget.limits().memory;
  std::uint64_t size = 0;
  for (const Value& item : texts) {
    call.evaluator.note_sensitive(item);
    size += item.text_size() + between.size();
  }
  if (size > limit) throw LimitError(Limit::memory, limit);
  call.context.budget.step(texts.size() + size / 256);
  TextBuffer result;
  result.reserve(static_cast<std::size_t>(size));
  for (const Value& item : texts) {
    if (&item != &texts.front()) result.append(between);
    result.append(item.as_string());
  }
  return Value::string(result.view());
}

// Only with autoescape does markup matter: if the separator or any item is markup, everything else is escaped.
// [1, 2, 3] | join(', ') -> '1, 2, 3'. With attribute='name' it joins this attribute of each item. Lists of strings are
// most frequent and take the shorter way of joined().
Value join(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  List made;
  if (call.set(2)) {
    made = call.items(0);
    AttributePath path(call[2]);
    for (Value& item : made) item = path.of(evaluator, item);
  }
  const List& items = call.set(2) ? made : evaluator.peek_items(call[0], made);
  const auto is_markup = [&](const Value& item) { return evaluator.is_markup(item); };
  const bool escapes =
      evaluator.filters_escape() && (is_markup(call[1]) || std::any_of(items.begin(), items.end(), is_markup));
  const Value between = escapes ? evaluator.escape(call[1]) : evaluator.text_value(call[1]);
  const auto is_text = [](const Value& item) { return item.is_string(); };
  if (!escapes && std::all_of(items.begin(), items.end(), is_text)) return joined(call, items, between.as_string());
  std::string result;
  const std::uint64_t limit = call.context.budget.limits().memory;
  bool is_first = true;
  const auto add = [&](std::string_view text) {
    const std::uint64_t size = result.size() + text.size() + (is_first ? 0 : between.text_size());
    if (size > limit) throw LimitError(Limit::memory, limit);
    call.context.budget.step(1 + (size - result.size()) / 256);
    if (!is_first) result += between.as_string();
    is_first = false;
    result += text;
  };
  for (const Value& item : items) {
    if (escapes) {
      add(evaluator.escape(item).as_string());
    } else {
      add(evaluator.text(item));
    }
  }
  return Value::string(result).with_markup(escapes);
}

// ['b', 'A', 'c'] | sort -> ['A', 'b', 'c'], because text is compared without case by default. The keys are computed
// once for each item, not once for each comparison. The sort is stable.
Value sort(Call& base) {
  FunctionCall& call = function_call(base);
  List items = call.items(0);
  const bool is_case_sensitive = call.truth(2);
  const bool is_reversed = call.flag(1);  // a wrong flag fails before the keys are computed
  SortKeys key(call[3], is_case_sensitive);
  List keys;
  keys.reserve(items.size());
  for (const Value& item : items) {
    call.context.budget.step();
    keys.push_back(key.of(call.evaluator, item));
  }
  return Value::list(sorted(call.evaluator, std::move(items), keys, is_reversed, KeyOrder::as_items));
}

// The keys seen so far, in a hash table. Jinja uses a set, so keys must be hashable.
class Seen {
 public:
  Seen(Evaluator& evaluator, std::size_t most) : evaluator_(evaluator) { known_.reserve(most); }
  // True the first time.
  bool add(const Value& key) {
    evaluator_.require_hashable(key);
    const std::size_t before = known_.size();
    known_.set(key, Value::null());
    return known_.size() > before;
  }

 private:
  Evaluator& evaluator_;
  Map known_;
};

// ['a', 'A', 'b'] | unique -> ['a', 'b']: the first of equal items stays in its place.
Value unique(Call& base) {
  FunctionCall& call = function_call(base);
  SortKey key(call[2], call.truth(1));
  const std::size_t most = call.evaluator.size_hint(call[0]);
  Seen seen(call.evaluator, most);
  List result;
  result.reserve(most);
  call.evaluator.each(call[0], [&](const Value& item) {
    if (seen.add(key.of(call.evaluator, item))) result.push_back(item);
    return true;
  });
  return make_iterator(call.evaluator, std::move(result));
}

// max and min. Of equal items the first wins, as in Python.
Value extreme(FunctionCall& call, bool is_greatest) {
  SortKey key_of(call[2], call.truth(1));
  Value best;
  Value best_key;
  bool has_any = false;
  call.evaluator.each(call[0], [&](const Value& item) {
    Value key = key_of.of(call.evaluator, item);
    const Order wanted = is_greatest ? Order::greater : Order::less;
    if (!has_any || call.evaluator.order(key, best_key, is_greatest ? ">" : "<") == wanted) {
      best = item;
      best_key = std::move(key);
    }
    has_any = true;
    return true;
  });
  return has_any ? best : call.evaluator.undefined_hint("No aggregated item, sequence was empty.");
}

Value greatest(Call& base) {
  return extreme(function_call(base), true);
}

Value least(Call& base) {
  return extreme(function_call(base), false);
}

// [1, 2, 3.5] | sum -> 6.5. Also joins lists if `start` is one: [[1], [2]] | sum(start=[]) -> [1, 2]. Python forbids it
// for strings, since it would take quadratic time.
Value sum(Call& base) {
  FunctionCall& call = function_call(base);
  const Cursor iterable(call.evaluator, call[0]);  // a value that cannot be iterated fails first
  Value total = call[2];
  if (total.is_string()) call.fail("sum() can't sum strings [use ''.join(seq) instead]", "type-error");
  if (total.kind() == Kind::bytes) call.fail("sum() can't sum bytes [use b''.join(seq) instead]", "type-error");
  AttributePath path(call.set(1) ? call[1] : Value::null());
  call.evaluator.each(call[0], [&](const Value& item) {
    const Value part = path.of(call.evaluator, item);
    total = operate(call.evaluator, PythonOperator::add, total, part);
    return true;
  });
  return total;
}

// `[1, 2, 3] | batch(2, 0)` -> [[1, 2], [3, 0]]. The size is compared as Python does, so 2.0 works and 2.5 never
// matches.
Value batch(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const auto size_of = [](const List& row) { return Value::integer(static_cast<std::int64_t>(row.size())); };
  List result;
  List row;
  evaluator.each(call[0], [&](const Value& item) {
    if (evaluator.equal(size_of(row), call[1])) result.push_back(Value::list(std::exchange(row, {})));
    row.push_back(item);
    return true;
  });
  if (!row.empty()) {
    if (call.set(2)) {
      while (evaluator.order(size_of(row), call[1], "<") == Order::less) {
        call.context.budget.step();
        row.push_back(call[2]);
      }
    }
    result.push_back(Value::list(std::move(row)));
  }
  return make_iterator(evaluator, std::move(result));
}

// `[1, 2, 3, 4, 5] | slice(3)` -> [[1, 2], [3, 4], [5]]: the first columns get the extra items.
Value columns(Call& base) {
  FunctionCall& call = function_call(base);
  const List items = call.items(0);
  const Value length = Value::integer(static_cast<std::int64_t>(items.size()));
  operate(call.evaluator, PythonOperator::floor_divide, length, call[1]);  // fails for 0 and for anything but a number
  const std::int64_t count = call.number(1);
  List result;
  if (count < 0) return make_iterator(call.evaluator, std::move(result));
  const auto wanted = static_cast<std::uint64_t>(count);
  const auto each = static_cast<std::size_t>(items.size() / wanted);
  const auto with_extra = static_cast<std::size_t>(items.size() % wanted);
  std::size_t at = 0;
  for (std::uint64_t index = 0; index < wanted; ++index) {
    call.context.budget.step();
    const bool has_extra = index < with_extra;
    const std::size_t size = each + (has_extra ? 1 : 0);
    List column(items.begin() + static_cast<std::ptrdiff_t>(at),
                items.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
    if (call.set(2) && !has_extra) column.push_back(call[2]);
    result.push_back(Value::list(std::move(column)));
  }
  return make_iterator(call.evaluator, std::move(result));
}

constexpr std::string_view length_aliases[] = {"count"};
constexpr Example length_examples[] = {{"{{ [1, 2, 3] | length }} {{ 'añb' | count }}", "", R"("3 3")"}};
constexpr Example list_examples[] = {{"{{ 'abc' | list }}", "", R"("['a', 'b', 'c']")"}};
constexpr Example first_examples[] = {{"{{ [3, 1] | first }}", "", R"("3")"}};
constexpr Example last_examples[] = {{"{{ [3, 1] | last }}", "", R"("1")"}};
constexpr Example random_examples[] = {{"{{ ['a', 'a'] | random }}", "", R"("a")"}};
constexpr Example join_examples[] = {{"{{ [1, 2, 3] | join(', ') }}", "", R"("1, 2, 3")"},
                                     {"{{ users | join('+', attribute='name') }}", "", R"("a+b")",
                                      R"({"vars": {"users": [{"name": "a"}, {"name": "b"}]}})"}};
constexpr Example sort_examples[] = {
    {"{{ ['b', 'A', 'c'] | sort }}", "", R"("['A', 'b', 'c']")"},
    {"{{ [{'n': 2, 'a': 'x'}, {'n': 1, 'a': 'y'}] | sort(attribute='n') | map(attribute='a') | join }}", "", R"("yx")"},
    {"{{ [1, 3, 2] | sort(reverse=true) }}", "", R"("[3, 2, 1]")"}};
constexpr Example unique_examples[] = {{"{{ ['a', 'A', 'b'] | unique | list }}", "", R"("['a', 'b']")"}};
constexpr Example max_examples[] = {{"{{ [3, 8, 5] | max }}", "", R"("8")"}};
constexpr Example min_examples[] = {{"{{ [3, 8, 5] | min }}", "", R"("3")"}};
constexpr Example sum_examples[] = {{"{{ [1, 2, 3.5] | sum }}", "", R"("6.5")"},
                                    {"{{ [{'n': 1}, {'n': 2}] | sum(attribute='n', start=10) }}", "", R"("13")"}};
constexpr Example batch_examples[] = {{"{{ [1, 2, 3] | batch(2, 0) | list }}", "", R"("[[1, 2], [3, 0]]")"}};
constexpr Example slice_examples[] = {{"{{ [1, 2, 3] | slice(2) | list }}", "", R"("[[1, 2], [3]]")"}};

}  // namespace
}  // namespace filters_list_family

std::span<const Function> list_filters() {
  using namespace filters_list_family;
  static constexpr Function all[] = {
      {.kind = "filter",
       .signature = "length(value: any) -> integer",
       .summary = "How many items a sequence or map, or characters a text, has.",
       .aliases = length_aliases,
       .examples = length_examples,
       .call = length},
      {.kind = "filter",
       .signature = "list(value: any) -> list",
       .summary = "The items as a list; of a text its characters.",
       .examples = list_examples,
       .call = list},
      {.kind = "filter",
       .signature = "first(seq: any) -> any",
       .summary = "The first item; undefined without items.",
       .examples = first_examples,
       .call = first},
      {.kind = "filter",
       .signature = "last(seq: any) -> any",
       .summary = "The last item; undefined without items.",
       .examples = last_examples,
       .call = last},
      {.kind = "filter",
       .signature = "random(seq: any) -> any",
       .summary = "Any item, the same for the same seed of the workspace.",
       .effects = Effects::random,
       .examples = random_examples,
       .call = random},
      {.kind = "filter",
       .signature = "join(value: any, d: string = '', attribute: any = null) -> string",
       .summary = "The texts of the items, or of one attribute of each, with a separator between them.",
       .examples = join_examples,
       .call = join},
      {.kind = "filter",
       .signature = "sort(value: any, reverse: boolean = false, case_sensitive: boolean = false, attribute: any = "
                    "null) -> list",
       .summary = "The items in order; equal ones keep theirs.",
       .details = "Text is compared without case by default. `attribute` may name several, separated by commas.",
       .examples = sort_examples,
       .call = sort},
      {.kind = "filter",
       .signature = "unique(value: any, case_sensitive: boolean = false, attribute: any = null) -> iterator",
       .summary = "The first of each of equal items.",
       .examples = unique_examples,
       .call = as_generator<unique>},
      {.kind = "filter",
       .signature = "max(value: any, case_sensitive: boolean = false, attribute: any = null) -> any",
       .summary = "The greatest item.",
       .examples = max_examples,
       .call = greatest},
      {.kind = "filter",
       .signature = "min(value: any, case_sensitive: boolean = false, attribute: any = null) -> any",
       .summary = "The least item.",
       .examples = min_examples,
       .call = least},
      {.kind = "filter",
       .signature = "sum(iterable: any, attribute: any = null, start: any = 0) -> any",
       .summary = "The items, or one attribute of each, added up.",
       .examples = sum_examples,
       .call = sum},
      {.kind = "filter",
       .signature = "batch(value: any, linecount: integer, fill_with: any = null) -> iterator",
       .summary = "Lists of `linecount` items each; the last is filled up when `fill_with` is given.",
       .examples = batch_examples,
       .call = as_generator<batch>},
      {.kind = "filter",
       .signature = "slice(value: any, slices: integer, fill_with: any = null) -> iterator",
       .summary = "The items in that many lists of about the same length.",
       .examples = slice_examples,
       .call = as_generator<columns>},
  };
  return all;
}

}  // namespace evalground::jinja2
