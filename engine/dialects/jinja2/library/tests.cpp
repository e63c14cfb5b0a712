// Tests: the words after `is` (jinja2.tests).
// Tests: the words after `is` (jinja2.tests).
//
// Most of them ask what Python's isinstance() or an operator would say, so surprises are those of Python: true is a
// number. It is no integer, because Jinja excludes booleans from `integer` only.
#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/python_string.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/complex.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/operators.hpp"
#include "value/big_integer.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {
namespace tests_family {
namespace {

Value is(bool holds) {
  return Value::boolean(holds);
}

Value defined(Call& base) {
  return is(!function_call(base)[0].is_undefined());
}
Value undefined(Call& base) {
  return is(function_call(base)[0].is_undefined());
}

// Python's `%` also formats strings, so '%d' is divisibleby(3) computes '3' and compares that with 0.
Value remainder(FunctionCall& call, const Value& divisor) {
  return operate(call.evaluator, PythonOperator::modulo, call[0], divisor);
}

// 12 is divisibleby 3 -> true. Division by zero fails, as in Python.
Value divisible(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.equal(remainder(call, call[1]), Value::integer(0)));
}
Value even(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.equal(remainder(call, Value::integer(2)), Value::integer(0)));
}
Value odd(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.equal(remainder(call, Value::integer(2)), Value::integer(1)));
}

Value equals(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.equal(call[0], call[1]));
}
Value differs(Call& base) {
  FunctionCall& call = function_call(base);
  return is(!call.evaluator.equal(call[0], call[1]));
}
Value greater(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.order(call[0], call[1], ">") == Order::greater);
}
// Not the negation of less(): for NaN both are false.
Value greater_or_equal(Call& base) {
  FunctionCall& call = function_call(base);
  const Order order = call.evaluator.order(call[0], call[1], ">=");
  return is(order == Order::greater || order == Order::equal);
}
Value less(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.order(call[0], call[1], "<") == Order::less);
}
Value less_or_equal(Call& base) {
  FunctionCall& call = function_call(base);
  const Order order = call.evaluator.order(call[0], call[1], "<=");
  return is(order == Order::less || order == Order::equal);
}

// `'a' is in 'cat'` exists beside the operator, so that select('in', list) can use it.
Value in(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.contains(call[1], call[0]));
}
// A string of at most one Latin-1 character, which CPython keeps only once.
bool is_kept_once(std::string_view text) {
  return text.size() <= 1 || (text.size() == 2 && (text[0] == '\xc2' || text[0] == '\xc3'));
}
// Python's `is`. Values here have no identity of their own in some cases where CPython's objects do, so its caches of
// small objects are imitated: `'a' is sameas 'a'` is true, because CPython keeps one object for it.
Value same(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].kind() != call[1].kind()) return is(false);
  if (call[0].is_undefined()) return is(false);  // each use of a missing name is an object of its own
  // CPython has only one empty tuple.
  const bool is_tuple = call[0].kind() == Kind::tuple;
  if (is_tuple && call[0].as_list().empty() && call[1].as_list().empty()) return is(true);
  // CPython keeps one object for each string of at most one Latin-1 character, so equal ones are identical.
  if (call[0].is_string() && is_kept_once(call[0].as_string()) && call[0].as_string() == call[1].as_string()) {
    return is(true);
  }
  return is(call[0].same_as(call[1]));
}

Value boolean(Call& base) {
  return is(function_call(base)[0].kind() == Kind::boolean);
}
Value is_true(Call& base) {
  const Value& value = function_call(base)[0];
  return is(value.kind() == Kind::boolean && value.as_boolean());
}
Value is_false(Call& base) {
  const Value& value = function_call(base)[0];
  return is(value.kind() == Kind::boolean && !value.as_boolean());
}
Value none(Call& base) {
  return is(function_call(base)[0].is_null());
}
Value integer(Call& base) {
  return is(is_integer(function_call(base)[0]));
}
Value real(Call& base) {
  return is(function_call(base)[0].kind() == Kind::real);
}
// Python's numbers.Number, which includes booleans and complex numbers.
Value number(Call& base) {
  const Value& value = function_call(base)[0];
  return is(is_python_number(value) || object_cast<Complex>(value) != nullptr);
}
Value string(Call& base) {
  return is(function_call(base)[0].is_string());
}
Value mapping(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.is_mapping(call[0]));
}
Value iterable(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.is_iterable(call[0]));
}
Value sequence(Call& base) {
  FunctionCall& call = function_call(base);
  const Value& value = call[0];
  // Jinja tests for len() and `[]`, which an undefined value has unless its class fails on them.
  if (value.is_undefined()) return is(is_absent(value) || call.evaluator.undefined(value).is_lenient());
  const TemplateObject* object = template_object(value);
  const bool is_view = object_cast<MapView>(value) != nullptr;
  return is(
      value.is_string() || value.kind() == Kind::bytes || value.is_list() || value.kind() == Kind::tuple ||
      value.is_map() ||
      (object != nullptr && !is_view && (object->shape() == Shape::sequence || object->shape() == Shape::mapping)));
}
Value callable(Call& base) {
  FunctionCall& call = function_call(base);
  return is(call.evaluator.is_callable(call[0]));
}
Value escaped(Call& base) {
  FunctionCall& call = function_call(base);
  // Ansible's undefined values have every attribute, therefore also `__html__`.
  const bool is_missing = call[0].is_undefined() && call[0].undefined_number() > 0 &&
                          call.evaluator.undefined(call[0]).leniency == Leniency::ansible;
  return is(is_missing || call.evaluator.is_markup(call[0]));
}

// Whether at least one character has case, and all of those have the wanted one.
// 'abc1' is lower -> true, '12' is upper -> false. A title-case character such as 'ǅ' is neither.
Value has_case(FunctionCall& call, bool (*wanted)(char32_t), bool (*other)(char32_t)) {
  const std::string text = call.text(0);
  bool has_any = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (other(point.value) || is_title(point.value)) return is(false);
    has_any = has_any || wanted(point.value);
    at += point.size;
  }
  return is(has_any);
}
Value lower(Call& base) {
  return has_case(function_call(base), is_lower, is_upper);
}
Value upper(Call& base) {
  return has_case(function_call(base), is_upper, is_lower);
}

// Whether a filter or test of that name exists. The name may be any hashable value. Where unknown names are errors,
// this fails for them as well.
Value known(FunctionCall& call, FunctionKind kind) {
  const Value& name = call[0];
  const FunctionSet& functions = call.evaluator.functions;
  if (call.evaluator.options.syntax.refuses_unknown) {
    call.evaluator.require(name);
    if (!name.is_string()) call.fail("key must be a string, got " + call.evaluator.type_name(name), "value-error");
    const bool is_known =
        functions.find(kind, name.as_string()) != nullptr || functions.is_elsewhere(kind, name.as_string());
    if (!is_known) throw functions.unknown(kind, name.as_string());
    return is(true);
  }
  call.evaluator.require_hashable(name);
  const auto* view = object_cast<MapView>(name);
  if (view != nullptr && view->part != MapView::Part::values) {
    call.fail("unhashable type: '" + call.evaluator.type_name(name) + "'", "type-error");
  }
  return is(name.is_string() && functions.find(kind, name.as_string()) != nullptr);
}
Value known_filter(Call& base) {
  return known(function_call(base), FunctionKind::filter);
}
Value known_test(Call& base) {
  return known(function_call(base), FunctionKind::test);
}

constexpr std::string_view eq_aliases[] = {"equalto", "=="};
constexpr std::string_view ne_aliases[] = {"!="};
constexpr std::string_view ge_aliases[] = {">="};
constexpr std::string_view gt_aliases[] = {"greaterthan", ">"};
constexpr std::string_view le_aliases[] = {"<="};
constexpr std::string_view lt_aliases[] = {"lessthan", "<"};
constexpr Example defined_examples[] = {{"{{ nothing is defined }} {{ 1 is defined }}", "", R"("False True")"}};
constexpr Example undefined_examples[] = {{"{{ nothing is undefined }}", "", R"("True")"}};
constexpr Example divisible_examples[] = {{"{{ 12 is divisibleby 3 }}", "", R"("True")"}};
constexpr Example even_examples[] = {{"{{ 4 is even }}", "", R"("True")"}};
constexpr Example odd_examples[] = {{"{{ 4 is odd }}", "", R"("False")"}};
constexpr Example eq_examples[] = {{"{{ [1, 2, 1] | select('eq', 1) | list }}", "", R"("[1, 1]")"}};
constexpr Example ne_examples[] = {{"{{ [1, 2, 1] | select('ne', 1) | list }}", "", R"("[2]")"}};
constexpr Example gt_examples[] = {{"{{ [1, 2, 3] | select('gt', 1) | list }}", "", R"("[2, 3]")"}};
constexpr Example ge_examples[] = {{"{{ [1, 2, 3] | select('>=', 2) | list }}", "", R"("[2, 3]")"}};
constexpr Example lt_examples[] = {{"{{ [1, 2, 3] | reject('lt', 2) | list }}", "", R"("[2, 3]")"}};
constexpr Example le_examples[] = {{"{{ 2 is le 2 }}", "", R"("True")"}};
constexpr Example in_examples[] = {{"{{ 'a' is in 'cat' }} {{ 4 is in [1, 2] }}", "", R"("True False")"}};
constexpr Example same_examples[] = {{"{{ true is sameas 1 }} {{ none is sameas none }}", "", R"("False True")"}};
constexpr Example boolean_examples[] = {{"{{ true is boolean }} {{ 1 is boolean }}", "", R"("True False")"}};
constexpr Example true_examples[] = {{"{{ true is true }} {{ 1 is true }}", "", R"("True False")"}};
constexpr Example false_examples[] = {{"{{ false is false }} {{ 0 is false }}", "", R"("True False")"}};
constexpr Example none_examples[] = {{"{{ none is none }}", "", R"("True")"}};
constexpr Example integer_examples[] = {{"{{ 1 is integer }} {{ true is integer }}", "", R"("True False")"}};
constexpr Example float_examples[] = {{"{{ 1.0 is float }} {{ 1 is float }}", "", R"("True False")"}};
constexpr Example number_examples[] = {{"{{ 1.5 is number }} {{ '1' is number }}", "", R"("True False")"}};
constexpr Example string_examples[] = {{"{{ 'a' is string }}", "", R"("True")"}};
constexpr Example mapping_examples[] = {{"{{ {} is mapping }} {{ [] is mapping }}", "", R"("True False")"}};
constexpr Example iterable_examples[] = {{"{{ 'ab' is iterable }} {{ 5 is iterable }}", "", R"("True False")"}};
constexpr Example sequence_examples[] = {{"{{ [] is sequence }} {{ 5 is sequence }}", "", R"("True False")"}};
constexpr Example callable_examples[] = {{"{{ range is callable }} {{ 5 is callable }}", "", R"("True False")"}};
constexpr Example escaped_examples[] = {{"{{ ('<' | e) is escaped }} {{ '<' is escaped }}", "", R"("True False")"}};
constexpr Example lower_examples[] = {{"{{ 'abc1' is lower }} {{ 'aBc' is lower }}", "", R"("True False")"}};
constexpr Example upper_examples[] = {{"{{ 'ABC' is upper }} {{ '12' is upper }}", "", R"("True False")"}};
constexpr Example filter_examples[] = {{"{{ 'upper' is filter }} {{ 'nope' is filter }}", "", R"("True False")"}};
constexpr Example test_examples[] = {{"{{ 'even' is test }} {{ 'nope' is test }}", "", R"("True False")"}};

}  // namespace
}  // namespace tests_family

std::span<const Function> tests() {
  using namespace tests_family;
  static constexpr Function all[] = {
      {.kind = "test",
       .signature = "defined(value: any) -> boolean",
       .summary = "Whether the value is defined.",
       .examples = defined_examples,
       .call = defined},
      {.kind = "test",
       .signature = "undefined(value: any) -> boolean",
       .summary = "Whether the value is undefined.",
       .examples = undefined_examples,
       .call = undefined},
      {.kind = "test",
       .signature = "divisibleby(value: number, num: number) -> boolean",
       .summary = "Whether the number can be divided without remainder.",
       .examples = divisible_examples,
       .call = divisible},
      {.kind = "test",
       .signature = "even(value: number) -> boolean",
       .summary = "Whether the number is even.",
       .examples = even_examples,
       .call = even},
      {.kind = "test",
       .signature = "odd(value: number) -> boolean",
       .summary = "Whether the number is odd.",
       .examples = odd_examples,
       .call = odd},
      {.kind = "test",
       .signature = "eq(a: any, b: any) -> boolean",
       .summary = "Whether both are equal.",
       .aliases = eq_aliases,
       .examples = eq_examples,
       .call = equals},
      {.kind = "test",
       .signature = "ne(a: any, b: any) -> boolean",
       .summary = "Whether both differ.",
       .aliases = ne_aliases,
       .examples = ne_examples,
       .call = differs},
      {.kind = "test",
       .signature = "gt(a: any, b: any) -> boolean",
       .summary = "Whether it is greater than the other.",
       .aliases = gt_aliases,
       .examples = gt_examples,
       .call = greater},
      {.kind = "test",
       .signature = "ge(a: any, b: any) -> boolean",
       .summary = "Whether it is not less than the other.",
       .aliases = ge_aliases,
       .examples = ge_examples,
       .call = greater_or_equal},
      {.kind = "test",
       .signature = "lt(a: any, b: any) -> boolean",
       .summary = "Whether it is less than the other.",
       .aliases = lt_aliases,
       .examples = lt_examples,
       .call = less},
      {.kind = "test",
       .signature = "le(a: any, b: any) -> boolean",
       .summary = "Whether it is not greater than the other.",
       .aliases = le_aliases,
       .examples = le_examples,
       .call = less_or_equal},
      {.kind = "test",
       .signature = "in(value: any, seq: any) -> boolean",
       .summary = "Whether it is an item of a sequence, a key of a map or a part of a text.",
       .examples = in_examples,
       .call = in},
      {.kind = "test",
       .signature = "sameas(value: any, other: any) -> boolean",
       .summary = "Whether both are one and the same value, not only equal.",
       .examples = same_examples,
       .call = same},
      {.kind = "test",
       .signature = "boolean(value: any) -> boolean",
       .summary = "Whether it is true or false.",
       .examples = boolean_examples,
       .call = boolean},
      {.kind = "test",
       .signature = "true(value: any) -> boolean",
       .summary = "Whether it is true itself.",
       .examples = true_examples,
       .call = is_true},
      {.kind = "test",
       .signature = "false(value: any) -> boolean",
       .summary = "Whether it is false itself.",
       .examples = false_examples,
       .call = is_false},
      {.kind = "test",
       .signature = "none(value: any) -> boolean",
       .summary = "Whether the value is none.",
       .examples = none_examples,
       .call = none},
      {.kind = "test",
       .signature = "integer(value: any) -> boolean",
       .summary = "Whether it is a whole number; booleans are not.",
       .examples = integer_examples,
       .call = integer},
      {.kind = "test",
       .signature = "float(value: any) -> boolean",
       .summary = "Whether it is a number with a point.",
       .examples = float_examples,
       .call = real},
      {.kind = "test",
       .signature = "number(value: any) -> boolean",
       .summary = "Whether it is a number; booleans are.",
       .examples = number_examples,
       .call = number},
      {.kind = "test",
       .signature = "string(value: any) -> boolean",
       .summary = "Whether it is text.",
       .examples = string_examples,
       .call = string},
      {.kind = "test",
       .signature = "mapping(value: any) -> boolean",
       .summary = "Whether it is a map.",
       .examples = mapping_examples,
       .call = mapping},
      {.kind = "test",
       .signature = "iterable(value: any) -> boolean",
       .summary = "Whether a loop can go over it.",
       .examples = iterable_examples,
       .call = iterable},
      {.kind = "test",
       .signature = "sequence(value: any) -> boolean",
       .summary = "Whether it has a length and items: text, lists, tuples, maps, ranges.",
       .examples = sequence_examples,
       .call = sequence},
      {.kind = "test",
       .signature = "callable(value: any) -> boolean",
       .summary = "Whether it can be called.",
       .examples = callable_examples,
       .call = callable},
      {.kind = "test",
       .signature = "escaped(value: any) -> boolean",
       .summary = "Whether it is HTML already.",
       .examples = escaped_examples,
       .call = escaped},
      {.kind = "test",
       .signature = "lower(value: any) -> boolean",
       .summary = "Whether the text is in lower case.",
       .examples = lower_examples,
       .call = lower},
      {.kind = "test",
       .signature = "upper(value: any) -> boolean",
       .summary = "Whether the text is in upper case.",
       .examples = upper_examples,
       .call = upper},
      {.kind = "test",
       .signature = "filter(value: any) -> boolean",
       .summary = "Whether there is a filter of that name.",
       .examples = filter_examples,
       .call = known_filter},
      {.kind = "test",
       .signature = "test(value: any) -> boolean",
       .summary = "Whether there is a test of that name.",
       .examples = test_examples,
       .call = known_test},
  };
  return all;
}

}  // namespace evalground::jinja2
