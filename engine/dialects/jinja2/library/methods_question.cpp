// Methods of str that search and test: find, count, startswith, isdigit, … Messages are those of CPython 3.11.
// Methods of str that search and test: find, count, startswith, isdigit, … Messages are those of CPython 3.11.
//
// Python counts characters, but strings here are UTF-8. A search works on bytes, which is safe because no character is
// a part of another in UTF-8. Only its result is converted to an index of characters.
#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/search.hpp"
#include "base/text/size.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/python_string.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/operand.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace methods_question_family {
namespace {

// The part of a text between two indexes in code points. Negative indexes count from the end, absent ones mean no
// bound.
struct Section {
  std::string_view text;
  std::size_t begin;        // in code points
  bool is_outside = false;  // starts past the end, where even '' is not found
};

Section section(FunctionCall& call, std::size_t first) {
  std::string unused;
  const std::string_view text = call.peek_text(0, unused);
  const bool is_whole = !call.set(first) && !call.set(first + 1);
  if (is_whole) return {text, 0};
  const std::size_t length = count_code_points(text);
  const auto size = static_cast<std::int64_t>(length);
  const auto index_of = [&](std::size_t index, std::int64_t fallback) {
    if (!call.set(index)) return fallback;
    const Value& value = call[index];
    call.evaluator.require(value);
    if (value.kind() != Kind::boolean && !is_integer(value)) {
      call.fail("slice indices must be integers or None or have an __index__ method", "type-error");
    }
    // Clipping to size + 1 keeps a start past the end distinguishable from one at the end: 'a'.find('', 1) is 1,
    // 'a'.find('', 2) is -1.
    if (value.is_object()) return big_integer_of(value).is_negative() ? std::int64_t{0} : size + 1;
    const std::int64_t number = call.number(index);
    return std::clamp<std::int64_t>(number < 0 ? number + size : number, 0, size + 1);
  };
  const std::int64_t begin = index_of(first, 0);
  const std::int64_t end = std::min(index_of(first + 1, size), size);
  if (begin > end) return {std::string_view(), length, true};
  return {slice_code_points(text, size_within(begin, length), size_within(end, length)), size_within(begin, length)};
}

// The text to search for, which must be a str.
std::string_view wanted(FunctionCall& call) {
  require_operand(call.evaluator, call[1], "must be str, not ", "");
  if (!call[1].is_string()) call.fail("must be str, not " + call.evaluator.type_name(call[1]), "type-error");
  std::string unused;
  return call.peek_text(1, unused);
}

// 'banana'.find('an', 2) -> 3: the index counts from the start of the whole text, although only a section is searched.
// -1 if not found.
std::int64_t position(FunctionCall& call, bool from_right) {
  const Section part = section(call, 2);
  const std::string_view text = wanted(call);
  if (part.is_outside) return -1;
  // rfind takes quadratic time in the worst case, so it is paid for in advance. find_text is linear.
  if (from_right) charge_search(call.context.budget, part.text, text);
  const std::size_t at = from_right ? part.text.rfind(text) : find_text(part.text, text);
  if (at == std::string_view::npos) return -1;
  return static_cast<std::int64_t>(part.begin + code_points_before(part.text, at));
}

Value find(Call& base) {
  return Value::integer(position(function_call(base), false));
}
Value rfind(Call& base) {
  return Value::integer(position(function_call(base), true));
}
Value must_find(FunctionCall& call, bool from_right) {
  const std::int64_t found = position(call, from_right);
  if (found < 0) call.fail("substring not found", "value-error");
  return Value::integer(found);
}
Value index(Call& base) {
  return must_find(function_call(base), false);
}
Value rindex(Call& base) {
  return must_find(function_call(base), true);
}

// 'banana'.count('an') -> 2, without overlaps. The empty text is found before each character and at the end.
Value count(Call& base) {
  FunctionCall& call = function_call(base);
  const Section part = section(call, 2);
  const std::string_view text = wanted(call);
  if (part.is_outside) return Value::integer(0);
  if (text.empty()) return Value::integer(static_cast<std::int64_t>(count_code_points(part.text)) + 1);
  std::int64_t found = 0;
  for (std::size_t at = find_text(part.text, text); at != std::string_view::npos;
       at = find_text(part.text, text, at + text.size())) {
    ++found;
  }
  return Value::integer(found);
}

// startswith and endswith accept a string or a tuple of strings.
// 'web-01'.startswith(('db', 'web')) -> true. The items of a tuple are checked one by one, so a wrong item behind a
// fitting one is never seen.
template <class Fits>
Value any_affix(FunctionCall& call, std::string_view name, Fits fits) {
  const Section part = section(call, 2);
  const Value& affix = call[1];
  require_operand(call.evaluator, affix, std::string(name) + " first arg must be str or a tuple of str, not ", "");
  const auto check = [&](const Value& one) {
    if (!one.is_string()) {
      call.fail(std::string(name) + " first arg must be str or a tuple of str, not " + call.evaluator.type_name(one),
                "type-error");
    }
    return !part.is_outside && fits(part.text, one.as_string());
  };
  if (affix.kind() != Kind::tuple) return Value::boolean(check(affix));
  for (const Value& one : affix.as_list()) {
    if (!one.is_string()) {
      call.fail("tuple for " + std::string(name) + " must only contain str, not " + call.evaluator.type_name(one),
                "type-error");
    }
    if (check(one)) return Value::boolean(true);
  }
  return Value::boolean(false);
}
Value starts_with(Call& base) {
  return any_affix(function_call(base), "startswith",
                   [](std::string_view text, std::string_view affix) { return text.starts_with(affix); });
}
Value ends_with(Call& base) {
  return any_affix(function_call(base), "endswith",
                   [](std::string_view text, std::string_view affix) { return text.ends_with(affix); });
}

// Whether the text is not empty and each character is of that kind.
Value all_are(Call& base, bool (*is_one)(char32_t), bool when_empty = false) {
  std::string unused;
  const std::string_view text = function_call(base).peek_text(0, unused);
  if (text.empty()) return Value::boolean(when_empty);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (!is_one(point.value)) return Value::boolean(false);
    at += point.size;
  }
  return Value::boolean(true);
}

Value isalnum(Call& base) {
  return all_are(base, is_alphanumeric);
}
Value isalpha(Call& base) {
  return all_are(base, is_alpha);
}
// Unlike most of these, isascii() and isprintable() are true for the empty text.
Value only_ascii(Call& base) {
  return all_are(
      base, [](char32_t c) { return c < 0x80; }, true);
}
Value isdecimal(Call& base) {
  return all_are(base, is_decimal);
}
Value isdigit(Call& base) {
  return all_are(base, is_digit);
}
Value isnumeric(Call& base) {
  return all_are(base, is_numeric);
}
Value isprintable(Call& base) {
  return all_are(base, is_printable, true);
}
Value isspace(Call& base) {
  return all_are(base, is_space);
}
Value isidentifier(Call& base) {
  return Value::boolean(is_identifier(base[0].as_string()));
}

// Characters without case are ignored: 'a1'.islower() is true, '1'.islower() is false.
Value cased(Call& base, bool (*wanted_case)(char32_t), bool (*other)(char32_t)) {
  const std::string_view text = base[0].as_string();
  bool has_any = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (other(point.value) || is_title(point.value)) return Value::boolean(false);
    has_any = has_any || wanted_case(point.value);
    at += point.size;
  }
  return Value::boolean(has_any);
}
Value islower(Call& base) {
  return cased(base, is_lower, is_upper);
}
Value isupper(Call& base) {
  return cased(base, is_upper, is_lower);
}
// Each word must begin with an uppercase letter and go on in lowercase: 'Ab Cd'.
Value istitle(Call& base) {
  const std::string_view text = base[0].as_string();
  bool in_word = false;
  bool has_any = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    at += point.size;
    if (is_upper(point.value) || is_title(point.value)) {
      if (in_word) return Value::boolean(false);
      in_word = has_any = true;
    } else if (is_lower(point.value)) {
      if (!in_word) return Value::boolean(false);
    } else {
      in_word = false;
    }
  }
  return Value::boolean(has_any);
}

constexpr Example find_examples[] = {{"{{ 'banana'.find('an', 2) }} {{ 'a'.find('x') }}", "", R"("3 -1")"}};
constexpr Example rfind_examples[] = {{"{{ 'banana'.rfind('an') }}", "", R"("3")"}};
constexpr Example index_examples[] = {{"{{ 'abc'.index('c') }}", "", R"("2")"},
                                      {"{{ 'abc'.index('x') }}", "", "error"}};
constexpr Example rindex_examples[] = {{"{{ 'abca'.rindex('a') }}", "", R"("3")"}};
constexpr Example count_examples[] = {{"{{ 'banana'.count('an') }}", "", R"("2")"}};
constexpr Example startswith_examples[] = {{"{{ 'web-01'.startswith(('db', 'web')) }}", "", R"("True")"}};
constexpr Example endswith_examples[] = {{"{{ 'a.conf'.endswith('.conf') }}", "", R"("True")"}};
constexpr Example isalnum_examples[] = {{"{{ 'a1'.isalnum() }} {{ 'a-1'.isalnum() }}", "", R"("True False")"}};
constexpr Example isalpha_examples[] = {{"{{ 'aé'.isalpha() }} {{ 'a1'.isalpha() }}", "", R"("True False")"}};
constexpr Example isascii_examples[] = {{"{{ 'a'.isascii() }} {{ 'é'.isascii() }}", "", R"("True False")"}};
constexpr Example isdecimal_examples[] = {{"{{ '12'.isdecimal() }} {{ '²'.isdecimal() }}", "", R"("True False")"}};
constexpr Example isdigit_examples[] = {{"{{ '²'.isdigit() }} {{ '½'.isdigit() }}", "", R"("True False")"}};
constexpr Example isnumeric_examples[] = {{"{{ '½'.isnumeric() }} {{ 'x'.isnumeric() }}", "", R"("True False")"}};
constexpr Example isprintable_examples[] = {
    {"{{ 'a b'.isprintable() }} {{ '\\n'.isprintable() }}", "", R"("True False")"}};
constexpr Example isspace_examples[] = {{"{{ ' \\t'.isspace() }} {{ ''.isspace() }}", "", R"("True False")"}};
constexpr Example isidentifier_examples[] = {
    {"{{ 'a_1'.isidentifier() }} {{ '1a'.isidentifier() }}", "", R"("True False")"}};
constexpr Example islower_examples[] = {{"{{ 'ab1'.islower() }} {{ '1'.islower() }}", "", R"("True False")"}};
constexpr Example isupper_examples[] = {{"{{ 'AB'.isupper() }} {{ 'Ab'.isupper() }}", "", R"("True False")"}};
constexpr Example istitle_examples[] = {{"{{ 'Ab Cd'.istitle() }} {{ 'AB'.istitle() }}", "", R"("True False")"}};

}  // namespace
}  // namespace methods_question_family

std::span<const Function> string_question_methods() {
  using namespace methods_question_family;
  static constexpr Function all[] = {
      {.kind = "method",
       .signature = "str.find(self: string, sub: string, start: integer = null, end: integer = null) -> integer",
       .summary = "The index of the first occurrence, or -1.",
       .examples = find_examples,
       .call = find},
      {.kind = "method",
       .signature = "str.rfind(self: string, sub: string, start: integer = null, end: integer = null) -> integer",
       .summary = "The index of the last occurrence, or -1.",
       .examples = rfind_examples,
       .call = rfind},
      {.kind = "method",
       .signature = "str.index(self: string, sub: string, start: integer = null, end: integer = null) -> integer",
       .summary = "The index of the first occurrence; fails without one.",
       .examples = index_examples,
       .call = index},
      {.kind = "method",
       .signature = "str.rindex(self: string, sub: string, start: integer = null, end: integer = null) -> integer",
       .summary = "The index of the last occurrence; fails without one.",
       .examples = rindex_examples,
       .call = rindex},
      {.kind = "method",
       .signature = "str.count(self: string, sub: string, start: integer = null, end: integer = null) -> integer",
       .summary = "How often the text occurs, without overlaps.",
       .examples = count_examples,
       .call = count},
      {.kind = "method",
       .signature = "str.startswith(self: string, prefix: any, start: integer = null, end: integer = null) -> boolean",
       .summary = "Whether it starts with a text, or one of a tuple of texts.",
       .examples = startswith_examples,
       .call = starts_with},
      {.kind = "method",
       .signature = "str.endswith(self: string, suffix: any, start: integer = null, end: integer = null) -> boolean",
       .summary = "Whether it ends with a text, or one of a tuple of texts.",
       .examples = endswith_examples,
       .call = ends_with},
      {.kind = "method",
       .signature = "str.isalnum(self: string) -> boolean",
       .summary = "Whether all characters are letters or numbers.",
       .examples = isalnum_examples,
       .call = isalnum},
      {.kind = "method",
       .signature = "str.isalpha(self: string) -> boolean",
       .summary = "Whether all characters are letters.",
       .examples = isalpha_examples,
       .call = isalpha},
      {.kind = "method",
       .signature = "str.isascii(self: string) -> boolean",
       .summary = "Whether all characters are ASCII.",
       .examples = isascii_examples,
       .call = only_ascii},
      {.kind = "method",
       .signature = "str.isdecimal(self: string) -> boolean",
       .summary = "Whether all characters are decimal digits.",
       .examples = isdecimal_examples,
       .call = isdecimal},
      {.kind = "method",
       .signature = "str.isdigit(self: string) -> boolean",
       .summary = "Whether all characters are digits, superscripts included.",
       .examples = isdigit_examples,
       .call = isdigit},
      {.kind = "method",
       .signature = "str.isnumeric(self: string) -> boolean",
       .summary = "Whether all characters are numbers, fractions included.",
       .examples = isnumeric_examples,
       .call = isnumeric},
      {.kind = "method",
       .signature = "str.isprintable(self: string) -> boolean",
       .summary = "Whether all characters can be printed.",
       .examples = isprintable_examples,
       .call = isprintable},
      {.kind = "method",
       .signature = "str.isspace(self: string) -> boolean",
       .summary = "Whether all characters are white space.",
       .examples = isspace_examples,
       .call = isspace},
      {.kind = "method",
       .signature = "str.isidentifier(self: string) -> boolean",
       .summary = "Whether it could be a name.",
       .examples = isidentifier_examples,
       .call = isidentifier},
      {.kind = "method",
       .signature = "str.islower(self: string) -> boolean",
       .summary = "Whether all letters with case are in lower case, and there is one.",
       .examples = islower_examples,
       .call = islower},
      {.kind = "method",
       .signature = "str.isupper(self: string) -> boolean",
       .summary = "Whether all letters with case are in upper case, and there is one.",
       .examples = isupper_examples,
       .call = isupper},
      {.kind = "method",
       .signature = "str.istitle(self: string) -> boolean",
       .summary = "Whether each word begins in upper case and goes on in lower case.",
       .examples = istitle_examples,
       .call = istitle},
  };
  return all;
}

}  // namespace evalground::jinja2
