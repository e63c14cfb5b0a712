// Functions that only options.legacy has: those of YAQL 0.2, and methods that could be called as functions then
// (yaql/standard_library/legacy.py).
//
// In YAQL 0.2 a method and a function were the same thing, so `len($)` and `$.len()` both worked. Here each name has
// the form that it lacks, which calls the other one.

#include <algorithm>

#include "base/text/number.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace legacy_family {
namespace {

// Calls the method of the same name. The first argument is its receiver.
Value method(Call& call) {
  Arguments& arguments = arguments_of(call);
  return arguments.evaluator.call_as_method(arguments.node, arguments.scope, arguments[0]);
}

// Calls the function of the same name. The receiver is its first argument.
Value function(Call& call) {
  Arguments& arguments = arguments_of(call);
  List all = {arguments[0]};
  for (const Arguments::Slot& slot : arguments.rest) all.push_back(slot.value);
  return arguments.evaluator.call(arguments.evaluator.names.text(arguments.node.name), all, {}, nullptr, arguments.node,
                                  arguments.scope);
}

// The value of an argument that must be a pair: `a => b`, or any list of two.
Value pair_of(Arguments& arguments, const Arguments::Slot& slot, Scope& scope) {
  Value pair = slot.node == nullptr ? slot.value : arguments.evaluator.evaluate(*slot.node, scope);
  if (!pair.is_list() || pair.as_list().size() != 2) {
    throw Error("wrong-argument", "Expected a pair of two, found " + short_text(pair, 60) + ".");
  }
  return pair;
}

// Pairs are lists of two. Further items of a list are ignored.
Value dict(Call& call) {
  Arguments& arguments = arguments_of(call);
  Map entries;
  for (const Arguments::Slot& slot : arguments.rest) {
    const List& pair = slot.value.as_list();
    if (pair.size() < 2) {
      throw Error("wrong-argument", "Expected a pair of key and value, found " + short_text(slot.value, 60) + ".");
    }
    entries.set(key_of(pair[0], arguments.budget()), pair[1]);
  }
  return Value::map(std::move(entries));
}

// A list: YAQL's tuples are lists in the result anyway.
Value tuple(Call& call) {
  Arguments& arguments = arguments_of(call);
  List items;
  for (const Arguments::Slot& slot : arguments.rest) items.push_back(slot.value);
  return Value::list(std::move(items));
}

// A range with an end is a list, as in the reference. One that would be too expensive to build is an iterator instead.
Value range(Call& call) {
  Arguments& arguments = arguments_of(call);
  const bool is_endless = arguments[1].is_null();
  constexpr std::int64_t longest_list = 100'000;
  const auto size = is_endless ? std::nullopt : checked_subtract(arguments.integer(1), arguments.integer(0));
  if (size && *size <= longest_list) {
    List items;
    arguments.budget().step(static_cast<std::uint64_t>(std::max<std::int64_t>(*size, 0)));
    for (std::int64_t at = arguments.integer(0); at < arguments.integer(1); ++at) items.push_back(Value::integer(at));
    return Value::list(std::move(items));
  }
  return generator([next = std::optional<std::int64_t>(arguments.integer(0)), is_endless,
                    stop = is_endless ? 0 : arguments.integer(1)](Value& item) mutable {
    if (!next || (!is_endless && *next >= stop)) return false;
    item = Value::integer(*next);
    next = checked_add(*next, 1);
    return true;
  });
}

// `condition => value` pairs in which `$` is the first argument.
Value choose(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Ref<Scope> scope = make_ref<Scope>(Ref<Scope>(&arguments.scope), arguments.budget());
  scope->set(1, arguments[0]);
  // A pair is evaluated as a whole before its condition is tested. So the value of a false condition is evaluated as
  // well, and may fail.
  for (const Arguments::Slot& slot : arguments.rest) {
    const Value pair = pair_of(arguments, slot, *scope);
    if (is_true(pair.as_list()[0])) return pair.as_list()[1];
  }
  return Value::null();
}

// A context for `->`: each name is bound to the value of its expression for the receiver. The receiver itself is `$0`.
Value as(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Ref<Scope> inner = make_ref<Scope>(Ref<Scope>(&arguments.scope), arguments.budget());
  inner->set(1, arguments[0]);
  inner->set_named(arguments.evaluator.names.intern("0"), arguments[0]);
  for (const Arguments::Slot& slot : arguments.rest) {
    const Value pair = pair_of(arguments, slot, *inner);
    const Value& name = pair.as_list()[1];
    if (!name.is_string()) arguments.no_match();
    inner->set_named(arguments.evaluator.names.intern(name.as_string()), pair.as_list()[0]);
  }
  return Value::object(Ref<Object>(new ContextValue(inner)));
}

constexpr std::string_view legacy = R"({"options": {"legacy": true}})";

constexpr Example dict_examples[] = {{"dict(a => 1, tuple(b, 2))", "", R"({"a": 1, "b": 2})", legacy}};
constexpr Example tuple_examples[] = {{"tuple(0, [], a)", "", R"([0, [], "a"])", legacy}};
constexpr Example range_examples[] = {{"range(5).take(2)", "", "[5, 6]", legacy}};
constexpr Example range_method_examples[] = {{"0.range(3)", "", "[0, 1, 2]", legacy}};
constexpr Example switch_examples[] = {{"switch(15, $ < 7 => b, $ => c)", "", R"("c")", legacy}};
constexpr Example switch_method_examples[] = {{"5.switch($ < 7 => b, $ => c)", "", R"("b")", legacy}};
constexpr Example as_examples[] = {{"[1, 2].as(len($) => a, sum($) => b) -> $a + $b", "", "5", legacy}};
constexpr Example get_examples[] = {{"get({a => 1}, a)", "", "1", legacy}};
constexpr Example select_examples[] = {{"select([1, 2], $ + 1)", "", "[2, 3]", legacy}};
constexpr Example where_examples[] = {{"where([1, 2, 3], $ > 1)", "", "[2, 3]", legacy}};
constexpr Example join_examples[] = {{"join([a, b], ',')", "", R"("a,b")", legacy}};
constexpr Example sum_examples[] = {{"sum([1, 2])", "", "3", legacy}};
constexpr Example take_while_examples[] = {{"takeWhile([1, 2, 3], $ < 3)", "", "[1, 2]", legacy}};
constexpr Example list_examples[] = {{"[1, 2].select($).list()", "", "[1, 2]", legacy}};
constexpr Example bool_examples[] = {{"''.bool()", "", "false", legacy}};
constexpr Example int_examples[] = {{"'5'.int()", "", "5", legacy}};
constexpr Example float_examples[] = {{"'1.5'.float()", "", "1.5", legacy}};

}  // namespace
}  // namespace legacy_family

std::span<const Function> legacy_functions() {
  using namespace legacy_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "dict(*pairs: list) -> dict",
       .summary = "Legacy: a dictionary of pairs.",
       .examples = dict_examples,
       .call = dict},
      {.kind = "function",
       .signature = "tuple(*values: any) -> list",
       .summary = "Legacy: a list of the arguments.",
       .examples = tuple_examples,
       .call = tuple},
      {.kind = "function",
       .signature = "range(start: integer, stop: integer = null) -> iterable",
       .summary = "Legacy: the integers from `start` on, without end where there is no `stop`.",
       .examples = range_examples,
       .call = range},
      {.kind = "method",
       .signature = "range(start: integer, stop: integer = null) -> iterable",
       .summary = "Legacy: the integers from the receiver on.",
       .examples = range_method_examples,
       .call = range},
      {.kind = "function",
       .signature = "switch(value: any, *cases: lambda) -> any",
       .summary = "Legacy: the value of the first pair whose condition holds for the first argument.",
       .examples = switch_examples,
       .call = choose},
      {.kind = "method",
       .signature = "switch(value: any, *cases: lambda) -> any",
       .summary = "Legacy: the value of the first pair whose condition holds for the receiver.",
       .examples = switch_method_examples,
       .call = choose},
      {.kind = "method",
       .signature = "as(value: any, *names: lambda) -> context",
       .summary = "Legacy: a context with a name for each `expression => name`.",
       .examples = as_examples,
       .call = as},
      {.kind = "function",
       .signature = "get(dict: dict, key: any, default: any = null) -> any",
       .summary = "Legacy: the method as a function.",
       .examples = get_examples,
       .call = method},
      {.kind = "function",
       .signature = "select(collection: iterable, selector: lambda) -> iterator",
       .summary = "Legacy: the method as a function.",
       .examples = select_examples,
       .call = method},
      {.kind = "function",
       .signature = "where(collection: iterable, predicate: lambda) -> iterator",
       .summary = "Legacy: the method as a function.",
       .examples = where_examples,
       .call = method},
      {.kind = "function",
       .signature = "join(collection: any, *arguments: lambda) -> any",
       .summary = "Legacy: the method as a function.",
       .examples = join_examples,
       .call = method},
      {.kind = "function",
       .signature = "sum(collection: iterable, initial: any = unset) -> any",
       .summary = "Legacy: the method as a function.",
       .examples = sum_examples,
       .call = method},
      {.kind = "function",
       .signature = "takeWhile(collection: iterable, predicate: lambda) -> iterator",
       .summary = "Legacy: the method as a function.",
       .examples = take_while_examples,
       .call = method},
      {.kind = "method",
       .signature = "list(value: any, *more: any) -> list",
       .summary = "Legacy: the function as a method.",
       .examples = list_examples,
       .call = function},
      {.kind = "method",
       .signature = "bool(value: any) -> boolean",
       .summary = "Legacy: the function as a method.",
       .examples = bool_examples,
       .call = function},
      {.kind = "method",
       .signature = "int(value: any) -> integer",
       .summary = "Legacy: the function as a method.",
       .examples = int_examples,
       .call = function},
      {.kind = "method",
       .signature = "float(value: any) -> number",
       .summary = "Legacy: the function as a method.",
       .examples = float_examples,
       .call = function},
  };
  return all;
}

}  // namespace evalground::yaql
