// Functions that choose, loop, quote, combine booleans and compare.
//
// Arguments of type `expression` reach `if` and `not` unevaluated, so a branch that is not taken is never evaluated.
// Items of `and` and `or` are mapped first, like any argument, and then evaluated again. Like Python's operators, `and`
// and `or` return the deciding item instead of a boolean.
#include <optional>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/expression/unavailable.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

// What reads like a word or a phrase of words. Text with `::`, `$` or other marks of a query is none of these.
bool is_word(std::string_view text) {
  if (text.empty() || text.front() == '-' || ('0' <= text.front() && text.front() <= '9')) return false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (!is_word_character(point.value) && point.value != U'-' && point.value != U' ') return false;
    at += point.size;
  }
  return true;
}

// An expression as an argument. In this position Unfurl takes `foreach` beside `eval` for the function of that name,
// which loops over the current resource.
Value argument_of(UnfurlCall& call, const Value& written) {
  const Value* loop = written.is_map() ? written.as_map().find("foreach") : nullptr;
  if (loop == nullptr || written.as_map().find("eval") == nullptr) return written;
  if (call.context.quirks()) {
    Map function;
    function.set("foreach", *loop);
    return Value::map(std::move(function)).with_origin(written.origin());
  }
  call.context.warn(written.origin() != 0 ? written.origin() : call.where, "differs-from-reference",
                    "In an argument of `if` and `not` Unfurl loops over the current resource, whatever `eval` beside "
                    "`foreach` says.");
  return written;
}

// A branch of `if`. The documentation shows plain words there ("then: expected"), but they are queries.
Value branch(UnfurlCall& call, std::size_t index, bool is_value) {
  const Value& written = call[index];
  if (is_value) return call.evaluator.map_value(written, call.scope);
  const Value result = call.evaluator.argument(argument_of(call, written), call.scope);
  if (!result.is_undefined() || !written.is_string() || written.verbatim() || !is_word(written.as_string())) {
    return result;
  }
  if (call.context.quirks()) return result;
  const std::string word(written.as_string());
  call.context.warn(written.origin() != 0 ? written.origin() : call.where, "differs-from-reference",
                    quote(word) +
                        " is a query without a match, and so null in Unfurl; here it is the word itself. Write {q: " +
                        word + "} to have the word everywhere.");
  return written.with_verbatim();
}

// An expression is true if its first match is.
bool holds_first(UnfurlCall& call, const Value& expression) {
  const List matches = call.evaluator.inner_matches(argument_of(call, expression), call.scope);
  return !matches.empty() && call.evaluator.truth(matches.front());
}

// With `map_value`, condition and branches are values in which expressions are replaced. Without it they are
// expressions.
Value choose(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const bool is_value = call.given(3) && call.evaluator.truth(call[3]);
  Decisions::Condition condition(call.context.decisions, call[0].origin());
  const bool holds =
      is_value ? call.evaluator.truth(call.evaluator.map_value(call[0], call.scope)) : holds_first(call, call[0]);
  for (const std::size_t index : {std::size_t{1}, std::size_t{2}}) {
    if (call.given(index)) condition.decides(holds, call[index].origin(), index == 1);
  }
  const std::size_t chosen = holds ? 1 : 2;
  return call.given(chosen) ? branch(call, chosen, is_value) : Value::boolean(holds);
}

// An item of `and` or `or`. It was mapped like every argument, and the result is evaluated again: text is a query, even
// if it was quoted or came out of a template.
Value evaluate_item(UnfurlCall& call, const Value& item) {
  call.context.budget.step();
  if (!item.verbatim()) return call.evaluator.argument(item, call.scope);
  // Unfurl also treats any map as a function call, wherever it came from.
  const bool is_call = item.is_map() && source_of(item.as_map()) == nullptr;
  if (is_call && call.context.quirks()) return call.evaluator.argument(item.with_verbatim(false), call.scope);
  if (!item.is_string()) return item;
  List matches = call.evaluator.query(item, call.scope);
  if (matches.empty()) return {};
  return matches.size() == 1 ? std::move(matches.front()) : Value::list(std::move(matches));
}

// The empty list is false, although logic would call it true.
Value all_of(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  Value result = Value::boolean(false);
  for (const Value& item : call.list(0)) {
    result = evaluate_item(call, item);
    if (!call.evaluator.truth(result)) break;
  }
  return result;
}

Value any_of(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  for (const Value& item : call.list(0)) {
    const Value result = evaluate_item(call, item);
    if (call.evaluator.truth(result)) return result;
  }
  return Value::boolean(false);
}

Value negate(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  return Value::boolean(!holds_first(call, call[0]));
}

const List& two_values(Call& call) {
  const List& values = call.list(0);
  if (values.size() != 2) wrong_form(call, 0, "a list of two values");
  return values;
}

// The value in the base unit, of a scalar or of a number compared with one.
std::optional<double> base_value(const Value& value) {
  if (const Scalar* scalar = object_cast<Scalar>(value)) return scalar->base();
  if (value.is_number() || value.kind() == Kind::boolean) {
    return value.kind() == Kind::boolean ? (value.as_boolean() ? 1.0 : 0.0) : value.as_real();
  }
  return std::nullopt;
}

bool are_unlike(const Scalar* a, const Scalar* b) {
  return a != nullptr && b != nullptr && a->unit().dimension != b->unit().dimension;
}

// A scalar equals a number that equals it in the base unit: 1 kB equals 1000.
bool equal(const Value& a, const Value& b, Budget& budget) {
  const Scalar* left = object_cast<Scalar>(a);
  const Scalar* right = object_cast<Scalar>(b);
  if (left == nullptr && right == nullptr) return python_equal(a, b, budget);
  return !are_unlike(left, right) && base_value(a) == base_value(b) && base_value(a).has_value();
}

// Nothing for scalars of different units, and for a scalar and a non-number: neither is less than the other.
std::optional<Order> order(const Value& a, const Value& b, Budget& budget) {
  const Scalar* left = object_cast<Scalar>(a);
  const Scalar* right = object_cast<Scalar>(b);
  const std::optional<double> x = base_value(a);
  const std::optional<double> y = base_value(b);
  if ((left == nullptr && right == nullptr) || !x || !y) {
    const Order result = python_order(a, b, budget);
    return result == Order::unordered ? std::nullopt : std::optional(result);
  }
  if (are_unlike(left, right)) return std::nullopt;
  return *x < *y ? Order::less : *x > *y ? Order::greater : Order::equal;
}

Value equals(Call& call) {
  const List& values = two_values(call);
  return Value::boolean(equal(values[0], values[1], call.context.budget));
}

Value differs(Call& call) {
  const List& values = two_values(call);
  return Value::boolean(!equal(values[0], values[1], call.context.budget));
}

// The two orders for which the comparison is true; `gt` and `lt` name the same one twice. Values that cannot be ordered
// give false for all four.
template <Order first, Order second>
Value compares(Call& call) {
  const List& values = two_values(call);
  const std::optional<Order> found = order(values[0], values[1], call.context.budget);
  return Value::boolean(found && (*found == first || *found == second));
}

// Functions that need a deployment count as defined: a document may test for them, and Unfurl has them.
Value is_defined(Call& call) {
  if (!call[0].is_string()) return Value::boolean(false);
  const std::string_view name = call[0].as_string();
  return Value::boolean(unfurl_call(call).evaluator.functions.find("function", name) != nullptr ||
                        !unavailable_function(name).empty());
}

// The function `foreach`, which loops over the current value. The keyword beside `eval` is in expression/loop.cpp.
Value loop(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  return Value::list(call.evaluator.for_each(call[0], {call.scope.current()}, call.scope, call.where));
}

// The mark `verbatim` keeps the value from being evaluated, here and wherever it is passed on to.
Value quote_value(Call& call) {
  return call[0].with_verbatim();
}

constexpr std::string_view web = "port: 80\nhost: example.com\nisUp: true\nisDown: false\ntags: []";

constexpr Example if_examples[] = {
    {"eval: {if: isUp, then: port, else: host}", web, "80"},
    {"eval: {if: isDown, then: port}", web, "false"},
    {"eval: {if: tags, then: {q: some}, else: {q: none}}", web, R"("none")"},
    {"eval: {if: {eval: isUp}, then: 'a value', map_value: true}", web, R"("a value")"},
};
constexpr Example and_examples[] = {{"eval: {and: [isUp, host]}", web, R"("example.com")"},
                                    {"eval: {and: [isDown, host]}", web, "false"}};
constexpr Example or_examples[] = {{"eval: {or: [tags, port]}", web, "80"},
                                   {"eval: {or: [isDown, missing]}", web, "false"}};
constexpr Example not_examples[] = {{"eval: {not: isUp}", web, "false"}, {"eval: {not: missing}", web, "true"}};
constexpr Example eq_examples[] = {{"eval: {eq: [{eval: port}, 80]}", web, "true"},
                                   {"eval: {eq: ['80', {eval: port}]}", web, "false"}};
constexpr Example ne_examples[] = {{"eval: {ne: [{eval: port}, 443]}", web, "true"}};
constexpr Example gt_examples[] = {{"eval: {gt: [{eval: port}, 1024]}", web, "false"},
                                   {"eval: {gt: [{eval: {scalar: 1 GB}}, {eval: {scalar: 900 MB}}]}", "", "true"}};
constexpr Example ge_examples[] = {{"eval: {ge: [2, 2.0]}", "", "true"}};
constexpr Example lt_examples[] = {{"eval: {lt: [alpha, beta]}", "", "true"}};
constexpr Example le_examples[] = {{"eval: {le: [3, 2]}", "", "false"}};
constexpr Example defined_examples[] = {{"eval: {is_function_defined: concat}", "", "true"},
                                        {"eval: {is_function_defined: conkat}", "", "false"}};
constexpr Example foreach_examples[] = {{"eval: {foreach: port}", web, "80"}};
constexpr Example q_examples[] = {{"q: {eval: port}", web, R"({"eval": "port"})"},
                                  {"eval: {q: {a: {b: 1}}}\nselect: a::b", "", "1"}};

}  // namespace

std::span<const Function> logic_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "if(condition: expression, then: expression = true, else: expression = false, map_value: boolean = "
                    "false) -> any",
       .summary = "Chooses one of two expressions by the truth of a third.",
       .details = "No match counts as false, as do null, 0, and everything empty. A branch that is missing is the "
                  "boolean itself. All three are expressions: quote a literal with `q`, or set `map_value` to have all "
                  "three taken as values. A plain word as a branch that is the name of nothing stands for itself (in "
                  "Unfurl: null), with a warning.",
       .examples = if_examples,
       .call = choose},
      {.kind = "function",
       .signature = "and(values: list) -> any",
       .summary = "The first item that is not true, else the last.",
       .details = "Each item is an expression. False for an empty list.",
       .examples = and_examples,
       .call = all_of},
      {.kind = "function",
       .signature = "or(values: list) -> any",
       .summary = "The first item that is true, else false.",
       .details = "Each item is an expression.",
       .examples = or_examples,
       .call = any_of},
      {.kind = "function",
       .signature = "not(value: expression) -> boolean",
       .summary = "True for an expression without a match, and for what is false or empty.",
       .examples = not_examples,
       .call = negate},
      {.kind = "function",
       .signature = "eq(values: list) -> boolean",
       .summary = "Whether two values are equal.",
       .details =
           "Numbers and booleans compare by value, lists and maps by their contents, scalars by what they measure.",
       .examples = eq_examples,
       .call = equals},
      {.kind = "function",
       .signature = "ne(values: list) -> boolean",
       .summary = "Whether two values differ.",
       .examples = ne_examples,
       .call = differs},
      {.kind = "function",
       .signature = "gt(values: list) -> boolean",
       .summary = "Whether the first of two values is greater.",
       .details = "Numbers, scalars, texts or lists; values of unlike types are an error.",
       .examples = gt_examples,
       .call = compares<Order::greater, Order::greater>},
      {.kind = "function",
       .signature = "ge(values: list) -> boolean",
       .summary = "Whether the first of two values is greater or equal.",
       .examples = ge_examples,
       .call = compares<Order::greater, Order::equal>},
      {.kind = "function",
       .signature = "lt(values: list) -> boolean",
       .summary = "Whether the first of two values is less.",
       .examples = lt_examples,
       .call = compares<Order::less, Order::less>},
      {.kind = "function",
       .signature = "le(values: list) -> boolean",
       .summary = "Whether the first of two values is less or equal.",
       .examples = le_examples,
       .call = compares<Order::less, Order::equal>},
      {.kind = "function",
       .signature = "foreach(form: expression) -> list",
       .summary = "Loops over the current resource as the only item.",
       .details = "The form is as for the key `foreach` of an expression.",
       .examples = foreach_examples,
       .call = loop},
      {.kind = "function",
       .signature = "q(value: expression) -> any",
       .summary = "Quotes a value: it is data and never evaluated.",
       .details = "May stand without `eval`.",
       .examples = q_examples,
       .call = quote_value},
      {.kind = "function",
       .signature = "is_function_defined(name: string) -> boolean",
       .summary = "Whether the language has a function of that name.",
       .examples = defined_examples,
       .call = is_defined},
  };
  return all;
}

}  // namespace evalground::unfurl
