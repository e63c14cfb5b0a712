// Text of 2026. Every value converts to text, and positions count bytes.
#include "base/text/text.hpp"

#include <limits>

#include "base/text/search.hpp"
#include "base/text/utf8.hpp"
#include "dialects/dcontroller/operators_2026/arguments.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"

namespace evalground::dcontroller {
namespace {

std::string text_at(OperatorCall& call, std::size_t index) {
  return text_of(call, value_at(call, index));
}

// Each text is charged before it is added to the others.
Value joined_texts(OperatorCall& call, const List& values, std::string_view separator) {
  std::vector<std::string> texts;
  std::uint64_t size = 0;
  for (const Value& value : values) {
    call.context.budget.step();
    texts.push_back(text_of(call, value));
    size += texts.back().size() + separator.size();
    text_with_room(size);
  }
  return Value::string(join(texts, separator));
}

Value concatenated(Call& base) {
  OperatorCall& call = operator_call(base);
  const List values = values_of(call);
  if (!values.empty()) hint_of_list(call, values.front());
  return joined_texts(call, values, "");
}

Value joined(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value list = list_of(call, value_at(call, 0));
  return joined_texts(call, list.as_list(), text_at(call, 1));
}

template <Case wanted>
Value in_case(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::string text = text_of(call, call.argument());
  call.context.budget.step(text.size() / 8);
  return Value::string(to_case(text, wanted));
}

// Unicode's whitespace, of which Python's differs by four control characters.
bool is_go_space(char32_t c) {
  return is_space(c) && !(c >= 0x1C && c <= 0x1F);
}

Value trimmed(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::string text = text_of(call, call.argument());
  call.context.budget.step(text.size() / 8);
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (!is_go_space(point.value)) {
      begin = std::min(begin, at);
      end = at + point.size;
    }
    at += point.size;
  }
  return Value::string(begin < end ? std::string_view(text).substr(begin, end - begin) : std::string_view());
}

Value found_by_pattern(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::string pattern = text_at(call, 0);
  const std::string text = text_at(call, 1);
  const CompiledRegex compiled = call.context.regexes.compile(RegexSyntax::re2, pattern);
  if (!compiled)
    call.fail("bad-pattern", "cannot read the pattern " + quote(pattern) + ": " + compiled.error.message + ".");
  return Value::boolean(compiled.regex->matches(text, RegexAnchor::none, call.context.budget));
}

struct StartsWith {
  static bool holds(std::string_view text, std::string_view part) { return text.starts_with(part); }
};
struct EndsWith {
  static bool holds(std::string_view text, std::string_view part) { return text.ends_with(part); }
};
struct Contains {
  static bool holds(std::string_view text, std::string_view part) {
    return find_text(text, part) != std::string_view::npos;
  }
};

template <class Relation>
Value has_part(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::string text = text_at(call, 0);
  const std::string part = text_at(call, 1);
  call.context.budget.step(text.size() / 64);
  return Value::boolean(Relation::holds(text, part));
}

// The empty separator gives the characters.
Value split_text(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::string text = text_at(call, 0);
  const std::string separator = text_at(call, 1);
  List pieces;
  const auto add = [&](std::string_view piece) {
    call.context.budget.step();
    pieces.push_back(Value::string(piece));
  };
  if (!separator.empty()) {
    for (const std::string_view piece : Split(text, separator)) add(piece);
  } else {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = decode_code_point(text, at).size;
      add(std::string_view(text).substr(at, size));
      at += size;
    }
  }
  return Value::list(std::move(pieces));
}

// 1 and 0 are the first byte, -1 is the last.
Value part_of_text(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::string text = text_at(call, 0);
  const auto size = static_cast<std::int64_t>(text.size());
  std::int64_t start = int_of(call, value_at(call, 1));
  start = start > 0 ? start - 1 : start < 0 ? std::max(start, -size) + size : 0;
  start = std::min(start, size);
  std::int64_t length = size - start;
  if (call.written().size() == 3) {
    length = std::clamp<std::int64_t>(int_of(call, value_at(call, 2)), 0, length);
  }
  const std::string_view part =
      std::string_view(text).substr(static_cast<std::size_t>(start), static_cast<std::size_t>(length));
  return Value::string(part);
}

// The offset of the next place of `old` at or after `from`. The empty text is before each character and at the end.
std::size_t next_place(std::string_view text, std::string_view old, std::size_t from, bool is_first) {
  if (!old.empty()) return find_text(text, old, from);
  if (is_first) return from;
  return from == text.size() ? std::string_view::npos : from + decode_code_point(text, from).size;
}

Value replaced_text(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::string text = text_at(call, 0);
  const std::string old = text_at(call, 1);
  const std::string replacement = text_at(call, 2);
  const std::int64_t given = call.written().size() == 4 ? int_of(call, value_at(call, 3)) : -1;
  const std::int64_t most = given < 0 ? std::numeric_limits<std::int64_t>::max() : given;
  std::string result;
  std::size_t copied = 0;
  std::size_t from = 0;
  for (std::int64_t count = 0; count < most; ++count) {
    const std::size_t place = next_place(text, old, from, count == 0);
    if (place == std::string::npos) break;
    call.context.budget.step();
    text_with_room(result.size() + (place - copied) + replacement.size());
    result.append(text, copied, place - copied).append(replacement);
    copied = from = place + old.size();
  }
  return Value::string(result.append(text, copied));
}

constexpr Example concat_2026[] = {{R"({"@concat": [a, 1, true, 1.5, null]})", "", R"("a1true1.5")", in_2026}};
constexpr Example join_2026[] = {{R"({"@join": [[a, null, b], ","]})", "", R"("a,,b")", in_2026}};
constexpr Example upper_2026[] = {{R"({"@upper": abc})", "", R"("ABC")", in_2026}};
constexpr Example lower_2026[] = {{R"({"@lower": ABC})", "", R"("abc")", in_2026}};
constexpr Example trim_2026[] = {{R"({"@trim": " a b "})", "", R"("a b")", in_2026}};
constexpr Example regexp_2026[] = {{R"({"@regexp": ["^ca", cart]})", "", "true", in_2026},
                                   {R"({"@regexp": ["[", x]})", "", "error", in_2026}};
constexpr Example starts_2026[] = {{R"({"@startswith": [cart, ca]})", "", "true", in_2026}};
constexpr Example ends_2026[] = {{R"({"@endswith": [cart, rt]})", "", "true", in_2026}};
constexpr Example contains_2026[] = {{R"({"@contains": [cart, z]})", "", "false", in_2026}};
constexpr Example split_2026[] = {{R"({"@split": ["a,b", ","]})", "", R"(["a", "b"])", in_2026}};
constexpr Example substring_2026[] = {{R"({"@substring": [frontend, 1, 3]})", "", R"("fro")", in_2026},
                                      {R"({"@substring": [frontend, -3]})", "", R"("end")", in_2026}};
constexpr Example replace_2026[] = {{R"({"@replace": [a-b-c, "-", "+", 1]})", "", R"("a+b-c")", in_2026}};

}  // namespace

std::span<const Function> text_operators_2026() {
  static constexpr Function all[] = {
      {.kind = operator_2026,
       .signature = "@concat(*parts: any) -> string",
       .summary = "The texts of all arguments, joined. Null is the empty text.",
       .details = "The list at a path is one argument, and is printed: use `@join` for its items.",
       .examples = concat_2026,
       .call = concatenated},
      {.kind = operator_2026,
       .signature = "@join(list: list, separator: any) -> string",
       .summary = "The items of a list as text, with a separator between them.",
       .details = "The stage of a pipeline that has this name is something else.",
       .since = "2026",
       .examples = join_2026,
       .call = joined},
      {.kind = operator_2026,
       .signature = "@upper(text: any) -> string",
       .summary = "A text in upper case, character by character.",
       .since = "2026",
       .examples = upper_2026,
       .call = in_case<Case::upper>},
      {.kind = operator_2026,
       .signature = "@lower(text: any) -> string",
       .summary = "A text in lower case, character by character.",
       .since = "2026",
       .examples = lower_2026,
       .call = in_case<Case::lower>},
      {.kind = operator_2026,
       .signature = "@trim(text: any) -> string",
       .summary = "A text without whitespace at its ends.",
       .since = "2026",
       .examples = trim_2026,
       .call = trimmed},
      {.kind = operator_2026,
       .signature = "@regexp(pattern: any, text: any) -> boolean",
       .summary = "Whether a regular expression (RE2) matches a part of a text.",
       .since = "2026",
       .examples = regexp_2026,
       .call = found_by_pattern},
      {.kind = operator_2026,
       .signature = "@startswith(text: any, part: any) -> boolean",
       .summary = "Whether a text begins with another.",
       .since = "2026",
       .examples = starts_2026,
       .call = has_part<StartsWith>},
      {.kind = operator_2026,
       .signature = "@endswith(text: any, part: any) -> boolean",
       .summary = "Whether a text ends with another.",
       .since = "2026",
       .examples = ends_2026,
       .call = has_part<EndsWith>},
      {.kind = operator_2026,
       .signature = "@contains(text: any, part: any) -> boolean",
       .summary = "Whether a text contains another.",
       .since = "2026",
       .examples = contains_2026,
       .call = has_part<Contains>},
      {.kind = operator_2026,
       .signature = "@split(text: any, separator: any) -> list",
       .summary = "The parts of a text between separators, or its characters with an empty separator.",
       .since = "2026",
       .examples = split_2026,
       .call = split_text},
      {.kind = operator_2026,
       .signature = "@substring(text: any, start: any, length: any = null) -> string",
       .summary = "A part of a text by bytes: 1 is the first, -1 the last.",
       .details = "Positions beyond its ends are moved to them.",
       .since = "2026",
       .examples = substring_2026,
       .call = part_of_text},
      {.kind = operator_2026,
       .signature = "@replace(text: any, old: any, new: any, count: any = null) -> string",
       .summary = "A text with a part replaced, everywhere or a number of times.",
       .since = "2026",
       .examples = replace_2026,
       .call = replaced_text},
  };
  return all;
}

}  // namespace evalground::dcontroller
