// Filters that combine and take apart lists: flatten, zip, product, permutations, subelements, … (Ansible's filters and
// Python's itertools).
// Filters that combine and take apart lists: flatten, zip, product, permutations, subelements, … (Ansible's filters and
// Python's itertools).
//
// Results grow faster than their inputs: a product of six lists of ten items has a million rows. So each row costs a
// step before it is made, and the budget ends such a filter before memory does. Ansible unrolls iterators, so filters
// of itertools return lists here.
#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/ansible/data/version.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "value/map.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace filters_lists_family {
namespace {

// Also objects that are sequences, such as ranges.
bool is_sequence(const Value& value) {
  if (value.is_list() || value.kind() == Kind::tuple) return true;
  const TemplateObject* object = template_object(value);
  return object != nullptr && object->shape() == Shape::sequence;
}

bool is_text(const Value& value, std::string_view text) {
  return value.is_string() && value.as_string() == text;
}

// Flattens nested lists down to `levels`, or completely if that is null. As in the reference `levels` is only evaluated
// when there is a nested list.
void flatten_into(List& flat, const FunctionCall& call, const List& items, const Value& levels) {
  const Depth depth = call.context.budget.enter();
  for (const Value& item : items) {
    call.context.budget.step();
    call.evaluator.require(item);
    if (call.truth(2) && (item.is_null() || is_text(item, "None") || is_text(item, "null"))) continue;
    if (!is_sequence(item)) {
      flat.push_back(item);
    } else if (levels.is_null()) {
      flatten_into(flat, call, call.evaluator.items(item), levels);
    } else if (call.evaluator.order(levels, Value::integer(1), ">=") != Order::less) {
      const Value whole = python_int(levels, call.context.budget);
      const Value rest = python_calculate(PythonOperator::subtract, whole, Value::integer(1), call.context.budget);
      flatten_into(flat, call, call.evaluator.items(item), rest);
    } else {
      flat.push_back(item);
    }
  }
}

// [1, [2, [3, none]]] | flatten -> [1, 2, 3]. With levels=1 -> [1, 2, [3, none]]. Null values are dropped, and so are
// the texts 'None' and 'null'.
Value flatten(Call& base) {
  FunctionCall& call = function_call(base);
  List flat;
  flatten_into(flat, call, call.items(0), call[1]);
  return Value::list(std::move(flat));
}

// The lists in the input and in the further arguments.
std::vector<List> lists_of(const FunctionCall& call) {
  std::vector<List> lists;
  lists.push_back(call.items(0));
  for (const Value& other : call.rest) lists.push_back(call.evaluator.items(other));
  return lists;
}

// ['a', 'b'] | zip([1, 2]) -> [('a', 1), ('b', 2)]. zip stops at the shortest list, zip_longest fills short ones up.
Value zipped(const FunctionCall& call, const std::vector<List>& lists, std::size_t count, const Value& fill) {
  List rows;
  for (std::size_t i = 0; i < count; ++i) {
    call.context.budget.step(lists.size());
    List row;
    for (const List& list : lists) row.push_back(i < list.size() ? list[i] : fill);
    rows.push_back(Value::tuple(std::move(row)));
  }
  return Value::list(std::move(rows));
}

Value zip(Call& base) {
  FunctionCall& call = function_call(base);
  allow_keywords(call, {});
  const std::vector<List> lists = lists_of(call);
  std::size_t count = lists[0].size();
  for (const List& list : lists) count = std::min(count, list.size());
  return zipped(call, lists, count, Value::null());
}

Value zip_longest(Call& base) {
  FunctionCall& call = function_call(base);
  static constexpr std::string_view known[] = {"fillvalue"};
  allow_keywords(call, known);
  const std::vector<List> lists = lists_of(call);
  std::size_t count = 0;
  for (const List& list : lists) count = std::max(count, list.size());
  const Value* fill = keyword(call, "fillvalue");
  return zipped(call, lists, count, fill == nullptr ? Value::null() : *fill);
}

// Increments a number whose digits are indexes into the lists, the last digit first; false after the largest number.
bool advance(std::vector<std::size_t>& digits, const std::vector<List>& lists) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    if (++digits[i] < lists[i].size()) return true;
    digits[i] = 0;
  }
  return false;
}

// [1, 2] | product(['a']) -> [(1, 'a'), (2, 'a')]. With repeat=2 the lists are taken twice. The rows are the numbers of
// an odometer, whose last wheel turns fastest. A product of no lists has one empty row, a product with an empty list
// none.
Value product(Call& base) {
  FunctionCall& call = function_call(base);
  static constexpr std::string_view known[] = {"repeat"};
  allow_keywords(call, known);
  std::vector<List> lists = lists_of(call);
  if (const Value* repeat = keyword(call, "repeat")) {
    if (repeat->kind() != Kind::integer || repeat->as_integer() < 0) {
      call.fail("The argument \"repeat\" must be an integer that is not negative.");
    }
    const std::vector<List> once = std::move(lists);
    lists.clear();
    for (std::int64_t i = 0; i < repeat->as_integer(); ++i) {
      call.context.budget.step(once.size());
      lists.insert(lists.end(), once.begin(), once.end());
    }
  }
  List rows;
  if (std::any_of(lists.begin(), lists.end(), [](const List& list) { return list.empty(); })) return Value::list();
  std::vector<std::size_t> digits(lists.size(), 0);
  do {
    call.context.budget.step(lists.size() + 1);
    List row;
    for (std::size_t i = 0; i < lists.size(); ++i) row.push_back(lists[i][digits[i]]);
    rows.push_back(Value::tuple(std::move(row)));
  } while (advance(digits, lists));
  return Value::list(std::move(rows));
}

// The number of items to choose, by default all; -1 if it exceeds the number of items, which gives no results.
std::int64_t count_to_take(const FunctionCall& call, std::size_t size) {
  const std::int64_t count = call.set(1) ? call.number(1) : static_cast<std::int64_t>(size);
  if (count < 0) call.fail("r must be non-negative");
  return count > static_cast<std::int64_t>(size) ? -1 : count;
}

// Adds all rows that start with the chosen indexes, in the order of itertools. `keeps_order` gives combinations,
// otherwise permutations.
void arrange(const FunctionCall& call, const List& items, std::size_t count, bool keeps_order,
             std::vector<std::size_t>& taken, List& rows) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (taken.size() == count) {
    List row;
    for (const std::size_t index : taken) row.push_back(items[index]);
    rows.push_back(Value::tuple(std::move(row)));
    return;
  }
  const std::size_t first = keeps_order && !taken.empty() ? taken.back() + 1 : 0;
  for (std::size_t index = first; index < items.size(); ++index) {
    call.context.budget.step();
    if (!keeps_order && std::find(taken.begin(), taken.end(), index) != taken.end()) continue;
    taken.push_back(index);
    arrange(call, items, count, keeps_order, taken, rows);
    taken.pop_back();
  }
}

Value arranged(Call& base, bool keeps_order) {
  FunctionCall& call = function_call(base);
  const List items = call.items(0);
  const std::int64_t count = count_to_take(call, items.size());
  List rows;
  std::vector<std::size_t> taken;
  if (count >= 0) arrange(call, items, static_cast<std::size_t>(count), keeps_order, taken, rows);
  return Value::list(std::move(rows));
}

Value permutations(Call& call) {
  return arranged(call, false);
}

// [1, 2, 3] | combinations(2) -> [(1, 2), (1, 3), (2, 3)]. Items are distinguished by place, not by value, so equal
// items give equal rows.
Value combinations(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[1].is_null()) call.fail("'NoneType' object cannot be interpreted as an integer", "type-error");
  return arranged(base, true);
}

// Follows one key of a path; null if the key is missing and may be. Otherwise a missing key is an error.
const Value* step_into(const FunctionCall& call, const Value& holder, const Value& key, bool skips_missing) {
  Evaluator& evaluator = call.evaluator;
  evaluator.require_hashable(key);
  if (holder.is_list() && (key.kind() == Kind::integer || key.kind() == Kind::boolean)) {
    const List& items = holder.as_list();
    const auto size = static_cast<std::int64_t>(items.size());
    std::int64_t index = key.kind() == Kind::boolean ? (key.as_boolean() ? 1 : 0) : key.as_integer();
    if (index < 0) index += size;
    if (index < 0 || index >= size) call.fail("list index out of range", "index-error");
    return &items[static_cast<std::size_t>(index)];
  }
  if (!holder.is_map()) {
    call.fail("the key " + evaluator.text(key) + " should point to a dictionary, got '" + evaluator.text(holder) + "'");
  }
  const Value* found = holder.as_map().find(key);
  if (found == nullptr && !skips_missing) {
    call.fail("could not find " + evaluator.repr(key) + " key in iterated item " + evaluator.repr(holder));
  }
  return found;
}

//   [{'name': 'al', 'groups': ['dev', 'ops']}] | subelements('groups')  ->  [({…}, 'dev'), ({…}, 'ops')]
//
// Unlike the lookup of the same name it keeps the list in the item. A path in a text is split at dots, so keys with
// dots need a list of keys.
Value subelements(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  evaluator.require(call[0]);
  evaluator.require(call[1]);
  List elements;
  if (call[0].is_map()) {
    for (const auto& entry : call[0].as_map()) elements.push_back(entry.value);
  } else if (call[0].is_list()) {
    elements = call.items(0);
  } else {
    call.fail("obj must be a list of dicts or a nested dict");
  }
  List path;
  if (call[1].is_string()) {
    const std::string text = call.text(1);
    for (const std::string_view part : Split(text, ".")) path.push_back(Value::string(part));
  } else if (call[1].is_list()) {
    path = call[1].as_list();
  } else {
    call.fail("subelements must be a list or a string");
  }
  const bool skips_missing = call.truth(2);
  List pairs;
  for (const Value& element : elements) {
    const Value* values = &element;
    for (const Value& key : path) {
      call.context.budget.step();
      values = step_into(call, *values, key, skips_missing);
      if (values == nullptr) break;
    }
    if (values == nullptr) continue;
    if (!values->is_list()) {
      const std::string key = path.empty() ? "''" : evaluator.repr(path.back());
      call.fail("the key " + key + " should point to a list, got " + evaluator.repr(*values));
    }
    for (const Value& value : values->as_list()) {
      call.context.budget.step();
      pairs.push_back(Value::tuple({element, value}));
    }
  }
  return Value::list(std::move(pairs));
}

// The key is the input, so that `map` can apply it: [0, 2] | map('extract', ['a', 'b', 'c']) -> ['a', 'c'].
Value extract(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  Value found = item_of(evaluator, call[1], call[0]);
  if (!call.set(2)) return found;
  if (!call[2].is_list()) return item_of(evaluator, found, call[2]);
  for (const Value& key : call[2].as_list()) found = item_of(evaluator, found, key);
  return found;
}

// [{'n': 'a', 'x': 1}] | groupby_as_dict('n') -> {'a': {'n': 'a', 'x': 1}}. The attribute must be unique, so this is an
// index rather than a grouping.
Value groupby_as_dict(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!is_sequence(call[0]) && !call[0].is_string()) call.fail("Input is not a sequence");
  Map groups;
  std::size_t number = 0;
  for (const Value& element : call.items(0)) {
    call.context.budget.step();
    const Value attribute = Value::string(call.text(1));  // not evaluated for an empty list
    if (!element.is_map()) call.fail("Sequence element #" + std::to_string(number) + " is not a mapping");
    const Value* key = element.as_map().find(attribute);
    if (key == nullptr) call.fail("Attribute not contained in element #" + std::to_string(number) + " of sequence");
    call.evaluator.require_hashable(*key);
    if (groups.contains(*key)) {
      call.fail("Multiple sequence entries have attribute value " + call.evaluator.repr(*key));
    }
    groups.set(*key, element);
    ++number;
  }
  return Value::map(std::move(groups));
}

// ['1.10', '1.9'] | version_sort -> ['1.9', '1.10']. Reversed, the operands are exchanged instead of the result, so
// equal versions keep their order.
Value version_sort(Call& base) {
  FunctionCall& call = function_call(base);
  const List items = call.items(0);
  const bool is_reverse = call.flag(1);
  std::vector<std::string> texts;
  for (const Value& item : items) {
    call.context.budget.step();
    // LooseVersion('') has no attribute `version`, so comparing it fails.
    const bool is_empty = !call.evaluator.truth(item);
    if (is_empty && items.size() > 1) call.fail("'LooseVersion' object has no attribute 'version'", "attribute-error");
    if (!is_empty && !item.is_string()) {
      call.fail("expected string or bytes-like object, got '" + call.evaluator.type_name(item) + "'", "type-error");
    }
    texts.push_back(is_empty ? std::string() : call.evaluator.text(item));
  }
  std::vector<Version> versions;
  for (const std::string& text : texts) versions.push_back(*read_version(VersionScheme::loose, text));
  std::vector<std::size_t> order(items.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    call.context.budget.step();
    const std::optional<int> compared =
        is_reverse ? compare_versions(versions[b], versions[a]) : compare_versions(versions[a], versions[b]);
    if (!compared) call.fail("The versions '" + texts[a] + "' and '" + texts[b] + "' cannot be compared.");
    return *compared < 0;
  });
  List sorted;
  for (const std::size_t index : order) sorted.push_back(items[index]);
  return Value::list(std::move(sorted));
}

constexpr Example flatten_examples[] = {
    {"{{ [1, [2, [3, none]]] | flatten }}", "", R"("[1, 2, 3]")", in_ansible},
    {"{{ [1, [2, [3]]] | flatten(levels=1) }}", "", R"("[1, 2, [3]]")", in_ansible}};
constexpr Example zip_examples[] = {{"{{ ['a', 'b'] | zip([1, 2]) }}", "", R"("[('a', 1), ('b', 2)]")", in_ansible}};
constexpr Example zip_longest_examples[] = {
    {"{{ [1, 2] | zip_longest(['a'], fillvalue='-') }}", "", R"("[(1, 'a'), (2, '-')]")", in_ansible}};
constexpr Example product_examples[] = {{"{{ [1, 2] | product(['a']) }}", "", R"("[(1, 'a'), (2, 'a')]")", in_ansible},
                                        {"{{ [0, 1] | product(repeat=2) | length }}", "", R"("4")", in_ansible}};
constexpr Example permutations_examples[] = {
    {"{{ [1, 2, 3] | permutations(2) | first }}", "", R"J("(1, 2)")J", in_ansible}};
constexpr Example combinations_examples[] = {
    {"{{ [1, 2, 3] | combinations(2) }}", "", R"("[(1, 2), (1, 3), (2, 3)]")", in_ansible}};
constexpr Example subelements_examples[] = {
    {"{{ [{'name': 'al', 'groups': ['dev', 'ops']}] | subelements('groups') | map('last') }}", "",
     R"("['dev', 'ops']")", in_ansible},
    {"{{ [{'name': 'al'}] | subelements('groups') }}", "", "error", in_ansible}};
constexpr Example extract_examples[] = {
    {"{{ [0, 2] | map('extract', ['a', 'b', 'c']) }}", "", R"("['a', 'c']")", in_ansible},
    {"{{ 'x' | extract({'x': {'y': [1, 2]}}, ['y', 1]) }}", "", R"("2")", in_ansible}};
constexpr Example groupby_as_dict_examples[] = {{"{{ [{'n': 'a', 'x': 1}] | community.general.groupby_as_dict('n') }}",
                                                 "", R"("{'a': {'n': 'a', 'x': 1}}")", in_ansible}};
constexpr Example version_sort_examples[] = {
    {"{{ ['1.10', '1.9'] | community.general.version_sort }}", "", R"("['1.9', '1.10']")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "flatten(value: list, levels: integer = null, skip_nulls: boolean = true) -> list",
     .summary = "The items of nested lists in one list.",
     .examples = flatten_examples,
     .call = flatten},
    {.kind = ansible_filter,
     .signature = "zip(value: list, *others: list, **keywords: any) -> list",
     .summary = "Tuples of the items at the same place, as many as the shortest list has.",
     .examples = zip_examples,
     .call = zip},
    {.kind = ansible_filter,
     .signature = "zip_longest(value: list, *others: list, **keywords: any) -> list",
     .summary = "Tuples of the items at the same place, as many as the longest list has.",
     .details = "The keyword `fillvalue` stands for items that are not there.",
     .examples = zip_longest_examples,
     .call = zip_longest},
    {.kind = ansible_filter,
     .signature = "product(value: list, *others: list, **keywords: any) -> list",
     .summary = "Tuples of each item with each of the other lists.",
     .details = "The keyword `repeat` takes the lists as often.",
     .examples = product_examples,
     .call = product},
    {.kind = ansible_filter,
     .signature = "permutations(value: list, r: integer = null) -> list",
     .summary = "All orders of the items, or of `r` of them.",
     .examples = permutations_examples,
     .call = permutations},
    {.kind = ansible_filter,
     .signature = "combinations(value: list, r: integer) -> list",
     .summary = "All choices of `r` items, in the order of the list.",
     .examples = combinations_examples,
     .call = combinations},
    {.kind = ansible_filter,
     .signature = "subelements(value: any, subelements: any, skip_missing: boolean = false) -> list",
     .summary = "Pairs of each item and each item of a list within it.",
     .details = "The path to the list is a list of keys or a text with dots.",
     .examples = subelements_examples,
     .call = subelements},
    {.kind = ansible_filter,
     .signature = "extract(value: any, container: any, morekeys: any = null) -> any",
     .summary = "The item of a container under this key, and of that the item under the next.",
     .examples = extract_examples,
     .call = extract},
    {.kind = ansible_filter,
     .signature = "community.general.groupby_as_dict(value: list, attribute: string) -> map",
     .summary = "Maps by the value of an attribute, which must be another in each.",
     .examples = groupby_as_dict_examples,
     .call = groupby_as_dict},
    {.kind = ansible_filter,
     .signature = "community.general.version_sort(value: list, reverse: boolean = false) -> list",
     .summary = "Sorts versions, so that 1.10 comes after 1.9.",
     .examples = version_sort_examples,
     .call = version_sort},
};

}  // namespace
}  // namespace filters_lists_family

std::span<const Function> ansible_list_filters() {
  using namespace filters_lists_family;
  return all;
}

}  // namespace evalground::ansible
