// Special methods of containers that Ansible's templates can call, because its environment is not sandboxed: `{% set _
// = map.__setitem__('key', value) %}`. All other names with two underscores remain forbidden here.
#include "base/text/utf8.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/cycles.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {
namespace methods_item_family {
namespace {

Value length(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::integer(static_cast<std::int64_t>(call.evaluator.length(call[0])));
}

Value contains(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::boolean(call.evaluator.contains(call[0], call[1]));
}

// The given index, counted from the start.
// Unlike `[…]` in a template, these methods raise: ['a'].__getitem__(5) is an error, while ['a'][5] is undefined.
std::size_t checked_index(FunctionCall& call, std::size_t size, std::string_view type, std::string_view failure) {
  call.evaluator.require(call[1]);
  if (call[1].kind() != Kind::integer && call[1].kind() != Kind::boolean) {
    call.fail(std::string(type) + " indices must be integers or slices, not " + call.evaluator.type_name(call[1]),
              "type-error");
  }
  std::int64_t index = call.number(1);
  if (index < 0) index += static_cast<std::int64_t>(size);
  if (index < 0 || index >= static_cast<std::int64_t>(size)) {
    call.fail(std::string(type) + " " + std::string(failure) + "index out of range", "index-error");
  }
  return static_cast<std::size_t>(index);
}

Value item_of_sequence(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string type = call[0].is_string() ? "string" : call.evaluator.type_name(call[0]);
  checked_index(call, call.evaluator.length(call[0]), type, "");
  return item_of(call.evaluator, call[0], call[1]);
}

Value item_of_map(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require_hashable(call[1]);
  const Value* found = call[0].as_map().find(call[1]);
  if (found == nullptr) call.fail(call.evaluator.repr(call[1]), "key-error");
  return inherited(*found, call[0]);
}

// Changes the map for every variable that refers to it. Templates use this because Jinja has no assignment to an item.
Value set_item_of_map(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require_hashable(call[1]);
  refuse_cycle(call, call[0], call[2]);
  call.evaluator.note_change();
  call[0].shared_map().set(call[1], call[2]);
  return Value::null();
}

Value set_item_of_list(Call& base) {
  FunctionCall& call = function_call(base);
  const std::size_t index = checked_index(call, call[0].as_list().size(), "list", "assignment ");
  refuse_cycle(call, call[0], call[2]);
  call.evaluator.note_change();
  call[0].shared_list()[index] = call[2];
  return Value::null();
}

// The order of the other entries stays, so they move up, which is charged.
Value delete_item_of_map(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require_hashable(call[1]);
  if (!call[0].as_map().contains(call[1])) call.fail(call.evaluator.repr(call[1]), "key-error");
  call.context.budget.step(1 + call[0].as_map().size() / 16);
  call.evaluator.note_change();
  call[0].shared_map().erase(call[1]);
  return Value::null();
}

Value delete_item_of_list(Call& base) {
  FunctionCall& call = function_call(base);
  const std::size_t index = checked_index(call, call[0].as_list().size(), "list", "assignment ");
  call.evaluator.note_change();
  List& list = call[0].shared_list();
  call.context.budget.step(1 + list.size() / 16);
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
  return Value::null();
}

constexpr Example length_examples[] = {{"{{ [1, 2].__len__() }}", "", R"("2")", in_ansible}};
constexpr Example contains_examples[] = {{"{{ {'a': 1}.__contains__('a') }}", "", R"("True")", in_ansible}};
constexpr Example item_examples[] = {{"{{ ['a', 'b'].__getitem__(-1) }}", "", R"("b")", in_ansible}};
constexpr Example item_of_map_examples[] = {{"{{ {'a': 1}.__getitem__('a') }}", "", R"("1")", in_ansible},
                                            {"{{ {}.__getitem__('a') }}", "", "error", in_ansible}};
constexpr Example set_map_examples[] = {
    {"{% set d = {} %}{% set _ = d.__setitem__('a', 1) %}{{ d }}", "", R"("{'a': 1}")", in_ansible}};
constexpr Example set_list_examples[] = {
    {"{% set l = [1, 2] %}{% set _ = l.__setitem__(0, 3) %}{{ l }}", "", R"("[3, 2]")", in_ansible}};
constexpr Example delete_map_examples[] = {
    {"{% set d = {'a': 1} %}{% set _ = d.__delitem__('a') %}{{ d }}", "", R"("{}")", in_ansible}};
constexpr Example delete_list_examples[] = {
    {"{% set l = [1, 2] %}{% set _ = l.__delitem__(0) %}{{ l }}", "", R"("[2]")", in_ansible}};

constexpr Function length_method(std::string_view signature) {
  return {.kind = ansible_method,
          .signature = signature,
          .summary = "How many items there are.",
          .examples = length_examples,
          .call = length};
}
constexpr Function contains_method(std::string_view signature) {
  return {.kind = ansible_method,
          .signature = signature,
          .summary = "Whether `in` finds a value.",
          .examples = contains_examples,
          .call = contains};
}
constexpr Function item_method(std::string_view signature) {
  return {.kind = ansible_method,
          .signature = signature,
          .summary = "The item at an index; fails when the index is out of range.",
          .examples = item_examples,
          .call = item_of_sequence};
}

constexpr Function all[] = {
    length_method("str.__len__(self: string) -> integer"),
    length_method("list.__len__(self: list) -> integer"),
    length_method("tuple.__len__(self: tuple) -> integer"),
    length_method("dict.__len__(self: map) -> integer"),
    length_method("range.__len__(self: any) -> integer"),
    contains_method("str.__contains__(self: string, item: any) -> boolean"),
    contains_method("list.__contains__(self: list, item: any) -> boolean"),
    contains_method("tuple.__contains__(self: tuple, item: any) -> boolean"),
    contains_method("dict.__contains__(self: map, key: any) -> boolean"),
    contains_method("range.__contains__(self: any, item: any) -> boolean"),
    item_method("str.__getitem__(self: string, index: integer) -> string"),
    item_method("list.__getitem__(self: list, index: integer) -> any"),
    item_method("tuple.__getitem__(self: tuple, index: integer) -> any"),
    item_method("range.__getitem__(self: any, index: integer) -> any"),
    {.kind = ansible_method,
     .signature = "dict.__getitem__(self: map, key: any) -> any",
     .summary = "The value of a key; fails when the key is missing.",
     .examples = item_of_map_examples,
     .call = item_of_map},
    {.kind = ansible_method,
     .signature = "dict.__setitem__(self: map, key: any, value: any) -> null",
     .summary = "Gives a key a value.",
     .examples = set_map_examples,
     .call = set_item_of_map},
    {.kind = ansible_method,
     .signature = "list.__setitem__(self: list, index: integer, value: any) -> null",
     .summary = "Puts a value in the place of an item.",
     .examples = set_list_examples,
     .call = set_item_of_list},
    {.kind = ansible_method,
     .signature = "dict.__delitem__(self: map, key: any) -> null",
     .summary = "Removes an entry; fails when the map is empty.",
     .examples = delete_map_examples,
     .call = delete_item_of_map},
    {.kind = ansible_method,
     .signature = "list.__delitem__(self: list, index: integer) -> null",
     .summary = "Takes the item of an index out.",
     .examples = delete_list_examples,
     .call = delete_item_of_list},
};

}  // namespace
}  // namespace methods_item_family

std::span<const Function> ansible_item_methods() {
  using namespace methods_item_family;
  return all;
}

}  // namespace evalground::ansible
