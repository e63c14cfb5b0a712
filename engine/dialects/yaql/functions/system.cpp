// Contexts, definitions, calls by name: let with def unpack assert call lambda.
//
// A context is a value here: `let(x => 1) -> $x` evaluates the right side in the scope that `let` returns.

#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/evaluation/memory.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace system_family {
namespace {

Value context_value(Ref<Scope> scope) {
  return Value::object(Ref<Object>(new ContextValue(std::move(scope))));
}

// `let(1, x => 2) -> $1 + $x`. The new scope is a child, so other variables stay visible.
Value let(Call& call) {
  Arguments& arguments = arguments_of(call);
  Ref<Scope> scope = make_ref<Scope>(Ref<Scope>(&arguments.scope), arguments.budget());
  std::uint32_t position = 0;
  for (const Arguments::Slot& slot : arguments.rest) scope->set(++position, slot.value);
  for (const Arguments::Named& named : arguments.named) {
    scope->set_named(arguments.evaluator.names.intern(named.name), named.slot.value);
  }
  return context_value(std::move(scope));
}

// `def(twice, $ * 2) -> twice(3)`. From the first definition on, calls look for definitions before functions, which
// costs a look-up for each.
Value define(Call& call) {
  Arguments& arguments = arguments_of(call);
  Ref<Scope> scope = make_ref<Scope>(Ref<Scope>(&arguments.scope), arguments.budget());
  const Lambda body = arguments.lambda(1);
  if (body.body() == nullptr) arguments.no_match();
  scope->define({arguments.evaluator.names.intern(arguments.string(0)), body.body()});
  arguments.evaluator.has_definitions = true;
  return context_value(std::move(scope));
}

// `[1, 2].unpack(a, b) -> $a + $b`. Without names the items are `$1`, `$2`. With names the numbers must agree.
Value unpack(Call& call) {
  Arguments& arguments = arguments_of(call);
  Ref<Scope> scope = make_ref<Scope>(Ref<Scope>(&arguments.scope), arguments.budget());
  Cursor cursor = arguments.cursor(0);
  std::size_t count = 0;
  const std::size_t wanted = arguments.rest.size();
  const auto fail = [&](const std::string& found) {
    throw Error("wrong-count", "Cannot unpack " + found + " elements into " + std::to_string(wanted) + ".");
  };
  while (const Value* item = cursor.next()) {
    ++count;
    if (wanted == 0) {
      scope->set(static_cast<std::uint32_t>(count), *item);
    } else if (count <= wanted) {
      scope->set_named(arguments.evaluator.names.intern(arguments.rest[count - 1].value.as_string()), *item);
    } else {
      fail("more than " + std::to_string(wanted));
    }
  }
  if (wanted != 0 && count < wanted) fail(std::to_string(count));
  return context_value(std::move(scope));
}

Value assert_that(Call& call) {
  Arguments& arguments = arguments_of(call);
  // The condition may draw from an iterator, and its items must still be available afterwards.
  const Value value =
      is_a(arguments[0], ObjectKind::iterator) ? memorized(arguments.evaluator, arguments[0]) : arguments[0];
  if (!arguments.lambda(1).test(arguments.evaluator, value)) {
    throw Error("assertion-failed", std::string(arguments.string(2)));
  }
  return value;
}

// `call(len, [[1, 2]], {})`: the overload is chosen at run time.
Value call_by_name(Call& call) {
  Arguments& arguments = arguments_of(call);
  return arguments.evaluator.call(arguments.string(0), arguments[1].as_list(), arguments[2].as_map(),
                                  arguments.given(3) ? &arguments[3] : nullptr, arguments.node, arguments.scope);
}

Value make_lambda(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (!arguments.evaluator.settings.has_delegates) {
    throw Error("unknown-function", "Unknown function \"lambda\"; it needs the option `delegates`.");
  }
  return Value::object(Ref<Object>(new FunctionValue(arguments.lambda(0))));
}

constexpr Example let_examples[] = {{"let(x => 2, y => 3) -> $x * $y", "", "6"}, {"let(1, 2) -> $1 + $2", "", "3"}};
constexpr Example with_examples[] = {{"with('a', 'b') -> $1 + $2", "", R"("ab")"}};
constexpr Example def_examples[] = {{"def(square, $ * $) -> $.select(square($))", "[1, 2, 3]", "[1, 4, 9]"},
                                    {"def(fact, switch($ < 2 => 1, true => $ * fact($ - 1))) -> fact(5)", "", "120"}};
constexpr Example unpack_examples[] = {{"[2, 3].unpack(a, b) -> $a + $b", "", "5"}, {"[2, 3].unpack() -> $2", "", "3"}};
constexpr Example assert_examples[] = {{"12.assert($ < 20, 'too big') + 1", "", "13"},
                                       {"12.assert($ < 2)", "", "error"}};
constexpr Example call_examples[] = {{"call(len, [[1, 2]], {})", "", "2"},
                                     {"call(split, [], {maxSplits => 1}, 'a b c')", "", R"(["a", "b c"])"}};
constexpr Example lambda_examples[] = {
    {"let(twice => lambda($ * 2)) -> $twice(21)", "", "42", R"({"options": {"delegates": true}})"}};

}  // namespace
}  // namespace system_family

std::span<const Function> system_functions() {
  using namespace system_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "let(*values: any, **names: any) -> context",
       .summary = "A context with variables, to be used on the left of `->`.",
       .details = "Positional values become `$1`, `$2` and so on, the first also `$`; named ones `$name`.",
       .examples = let_examples,
       .call = let},
      {.kind = "function",
       .signature = "with(*values: any) -> context",
       .summary = "A context with the values as `$1`, `$2` and so on.",
       .examples = with_examples,
       .call = let},
      {.kind = "function",
       .signature = "def(name: string, func: lambda) -> context",
       .summary = "A context with a function of that name; its body sees `$1`, `$2` and its named arguments.",
       .details = "The function may call itself.",
       .examples = def_examples,
       .call = define},
      {.kind = "method",
       .signature = "unpack(sequence: iterable, *names: string) -> context",
       .summary = "A context with one variable for each item, by name or as `$1`, `$2` and so on.",
       .details = "With names, the number of items must match.",
       .examples = unpack_examples,
       .call = unpack},
      {.kind = "method",
       .signature = "assert(obj: any, condition: lambda, message: string = 'Assertion failed') -> any",
       .summary = "The value itself when the condition holds for it, otherwise an error with the message.",
       .examples = assert_examples,
       .call = assert_that},
      {.kind = "function",
       .signature = "call(name: string, args: list, kwargs: dict, receiver: any = unset) -> any",
       .summary = "Calls a function by its name, or with a receiver a method.",
       .examples = call_examples,
       .call = call_by_name},
      {.kind = "function",
       .signature = "lambda(func: lambda) -> function",
       .summary = "The expression as a value that can be called with `value(arguments)`.",
       .details = "Needs the option `delegates`. Such a call binds looser than every operator: put it in parentheses.",
       .examples = lambda_examples,
       .call = make_lambda},
  };
  return all;
}

}  // namespace evalground::yaql
