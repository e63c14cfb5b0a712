// Filters of dicts: combine, and conversion to lists and back (ansible.utils.vars.merge_hash, community.general).
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "dialects/ansible/library/rekey.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/operators.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace filters_dicts_family {
namespace {

// Python's collections.abc.Sequence: lists and tuples, but also texts and ranges.
bool has_items_in_order(const Value& value) {
  const TemplateObject* object = template_object(value);
  return is_sequence(value) || value.is_string() || (object != nullptr && object->shape() == Shape::sequence);
}

// ---- combine

enum class ListMerge : std::uint8_t { replace, keep, append, prepend, append_new, prepend_new };

struct Merging {
  const FunctionCall& call;
  bool is_recursive;
  ListMerge list_merge;
};

// The names stand in the order of the enumeration.
ListMerge list_merge_of(const FunctionCall& call, std::string_view name) {
  constexpr std::array<std::string_view, 6> names = {"replace", "keep", "append", "prepend", "append_rp", "prepend_rp"};
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    call.fail(
        "merge_hash: 'list_merge' argument can only be equal to 'replace', 'keep', 'append', 'prepend', "
        "'append_rp' or 'prepend_rp', not " +
        quote(name) + ".");
  }
  return static_cast<ListMerge>(found - names.begin());
}

// Reads the named arguments of combine and lists_mergeby.
Merging merging_of(const FunctionCall& call) {
  Merging merging{call, false, ListMerge::replace};
  for (const Keyword& given : call.keywords) {
    if (given.name == "recursive") {
      merging.is_recursive = call.evaluator.truth(given.value);
    } else if (given.name == "list_merge") {
      merging.list_merge = list_merge_of(call, call.evaluator.text(given.value));
    } else {
      call.fail("'recursive' and 'list_merge' are the only valid keyword arguments, not " + quote(given.name) + ".");
    }
  }
  return merging;
}

// append_rp and prepend_rp ("remove present") first drop items from `low` that also occur in `high`.
//   low [1, 2], high [2, 3]    append -> [1, 2, 2, 3]    prepend -> [2, 3, 1, 2]    append_rp -> [1, 2, 3]
Value merge_lists(const Merging& merging, const Value& low, const Value& high) {
  if (merging.list_merge == ListMerge::replace) return high;
  if (merging.list_merge == ListMerge::keep) return low;
  const bool drops_doubles =
      merging.list_merge == ListMerge::append_new || merging.list_merge == ListMerge::prepend_new;
  const bool appends = merging.list_merge == ListMerge::append || merging.list_merge == ListMerge::append_new;
  Evaluator& evaluator = merging.call.evaluator;
  List kept;
  for (const Value& item : low.as_list()) {
    evaluator.context.budget.step();
    if (!drops_doubles || !evaluator.contains(high, item)) kept.push_back(item);
  }
  List merged = appends ? std::move(kept) : high.as_list();
  const List& rest = appends ? high.as_list() : kept;
  merged.insert(merged.end(), rest.begin(), rest.end());
  return Value::list(std::move(merged));
}

// merge_hash(low, high): entries of `high` win. The order of keys is that of `low`, followed by the new ones. Lists
// directly in both dicts are merged even without `recursive`, which concerns dicts only.
Value merge_dicts(const Merging& merging, const Value& low, const Value& high) {
  Evaluator& evaluator = merging.call.evaluator;
  const Depth depth = evaluator.context.budget.enter();
  if (!low.is_map() || !high.is_map()) {
    merging.call.fail("failed to combine variables, expected dicts but got a '" + evaluator.type_name(low) +
                      "' and a '" + evaluator.type_name(high) + "'");
  }
  // merge_hash returns early for equal dicts. So their lists are not appended to themselves.
  if (low.as_map().empty() || evaluator.equal(low, high)) return Value::map(Map(high.as_map()));
  Map merged = low.as_map();
  for (const auto& [key, value] : high.as_map()) {
    evaluator.context.budget.step();
    const Value* before = merged.find(key);
    if (before != nullptr && before->is_map() && value.is_map()) {
      merged.set(key, merging.is_recursive ? merge_dicts(merging, *before, value) : value);
    } else if (before != nullptr && before->is_list() && value.is_list()) {
      merged.set(key, merge_lists(merging, *before, value));
    } else {
      merged.set(key, value);
    }
  }
  return Value::map(std::move(merged));
}

// combine evaluates its arguments completely, so an undefined part fails even if it would be overridden.
void check_defined(const FunctionCall& call, const Value& value) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  call.evaluator.note_sensitive(value);
  call.evaluator.require(value);
  if (value.is_list()) {
    for (const Value& item : value.as_list()) check_defined(call, item);
  } else if (value.is_map()) {
    for (const auto& entry : value.as_map()) check_defined(call, entry.value);
  }
}

//   {'a': 1, 'b': {'x': 1}} | combine({'b': {'y': 2}}, recursive=true)  ->  {'a': 1, 'b': {'x': 1, 'y': 2}}
//
// Any argument may be a list of dicts. Null stands for no dict.
Value combine(Call& base) {
  FunctionCall& call = function_call(base);
  const Merging merging = merging_of(call);
  List dicts;
  const auto add = [&](const Value& term) {
    check_defined(call, term);
    if (is_sequence(term)) {
      for (const Value& item : term.as_list()) {
        if (!item.is_null()) dicts.push_back(item);
      }
    } else if (object_cast<Range>(term) != nullptr) {
      for (Value& item : call.evaluator.items(term)) dicts.push_back(std::move(item));
    } else if (!term.is_null()) {
      dicts.push_back(term);
    }
  };
  add(call[0]);
  for (const Value& other : call.rest) add(other);
  if (dicts.empty()) return Value::map();
  // From right to left, as in the reference: with `append` the order of lists depends on it.
  Value merged = dicts.back();
  for (std::size_t i = dicts.size() - 1; i-- > 0;) merged = merge_dicts(merging, dicts[i], merged);
  return merged;
}

// Merges two lists of dicts: dicts with the same value under `key` are merged, and the result is sorted by that value.
Value merge_by(const Merging& merging, const Value& low, const Value& high, const Value& key) {
  const FunctionCall& call = merging.call;
  Map merged;
  for (const Value* list : {&low, &high}) {
    for (const Value& item : call.evaluator.items(*list)) {
      call.context.budget.step();
      if (!item.is_map()) {
        call.fail("Elements of list arguments for lists_mergeby must be dictionaries. " + call.evaluator.text(item) +
                  " is " + call.evaluator.type_name(item));
      }
      const Value* by = item.as_map().find(key);
      if (by == nullptr) continue;
      const Value* before = merged.find(*by);
      merged.set(*by, before == nullptr ? item : merge_dicts(merging, *before, item));
    }
  }
  List values;
  for (const auto& entry : merged) values.push_back(entry.value);
  std::stable_sort(values.begin(), values.end(), [&](const Value& a, const Value& b) {
    call.context.budget.step();
    return call.evaluator.less(*a.as_map().find(key), *b.as_map().find(key));
  });
  return Value::list(std::move(values));
}

//   [{'n': 'a', 'x': 1}] | lists_mergeby([{'n': 'a', 'y': 2}], 'n')  ->  [{'n': 'a', 'x': 1, 'y': 2}]
//
// The last argument is the key. Each other argument is a list of dicts, or a list of such lists.
Value lists_mergeby(Call& base) {
  FunctionCall& call = function_call(base);
  const Merging merging = merging_of(call);
  if (call.rest.empty()) call.fail("At least one list and index are needed.");
  const Value& key = call.rest.back();
  List lists;
  const auto add = [&](const Value& term) {
    check_defined(call, term);
    if (!has_items_in_order(term)) {
      call.fail("All arguments before the argument index for community.general.lists_mergeby must be lists. " +
                call.evaluator.text(term) + " is " + call.evaluator.type_name(term));
    }
    const List items = call.evaluator.items(term);
    if (items.empty()) return;
    if (std::all_of(items.begin(), items.end(), has_items_in_order)) {
      lists.insert(lists.end(), items.begin(), items.end());
    } else {
      lists.push_back(term);
    }
  };
  add(call[0]);
  for (const Value& other : call.rest.first(call.rest.size() - 1)) add(other);
  if (lists.empty()) return Value::list();
  if (lists.size() == 1) return Value::list(call.evaluator.items(lists[0]));
  if (!key.is_string()) {
    call.fail("First argument after the lists for community.general.lists_mergeby must be string. " +
              call.evaluator.text(key) + " is " + call.evaluator.type_name(key));
  }
  Value merged = lists.back();
  for (std::size_t i = lists.size() - 1; i-- > 0;) merged = merge_by(merging, lists[i], merged, key);
  return merged;
}

// ---- lists of dicts

// The type in Python's notation: "<class 'list'>"
std::string class_of(const FunctionCall& call, const Value& value) {
  return "<class '" + call.evaluator.type_name(value) + "'>";
}

// {'x': 1} | dict2items -> [{'key': 'x', 'value': 1}]. The names are checked for each entry, so an empty dict accepts
// any.
Value dict2items(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.note_sensitive(call[0]);
  call.evaluator.require(call[0]);
  const Value dict = as_map(call.evaluator, call[0]);
  if (!dict.is_map()) call.fail("dict2items requires a dictionary, got " + class_of(call, call[0]) + " instead.");
  const Value& key_name = call[1];
  const Value& value_name = call[2];
  List items;
  for (const auto& [key, value] : dict.as_map()) {
    call.context.budget.step();
    call.evaluator.require_hashable(key_name);
    call.evaluator.require_hashable(value_name);
    Map item;
    item.set(key_name, key);
    item.set(value_name, value);
    items.push_back(Value::map(std::move(item)));
  }
  return Value::list(std::move(items));
}

// The inverse of dict2items. If a key occurs twice, the last value wins.
Value items2dict(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!is_sequence(call[0])) call.fail("items2dict requires a list, got " + class_of(call, call[0]) + " instead.");
  const List items = call.items(0);
  if (items.empty()) return Value::map();  // an empty list does not evaluate the names
  const std::string key_name = call.text(1);
  const std::string value_name = call.text(2);
  Map dict;
  for (const Value& item : items) {
    call.context.budget.step();
    call.evaluator.require(item);
    if (!item.is_map()) {
      call.fail("items2dict requires a list of dictionaries, got " + call.evaluator.text(call[0]) + " instead.");
    }
    const Value* key = item.as_map().find(key_name);
    const Value* value = item.as_map().find(value_name);
    if (key == nullptr || value == nullptr) {
      call.fail("items2dict requires each dictionary in the list to contain the keys '" + key_name + "' and '" +
                value_name + "', got " + call.evaluator.text(call[0]) + " instead.");
    }
    call.evaluator.require_hashable(*key);
    dict.set(*key, *value);
  }
  return Value::map(std::move(dict));
}

Value rekey_on_member(Call& base) {
  return rekeyed(function_call(base), RekeyWords::of_2_14);
}

// [['a', 1], ['b', 2]] | dict -> {'a': 1, 'b': 2}, as Python's dict() does.
Value dict(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].is_map()) return call[0];
  if (call[0].is_undefined()) call.evaluator.fail_undefined(call[0]);  // dict() looks up `keys`, which fails
  Map result;
  for (const Value& item : call.items(0)) {
    const List pair = call.evaluator.items(item);
    if (pair.size() != 2) call.fail("Each item must be a pair of a key and a value, not " + call.evaluator.repr(item));
    call.evaluator.require_hashable(pair[0]);
    result.set(pair[0], pair[1]);
  }
  return Value::map(std::move(result));
}

Value dict_kv(Call& base) {
  FunctionCall& call = function_call(base);
  Map result;
  call.evaluator.require_hashable(call[1]);
  result.set(call[1], call[0]);
  return Value::map(std::move(result));
}

constexpr Example combine_examples[] = {
    {"{{ {'a': 1, 'b': {'x': 1}} | combine({'b': {'y': 2}}, recursive=true) }}", "",
     R"("{'a': 1, 'b': {'x': 1, 'y': 2}}")", in_ansible},
    {"{{ {'l': [1, 2]} | combine({'l': [2, 3]}, list_merge='append_rp') }}", "", R"("{'l': [1, 2, 3]}")", in_ansible}};
constexpr Example lists_mergeby_examples[] = {
    {"{{ [{'n': 'a', 'x': 1}] | community.general.lists_mergeby([{'n': 'a', 'y': 2}], 'n') }}", "",
     R"("[{'n': 'a', 'x': 1, 'y': 2}]")", in_ansible}};
constexpr Example dict2items_examples[] = {
    {"{{ {'x': 1} | dict2items(key_name='name') }}", "", R"("[{'name': 'x', 'value': 1}]")", in_ansible},
    {"{{ [1] | dict2items }}", "", "error", in_ansible}};
constexpr Example items2dict_examples[] = {
    {"{{ [{'key': 'x', 'value': 1}] | items2dict }}", "", R"("{'x': 1}")", in_ansible}};
constexpr Example rekey_on_member_examples[] = {
    {"{{ [{'id': 'a', 'n': 1}] | rekey_on_member('id') }}", "", R"("{'a': {'id': 'a', 'n': 1}}")", in_ansible},
    {"{{ [{'id': 'a'}, {'id': 'a'}] | rekey_on_member('id') }}", "", "error", in_ansible}};
constexpr Example dict_examples[] = {
    {"{{ [['a', 1], ['b', 2]] | community.general.dict }}", "", R"("{'a': 1, 'b': 2}")", in_ansible}};
constexpr Example dict_kv_examples[] = {
    {"{{ 'v' | community.general.dict_kv('k') }}", "", R"("{'k': 'v'}")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "combine(value: any, *others: any, **keywords: any) -> map",
     .summary = "Puts dicts together; later ones win.",
     .details =
         "`recursive=true` merges dicts within them; `list_merge` says what becomes of lists: `replace`, `keep`, "
         "`append`, `prepend`, `append_rp`, `prepend_rp`. Without `recursive`, dicts within them are replaced.",
     .examples = combine_examples,
     .call = combine},
    {.kind = ansible_filter,
     .signature = "community.general.lists_mergeby(value: list, *others: any, **keywords: any) -> list",
     .summary = "Merges lists of dicts by the value of a key, the last argument.",
     .details = "Keywords as those of `combine`.",
     .examples = lists_mergeby_examples,
     .call = lists_mergeby},
    {.kind = ansible_filter,
     .signature = "dict2items(value: map, key_name: string = 'key', value_name: string = 'value') -> list",
     .summary = "A list of dicts, one for each entry.",
     .examples = dict2items_examples,
     .call = dict2items},
    {.kind = ansible_filter,
     .signature = "items2dict(value: list, key_name: string = 'key', value_name: string = 'value') -> map",
     .summary = "The dict that a list of keys and values stands for.",
     .examples = items2dict_examples,
     .call = items2dict},
    {.kind = ansible_filter,
     .signature = "rekey_on_member(value: any, key: string, duplicates: string = 'error') -> map",
     .summary = "Dicts under the value that one of their keys has.",
     .details = "`duplicates` is `error` or `overwrite`.",
     .examples = rekey_on_member_examples,
     .call = rekey_on_member},
    {.kind = ansible_filter,
     .signature = "community.general.dict(value: list) -> map",
     .summary = "The dict of pairs.",
     .examples = dict_examples,
     .call = dict},
    {.kind = ansible_filter,
     .signature = "community.general.dict_kv(value: any, key: any) -> map",
     .summary = "A dict with one entry.",
     .examples = dict_kv_examples,
     .call = dict_kv},
};

}  // namespace
}  // namespace filters_dicts_family

std::span<const Function> ansible_dict_filters() {
  using namespace filters_dicts_family;
  return all;
}

}  // namespace evalground::ansible
