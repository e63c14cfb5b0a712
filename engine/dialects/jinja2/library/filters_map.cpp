// Filters that select: attributes, defaults, items of maps, and filters that apply other filters and tests.
// Filters that select: attributes, defaults, items of maps, and filters that apply other filters and tests.
//
// map, select and their relatives are generators in Jinja: nothing happens until an item is read. So an unknown filter
// in `[] | map('nope')` is no error, which is why these look the function up at the first item.
#include <algorithm>

#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/generators.hpp"
#include "dialects/jinja2/library/pretty.hpp"
#include "dialects/jinja2/library/sorting.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {
namespace filters_map_family {
namespace {

// 'a' | attr('upper') is the method, whereas {'x': 1} | attr('x') is undefined: attr never looks at items.
Value attribute(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require_hashable(call[1]);
  if (!call[1].is_string()) {
    call.fail("attribute name must be string, not '" + call.evaluator.type_name(call[1]) + "'", "type-error");
  }
  return only_attribute_of(call.evaluator, call[0], call.text(1));
}

// nothing | default('x') -> 'x'. With `boolean` every false value is replaced: '' | default('x', true) -> 'x'.
Value fallback(Call& base) {
  FunctionCall& call = function_call(base);
  const bool is_missing = call[0].is_undefined() || (call.truth(2) && !call.evaluator.truth(call[0]));
  if (!is_missing) return call[0];
  return call[1];
}

// Unlike the method of dict, this filter accepts an undefined value, which has no items.
Value items(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].is_undefined()) return make_iterator(call.evaluator, {});
  if (!call.evaluator.is_mapping(call[0])) call.fail("Can only get item pairs from a mapping.", "type-error");
  List pairs;
  call.evaluator.each(call[0], [&](const Value& key) {
    pairs.push_back(Value::tuple({key, item_of(call.evaluator, call[0], key)}));
    return true;
  });
  return make_iterator(call.evaluator, std::move(pairs));
}

// {'b': 1, 'a': 2} | dictsort -> [('a', 2), ('b', 1)]
Value dict_sort(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string_view by = call[2].is_string() ? call[2].as_string() : std::string_view();
  if (by != "key" && by != "value") call.fail("You can only sort by either \"key\" or \"value\"");
  SortKey key_of(Value::null(), call.truth(1));
  call.evaluator.require(call[0]);
  const Value dict = as_map(call.evaluator, call[0]);
  if (!dict.is_map()) {
    call.fail("'" + call.evaluator.type_name(call[0]) + "' object has no attribute 'items'", "type-error");
  }
  List pairs;
  List keys;
  for (const auto& [key, value] : dict.as_map()) {
    call.context.budget.step();
    pairs.push_back(Value::tuple({key, value}));
    keys.push_back(key_of.of(call.evaluator, by == "key" ? key : value));
  }
  return Value::list(sorted(call.evaluator, std::move(pairs), keys, call.flag(3)));
}

// As in Jinja the items are sorted by the key and then grouped, so equal keys need not be adjacent in the input.
Value group_by(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  // In Ansible 2.21 itself `default` does not help here: the missing value fails before it is called.
  const bool is_refused = evaluator.options.behavior.carries_failures && call.context.quirks();
  const Value* missing = call.set(2) && !is_refused ? &call[2] : nullptr;
  SortKey key_of(call[1], call.truth(3));
  SortKey name_of(call[1], true);
  List found = call.items(0);
  List keys;
  keys.reserve(found.size());
  for (const Value& item : found) {
    call.context.budget.step();
    keys.push_back(key_of.of(evaluator, item, missing));
  }
  List groups;
  List group;
  const Value* key = nullptr;
  const auto is_same = [&](const Value& a, const Value& b) {
    const bool is_plain = a.kind() == Kind::boolean || a.kind() == Kind::integer || a.is_string();
    return (is_plain && a.same_as(b) && !a.sensitive() && !b.sensitive()) || evaluator.equal(a, b);
  };
  const auto finish = [&] {
    if (group.empty()) return;
    // The group is named by the spelling of its first item.
    Value name = name_of.of(evaluator, group.front(), missing);
    groups.push_back(make_object<Group>(evaluator, std::move(name), std::exchange(group, {})));
  };
  for (const std::size_t place : sorted_places(evaluator, keys, false)) {
    call.context.budget.step();
    if (!group.empty() && !is_same(keys[place], *key)) finish();
    key = &keys[place];
    group.push_back(std::move(found[place]));
  }
  finish();
  return Value::list(std::move(groups));
}

// The filter or test whose name a template passes as a value.
const FunctionCatalogue::Entry& function_named(FunctionCall& call, FunctionKind kind, const Value& name) {
  Evaluator& evaluator = call.evaluator;
  evaluator.require_hashable(name);
  if (name.is_string()) {
    const auto* entry = evaluator.functions.find(kind, name.as_string());
    if (entry == nullptr) throw evaluator.functions.unknown(kind, name.as_string());
    return *entry;
  }
  std::string message = std::string("No ") + (kind == FunctionKind::test ? "test" : "filter") + " named ";
  if (name.is_undefined()) {
    message += "Undefined. (" + evaluator.undefined_message(name) + "; did you forget to quote the callable name?)";
  } else {
    message += evaluator.repr(name) + ".";
  }
  call.fail(std::move(message), kind == FunctionKind::test ? "unknown-test" : "unknown-filter");
}

//   ['a', 'b'] | map('upper')               applies a filter to each item
//   users | map(attribute='address.city')   reads an attribute of each item
//
// Further arguments are passed to the filter.
Value map(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const Arguments arguments{call.rest, call.keywords};
  List result;
  // Jinja starts with `if value`. So an undefined value that is lenient, none and an empty list all give nothing.
  if (!evaluator.truth(call[0])) return make_iterator(evaluator, {});
  if (const Value* path = arguments.find("attribute"); path != nullptr && call.rest.empty()) {
    const Value* missing = arguments.find("default");
    if (missing != nullptr && missing->is_null()) missing = nullptr;  // treated as absent
    for (const Keyword& keyword : call.keywords) {
      if (keyword.name != "attribute" && keyword.name != "default") {
        call.fail("Unexpected keyword argument '" + std::string(keyword.name) + "'");
      }
    }
    AttributePath attribute(*path);
    result.reserve(evaluator.size_hint(call[0]));
    evaluator.each(call[0], [&](const Value& item) {
      result.push_back(attribute.of(evaluator, item, missing));
      return true;
    });
    return make_iterator(evaluator, std::move(result));
  }
  if (call.rest.empty()) call.fail("map requires a filter argument");
  const FunctionCatalogue::Entry* entry = nullptr;  // found when the first item is read
  result.reserve(evaluator.size_hint(call[0]));
  evaluator.each(call[0], [&](const Value& item) {
    if (entry == nullptr) entry = &function_named(call, FunctionKind::filter, call.rest[0]);
    result.push_back(apply(evaluator, *entry, &item, {call.rest.subspan(1), call.keywords}));
    return true;
  });
  return make_iterator(evaluator, std::move(result));
}

// select, reject, selectattr and rejectattr: keep or drop the items for which a test, or their own truth, holds.
//   users | selectattr('on')                items whose attribute is true
//   users | selectattr('age', 'gt', 17)     items with an attribute for which the test holds
//   [0, 1, ''] | select                     items that are true
Value choose(FunctionCall& call, bool by_attribute, bool keeps) {
  Evaluator& evaluator = call.evaluator;
  if (!evaluator.truth(call[0])) return make_iterator(evaluator, {});
  std::span<const Value> rest = call.rest;
  if (by_attribute && rest.empty()) call.fail("Missing parameter for attribute name");
  AttributePath path(by_attribute ? rest[0] : Value::null());
  if (by_attribute) rest = rest.subspan(1);
  const bool has_test = !rest.empty();
  const Value name = has_test ? rest[0] : Value();
  if (has_test) rest = rest.subspan(1);
  const FunctionCatalogue::Entry* test = nullptr;  // found when the first item is read
  List result;
  evaluator.each(call[0], [&](const Value& item) {
    Decisions::Condition condition(call.context.decisions, call.context.here);
    const Value tested = path.of(evaluator, item);
    call.context.provenance.read(tested.origin());
    if (has_test && test == nullptr) test = &function_named(call, FunctionKind::test, name);
    const Value holds = test == nullptr ? tested : apply(evaluator, *test, &tested, {rest, call.keywords});
    if (condition.decides_item(evaluator.truth(holds), item.origin(), keeps) == keeps) result.push_back(item);
    return true;
  });
  return make_iterator(evaluator, std::move(result));
}

Value select(Call& base) {
  return choose(function_call(base), false, true);
}
Value reject(Call& base) {
  return choose(function_call(base), false, false);
}
Value select_attribute(Call& base) {
  return choose(function_call(base), true, true);
}
Value reject_attribute(Call& base) {
  return choose(function_call(base), true, false);
}

Value pretty_print(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::string(pretty_text(call.evaluator, call[0]));
}

constexpr std::string_view default_aliases[] = {"d"};
constexpr std::string_view users =
    R"({"vars": {"users": [{"name": "ann", "on": true}, {"name": "bob", "on": false}, {"name": "Ann", "on": true}]}})";
constexpr Example attr_examples[] = {
    {"{{ ('a' | attr('upper'))() }} {{ {'x': 1} | attr('x') is defined }}", "", R"("A False")"}};
constexpr Example default_examples[] = {{"{{ nothing | default('none such') }}", "", R"("none such")"},
                                        {"{{ '' | default('empty', true) }}", "", R"("empty")"}};
constexpr Example items_examples[] = {
    {"{% for k, v in {'a': 1} | items %}{{ k }}={{ v }}{% endfor %}", "", R"("a=1")"}};
constexpr Example dictsort_examples[] = {
    {"{{ {'b': 1, 'a': 2} | dictsort }}", "", R"("[('a', 2), ('b', 1)]")"},
    {"{{ {'b': 1, 'a': 2} | dictsort(by='value') | first }}", "", R"x("('b', 1)")x"}};
constexpr Example groupby_examples[] = {
    {"{% for g in users | groupby('on') %}{{ g.grouper }}:{{ g.list | length }} {% endfor %}", "",
     R"("False:1 True:2 ")", users}};
constexpr Example map_examples[] = {
    {"{{ ['a', 'b'] | map('upper') | join }}", "", R"("AB")"},
    {"{{ users | map(attribute='name') | list }}", "", R"("['ann', 'bob', 'Ann']")", users}};
constexpr Example select_examples[] = {{"{{ [1, 2, 3, 4] | select('even') | list }}", "", R"("[2, 4]")"},
                                       {"{{ [0, 1, '', 'a'] | select | list }}", "", R"("[1, 'a']")"}};
constexpr Example reject_examples[] = {{"{{ [1, 2, 3, 4] | reject('even') | list }}", "", R"("[1, 3]")"}};
constexpr Example selectattr_examples[] = {
    {"{{ users | selectattr('on') | map(attribute='name') | join(' ') }}", "", R"("ann Ann")", users},
    {"{{ users | selectattr('name', 'eq', 'bob') | list | length }}", "", R"("1")", users}};
constexpr Example rejectattr_examples[] = {
    {"{{ users | rejectattr('on') | map(attribute='name') | join(' ') }}", "", R"("bob")", users}};
constexpr Example pprint_examples[] = {{"{{ {'b': [1, 2], 'a': 'x'} | pprint }}", "", R"("{'a': 'x', 'b': [1, 2]}")"}};

}  // namespace
}  // namespace filters_map_family

std::span<const Function> map_filters() {
  using namespace filters_map_family;
  static constexpr Function all[] = {
      {.kind = "filter",
       .signature = "attr(obj: any, name: string) -> any",
       .summary = "An attribute of the value, never an item of that name.",
       .examples = attr_examples,
       .call = attribute},
      {.kind = "filter",
       .signature = "default(value: any, default_value: any = '', boolean: boolean = false) -> any",
       .summary = "The default when the value is undefined; with `boolean`, when it is false too.",
       .aliases = default_aliases,
       .examples = default_examples,
       .call = fallback},
      {.kind = "filter",
       .signature = "items(value: map) -> iterator",
       .summary = "The pairs of a map; none when it is undefined.",
       .examples = items_examples,
       .call = items},
      {.kind = "filter",
       .signature = "dictsort(value: map, case_sensitive: boolean = false, by: string = 'key', reverse: boolean = "
                    "false) -> list",
       .summary = "The pairs of a map, sorted by `key` or by `value`.",
       .examples = dictsort_examples,
       .call = dict_sort},
      {.kind = "filter",
       .signature = "groupby(value: any, attribute: any, default: any = null, case_sensitive: boolean = false) -> "
                    "list",
       .summary = "The items in groups of the same attribute, sorted by it: pairs `grouper` and `list`.",
       .examples = groupby_examples,
       .call = group_by},
      {.kind = "filter",
       .signature = "map(value: any, *args: any, **kwargs: any) -> iterator",
       .summary = "Applies a filter to each item, or takes one attribute of each.",
       .details = "`map('filter', arguments…)`, or `map(attribute='a.b', default=…)`.",
       .examples = map_examples,
       .call = as_generator<map>},
      {.kind = "filter",
       .signature = "select(value: any, *args: any, **kwargs: any) -> iterator",
       .summary = "The items of which a test holds, or that are true.",
       .examples = select_examples,
       .call = as_generator<select>},
      {.kind = "filter",
       .signature = "reject(value: any, *args: any, **kwargs: any) -> iterator",
       .summary = "The items of which a test does not hold, or that are false.",
       .examples = reject_examples,
       .call = as_generator<reject>},
      {.kind = "filter",
       .signature = "selectattr(value: any, *args: any, **kwargs: any) -> iterator",
       .summary = "The items with an attribute of which a test holds, or that is true.",
       .examples = selectattr_examples,
       .call = as_generator<select_attribute>},
      {.kind = "filter",
       .signature = "rejectattr(value: any, *args: any, **kwargs: any) -> iterator",
       .summary = "The items with an attribute of which a test does not hold, or that is false.",
       .examples = rejectattr_examples,
       .call = as_generator<reject_attribute>},
      {.kind = "filter",
       .signature = "pprint(value: any) -> string",
       .summary = "The value as Python's pprint shows it, in lines of up to 80 characters.",
       .examples = pprint_examples,
       .call = pretty_print},
  };
  return all;
}

}  // namespace evalground::jinja2
