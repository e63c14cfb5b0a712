// Filters that change text.
#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/python_string.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/formatting.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {
namespace {

// The text as a value: markup when the value that it was made from is markup.
Value like(const Value& value, std::string_view text) {
  return Value::string(text).with_markup(value.is_string() && value.markup());
}

Value upper(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  return like(call[0], to_upper(call.peek_text(0, storage)));
}

Value lower(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  return like(call[0], to_lower(call.peek_text(0, storage)));
}

Value capitalize(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  return like(call[0], capitalized(call.peek_text(0, storage)));
}

Value title(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  std::string result;
  bool begins_word = true;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const std::string_view character = std::string_view(text).substr(at, point.size);
    result += begins_word ? to_upper(character) : to_lower(character);
    const char32_t c = point.value;
    begins_word = is_space(c) || c == '-' || c == '(' || c == '{' || c == '[' || c == '<';
    at += point.size;
  }
  return like(call[0], result);
}

Value trim(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  const std::string_view text = call.peek_text(0, storage);
  const std::string characters = call.set(1) ? call.text(1) : std::string();
  return like(call[0],
              stripped(text, call.set(1) ? std::optional<std::string_view>(characters) : std::nullopt, true, true));
}

Value center(Call& base) {
  FunctionCall& call = function_call(base);
  return like(call[0], justified(call.text(0), call.number(1), " ", Side::both));
}

Value indent(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string by =
      call[1].is_string() ? std::string(call[1].as_string()) : justified("", call.number(1), " ", Side::left);
  const bool first = call.truth(2);
  const bool blank = call.truth(3);
  const std::string text = call.text(0) + "\n";
  std::string result;
  bool is_first = true;
  for (const std::string_view line : split_lines(text)) {
    call.context.budget.step(1 + line.size() / 64);
    if (!is_first) result += '\n';
    if (is_first ? first : blank || !line.empty()) result += by;
    result += line;
    is_first = false;
  }
  return like(call[0], result);
}

Value truncate(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const std::int64_t length = call.number(1);
  const bool kills_words = call.truth(2);
  const std::string ending = call.text(3);
  const std::int64_t leeway = call.set(4) ? call.number(4) : 5;
  const auto ending_length = static_cast<std::int64_t>(count_code_points(ending));
  if (length < ending_length) {
    call.fail("expected length >= " + std::to_string(ending_length) + ", got " + std::to_string(length));
  }
  if (leeway < 0) call.fail("expected leeway >= 0, got " + std::to_string(leeway));
  if (static_cast<std::int64_t>(count_code_points(text)) <= length + leeway) return like(call[0], text);
  std::string_view kept = slice_code_points(text, 0, static_cast<std::size_t>(length - ending_length));
  if (!kills_words) kept = kept.substr(0, kept.rfind(' '));
  return like(call[0], std::string(kept) + ending);
}

Value replace(Call& base) {
  FunctionCall& call = function_call(base);
  const std::int64_t count = call.set(3) ? call.number(3) : -1;
  const auto is_markup = [&](std::size_t index) { return call[index].is_string() && call[index].markup(); };
  Value source = call.evaluator.text_value(call[0]);
  if (call.evaluator.autoescape() && !is_markup(0) && (is_markup(1) || is_markup(2))) {
    source = call.evaluator.escape(source);
  }
  if (!source.markup()) {
    std::string from;
    std::string to;
    return Value::string(replaced(source.as_string(), call.peek_text(1, from), call.peek_text(2, to), count));
  }
  const Value from = call.evaluator.escape(call[1]);
  const Value to = call.evaluator.escape(call[2]);
  return Value::string(replaced(source.as_string(), from.as_string(), to.as_string(), count)).with_markup();
}

Value wordcount(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  std::int64_t count = 0;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const bool is_word = is_word_character(point.value);
    if (is_word && !in_word) ++count;
    in_word = is_word;
    at += point.size;
  }
  return Value::integer(count);
}

Value wordwrap(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const std::int64_t width = call.number(1);
  if (width <= 0) call.fail("invalid width " + std::to_string(width) + " (must be > 0)", "value-error");
  const std::string separator = call.set(3) ? call.text(3) : call.evaluator.options.syntax.newline;
  std::string result;
  bool is_first = true;
  for (const std::string_view line : split_lines(text)) {
    call.context.budget.step(1 + line.size());
    if (!is_first) result += separator;
    is_first = false;
    result += join(wrapped(line, width, call.truth(2), call.truth(4)), separator);
  }
  return like(call[0], result);
}

Value string(Call& base) {
  FunctionCall& call = function_call(base);
  const Value text = call.evaluator.text_value(call[0]);
  return call.evaluator.options.behavior.keeps_text ? text.with_verbatim() : text;
}

Value format(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call.rest.empty() && !call.keywords.empty()) {
    call.fail("can't handle positional and keyword arguments at the same time");
  }
  const Value text = call.evaluator.text_value(call[0]);
  if (call.keywords.empty()) {
    return format_percent(call.evaluator, text, Value::tuple(List(call.rest.begin(), call.rest.end())));
  }
  Map named;
  for (const Keyword& keyword : call.keywords) named.set(keyword.name, keyword.value);
  return format_percent(call.evaluator, text, Value::map(std::move(named)));
}

Value reverse(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].is_string()) return like(call[0], reversed(call[0].as_string()));
  if (!call.evaluator.is_iterable(call[0])) call.fail("argument must be iterable");
  List items = call.items(0);
  std::reverse(items.begin(), items.end());
  return make_iterator(call.evaluator, std::move(items));
}

constexpr Example upper_examples[] = {{"{{ 'straße' | upper }}", "", R"("STRASSE")"}};
constexpr Example lower_examples[] = {{"{{ 'Web-01' | lower }}", "", R"("web-01")"}};
constexpr Example capitalize_examples[] = {{"{{ 'hello WORLD' | capitalize }}", "", R"("Hello world")"}};
constexpr Example title_examples[] = {{"{{ \"it's a web-server\" | title }}", "", R"("It's A Web-Server")"}};
constexpr Example trim_examples[] = {{"[{{ '  a ' | trim }}]", "", R"("[a]")"},
                                     {"{{ '/etc/' | trim('/') }}", "", R"("etc")"}};
constexpr Example center_examples[] = {{"[{{ 'ab' | center(6) }}]", "", R"("[  ab  ]")"}};
constexpr Example indent_examples[] = {{"{{ 'a: 1\\nb: 2' | indent(2) }}", "", R"("a: 1\n  b: 2")"},
                                       {"{{ 'a\\nb' | indent('> ', first=true) }}", "", R"("> a\n> b")"}};
constexpr Example truncate_examples[] = {
    {"{{ 'foo bar baz qux' | truncate(9, leeway=0) }}", "", R"("foo...")"},
    {"{{ 'foo bar baz qux' | truncate(9, true, leeway=0) }}", "", R"("foo ba...")"}};
constexpr Example replace_examples[] = {{"{{ 'a.b.c' | replace('.', '-') }}", "", R"("a-b-c")"},
                                        {"{{ 'a.b.c' | replace('.', '-', 1) }}", "", R"("a-b.c")"}};
constexpr Example wordcount_examples[] = {{"{{ 'one two, three' | wordcount }}", "", R"("3")"}};
constexpr Example wordwrap_examples[] = {{"{{ 'one two three' | wordwrap(8) }}", "", R"("one two\nthree")"}};
constexpr Example string_examples[] = {{"{{ [1, 'a'] | string | length }}", "", R"("8")"}};
constexpr Example format_examples[] = {{"{{ '%s-%02d' | format('web', 7) }}", "", R"("web-07")"},
                                       {"{{ '%(host)s' | format(host='db') }}", "", R"("db")"}};
constexpr Example reverse_examples[] = {{"{{ 'abc' | reverse }}", "", R"("cba")"},
                                        {"{{ [1, 2] | reverse | list }}", "", R"("[2, 1]")"}};

}  // namespace

std::span<const Function> text_filters() {
  static constexpr Function all[] = {
      {.kind = "filter",
       .signature = "upper(value: any) -> string",
       .summary = "The text in upper case.",
       .examples = upper_examples,
       .call = upper},
      {.kind = "filter",
       .signature = "lower(value: any) -> string",
       .summary = "The text in lower case.",
       .examples = lower_examples,
       .call = lower},
      {.kind = "filter",
       .signature = "capitalize(value: any) -> string",
       .summary = "The first character in upper case, the others in lower case.",
       .examples = capitalize_examples,
       .call = capitalize},
      {.kind = "filter",
       .signature = "title(value: any) -> string",
       .summary = "Each word with its first character in upper case and the others in lower case.",
       .details = "A word begins at the start and after white space or one of `- ( { [ <`.",
       .examples = title_examples,
       .call = title},
      {.kind = "filter",
       .signature = "trim(value: any, chars: string = null) -> string",
       .summary = "The text without white space, or the given characters, at both ends.",
       .examples = trim_examples,
       .call = trim},
      {.kind = "filter",
       .signature = "center(value: any, width: integer = 80) -> string",
       .summary = "The text in the middle of a line of that width.",
       .examples = center_examples,
       .call = center},
      {.kind = "filter",
       .signature = "indent(s: any, width: any = 4, first: boolean = false, blank: boolean = false) -> string",
       .summary = "Puts spaces, or a given text, before each line but the first.",
       .details = "`first` indents the first line too, `blank` empty lines.",
       .examples = indent_examples,
       .call = indent},
      {.kind = "filter",
       .signature = "truncate(s: any, length: integer = 255, killwords: boolean = false, end: string = '...', "
                    "leeway: integer = null) -> string",
       .summary = "Cuts a text that is longer than `length` plus `leeway` (5), at a space unless `killwords`.",
       .examples = truncate_examples,
       .call = truncate},
      {.kind = "filter",
       .signature = "replace(s: any, old: string, new: string, count: integer = null) -> string",
       .summary = "Replaces all, or the first `count`, occurrences of a text.",
       .examples = replace_examples,
       .call = replace},
      {.kind = "filter",
       .signature = "wordcount(s: any) -> integer",
       .summary = "How many words the text has.",
       .examples = wordcount_examples,
       .call = wordcount},
      {.kind = "filter",
       .signature = "wordwrap(s: any, width: integer = 79, break_long_words: boolean = true, wrapstring: string = "
                    "null, break_on_hyphens: boolean = true) -> string",
       .summary = "Breaks each line so that none is longer than `width`.",
       .examples = wordwrap_examples,
       .call = wordwrap},
      {.kind = "filter",
       .signature = "string(value: any) -> string",
       .summary = "The value as text, as it would be printed.",
       .examples = string_examples,
       .call = string},
      {.kind = "filter",
       .signature = "format(value: string, *args: any, **kwargs: any) -> string",
       .summary = "Fills a text with `%` placeholders, as Python's `%` operator does.",
       .examples = format_examples,
       .call = format},
      {.kind = "filter",
       .signature = "reverse(value: any) -> any",
       .summary = "The characters of a text, or the items of a sequence, in reverse.",
       .examples = reverse_examples,
       .call = reverse},
  };
  return all;
}

}  // namespace evalground::jinja2
