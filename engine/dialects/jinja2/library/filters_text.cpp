// Filters that change text (jinja2.filters: do_title, do_indent, do_truncate, …).
//
// Jinja calls methods of str or Markup on the value. So the result is markup if the value is, and most arguments of
// Markup's methods are escaped.
#include <algorithm>
#include <array>
#include <limits>

#include "base/text/number.hpp"
#include "base/text/size.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/python_string.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/formatting.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/operators.hpp"

namespace evalground::jinja2 {
namespace filters_text_family {
namespace {

// The text, as markup if the original value is markup.
Value like(const Value& value, std::string_view text) {
  return Value::string(text).with_markup(value.is_string() && value.markup());
}

// The text of the value, for filters that call a method which only str has. An undefined value fails with its own
// message.
std::string_view text_with_method(FunctionCall& call, std::string_view method) {
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("'" + call.evaluator.type_name(call[0]) + "' object has no attribute '" + std::string(method) + "'",
              "attribute-error");
  }
  std::string unused;
  return call.peek_text(0, unused);
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

// Splits at whitespace and - ( { [ <, and capitalizes each part, unlike str.title(): "don't" -> "Don't". Markup becomes
// plain text.
Value title(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  const std::string_view text = call.peek_text(0, storage);
  std::string result;
  std::size_t begin = 0;
  const auto finish = [&](std::size_t end) {
    if (begin == end) return;
    const std::size_t first = decode_code_point(text, begin).size;
    result += to_upper(text.substr(begin, first));
    result += to_lower(text.substr(begin + first, end - begin - first));
  };
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const char32_t c = point.value;
    if (is_space(c) || c == '-' || c == '(' || c == '{' || c == '[' || c == '<') {
      finish(at);
      result += text.substr(at, point.size);
      begin = at + point.size;
    }
    at += point.size;
  }
  finish(text.size());
  return Value::string(result);
}

// '/etc/' | trim('/') -> 'etc'. The argument is a set of characters. Markup.strip() escapes it first.
Value trim(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  const std::string_view text = call.peek_text(0, storage);
  if (!call.set(1)) return like(call[0], stripped(text, std::nullopt, true, true));
  if (!call[1].is_string()) call.fail("strip arg must be None or str", "type-error");
  const Value characters = call[0].is_string() && call[0].markup() ? call.evaluator.escape(call[1]) : call[1];
  call.evaluator.note_sensitive(characters);
  return like(call[0], stripped(text, characters.as_string(), true, true));
}

// An odd blank goes to one side by the rule of str.center(), which justified() follows.
Value center(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  return like(call[0], justified(call.peek_text(0, storage), call.number(1), " ", Side::both));
}

// Joins the lines again, with `by` before each. The first line is indented only if `first`, empty lines only if
// `blank`.
std::string indented(FunctionCall& call, const std::vector<std::string_view>& lines, std::string_view by, bool first,
                     bool blank) {
  const auto is_indented = [&](std::size_t index) { return index == 0 ? first : blank || !lines[index].empty(); };
  std::uint64_t size = 0;
  for (std::size_t index = 0; index < lines.size(); ++index) {
    size += lines[index].size() + 1 + (is_indented(index) ? by.size() : 0);
  }
  std::string result = text_with_room(size);
  call.context.budget.step(1 + size / 64);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    if (index != 0) result += '\n';
    if (is_indented(index)) result += by;
    result += lines[index];
  }
  return result;
}

// 'a: 1\nb: 2' | indent(2) -> 'a: 1\n  b: 2'. The first line is left alone, because the tag usually stands where it
// begins. Jinja appends a newline before it splits, so a final newline survives.
Value indent(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  // As Python's `" " * width` and `s += "\n"`, including their errors for arguments of other types.
  Value by = call[1];
  if (!by.is_string()) by = operate(evaluator, PythonOperator::multiply, Value::string(" "), by);
  const Value& value = call[0];
  evaluator.require(value);
  if (value.is_list()) call.fail("'list' object has no attribute 'splitlines'", "attribute-error");
  if (value.kind() == Kind::tuple) call.fail("can only concatenate tuple (not \"str\") to tuple", "type-error");
  if (value.kind() == Kind::bytes) call.fail("can't concat str to bytes", "type-error");
  if (!value.is_string()) {
    call.fail("unsupported operand type(s) for +=: '" + evaluator.type_name(value) + "' and 'str'", "type-error");
  }
  const std::string text = call.text(0) + "\n";
  const bool blank = call.truth(3);
  const bool first = call.truth(2);
  std::vector<std::string_view> lines = split_lines(text);
  evaluator.note_sensitive(by);
  if (!by.markup() || value.markup()) return like(value, indented(call, lines, by.as_string(), first, blank));
  // An indentation that is markup escapes the lines, because Markup.join() and `+` do.
  std::vector<Value> escaped;
  escaped.reserve(lines.size());
  for (std::size_t index = 0; index < lines.size(); ++index) {
    if (!blank && (index == 0 || lines[index].empty())) continue;
    escaped.push_back(evaluator.escape(Value::string(std::string(lines[index]))));
    lines[index] = escaped.back().as_string();
  }
  if (blank) return like(by, indented(call, lines, by.as_string(), first, true));
  const Value rest = Value::string(indented(call, lines, by.as_string(), false, false));
  if (!first) return rest;
  const Value whole = evaluator.escape(rest);
  return like(by, indented(call, {whole.as_string()}, by.as_string(), true, false));
}

// Works on any value with a length and slices. A value that is short enough is returned unchanged, even a list.
// 'foo bar baz qux' | truncate(9, leeway=0) -> 'foo...'. The result has at most `length` characters including the
// ending. Without `killwords` the last, probably cut word is dropped. `leeway` avoids cutting a text that is barely too
// long.
Value truncate(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const auto at_least = [&](const Value& value, const Value& least, std::string_view name) {
    const Order order = evaluator.order(value, least, ">=");
    if (order == Order::less || order == Order::unordered) {
      call.fail("expected " + std::string(name) + " >= " + evaluator.text(least) + ", got " + evaluator.text(value),
                "assertion-error");
    }
  };
  const Value leeway = call.set(4) ? call[4] : Value::integer(5);
  const Value ending_length = Value::integer(static_cast<std::int64_t>(evaluator.length(call[3])));
  at_least(call[1], ending_length, "length");
  at_least(leeway, Value::integer(0), "leeway");
  const Value length = Value::integer(static_cast<std::int64_t>(evaluator.length(call[0])));
  const Value room = operate(evaluator, PythonOperator::add, call[1], leeway);
  if (evaluator.order(length, room, "<=") != Order::greater) return call[0];
  const Value end = operate(evaluator, PythonOperator::subtract, call[1], ending_length);
  Value kept = slice(evaluator, call[0], Value::null(), end, Value::null());
  if (!call.truth(2)) {
    if (!kept.is_string()) {
      call.fail("'" + evaluator.type_name(kept) + "' object has no attribute 'rsplit'", "attribute-error");
    }
    const std::string_view text = kept.as_string();
    kept = like(kept, text.substr(0, text.rfind(' ')));
  }
  return operate(evaluator, PythonOperator::add, kept, call[3]);
}

// Without autoescape this is str.replace(). With autoescape Jinja escapes the source if one of the other texts is
// markup, so that what is inserted and what is kept have the same form.
Value replace(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const std::int64_t count = call.set(3) ? call.number(3) : -1;
  if (!evaluator.filters_escape()) {
    std::string storage;
    std::string from;
    std::string to;
    const std::string_view text = call.peek_text(0, storage);
    return Value::string(replaced(text, call.peek_text(1, from), call.peek_text(2, to), count));
  }
  const bool escapes = evaluator.is_markup(call[1]) || (evaluator.is_markup(call[2]) && !evaluator.is_markup(call[0]));
  const Value source = escapes ? evaluator.escape(call[0]) : evaluator.text_value(call[0]);
  const Value from = source.markup() ? evaluator.escape(call[1]) : evaluator.text_value(call[1]);
  const Value to = source.markup() ? evaluator.escape(call[2]) : evaluator.text_value(call[2]);
  for (const Value* text : {&source, &from, &to}) evaluator.note_sensitive(*text);
  call.context.budget.step(1 + source.text_size() / 64);
  return like(source, replaced(source.as_string(), from.as_string(), to.as_string(), count));
}

constexpr std::array<bool, 0x80> ascii_word_bytes = [] {
  std::array<bool, 0x80> all{};
  for (const char c : std::string_view("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    all[static_cast<unsigned char>(c)] = true;
  return all;
}();

// Jinja counts matches of \w+. Whether a byte belongs to a word is looked up in a table, because nearly all texts are
// ASCII.
Value wordcount(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  const std::string_view text = call.peek_text(0, storage);
  std::int64_t count = 0;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    bool is_word = false;
    std::size_t size = 1;
    if (byte < ascii_word_bytes.size()) {
      is_word = ascii_word_bytes[byte];
    } else {
      const CodePoint point = decode_code_point(text, at);
      is_word = is_word_character(point.value);
      size = point.size;
    }
    if (is_word && !in_word) ++count;
    in_word = is_word;
    at += size;
  }
  return Value::integer(count);
}

// The width as a positive number.
std::size_t wrap_width(FunctionCall& call) {
  constexpr std::size_t widest = std::numeric_limits<std::size_t>::max();
  if (call[1].kind() == Kind::real)
    return call[1].as_real() < 1e9 ? static_cast<std::size_t>(call[1].as_real()) : widest;
  return call[1].is_object() ? widest : size_within(call.number(1), widest);
}

// Lines are wrapped as plain text. If the separator is markup, joining escapes the lines.
// 'one two three' | wordwrap(8) -> 'one two\nthree'. Existing line breaks stay. Each line is wrapped on its own by
// Python's textwrap, whose checks of the width run for each line: a text without lines accepts any width.
Value wordwrap(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const Value separator = call.set(3) ? call[3] : Value::string(evaluator.options.syntax.newline);
  evaluator.require(separator);
  if (!separator.is_string()) {
    call.fail("'" + evaluator.type_name(separator) + "' object has no attribute 'join'", "attribute-error");
  }
  const std::string_view text = text_with_method(call, "splitlines");
  const std::vector<std::string_view> source = split_lines(text);
  std::vector<std::string> lines;
  for (const std::string_view line : source) {
    call.context.budget.step(1 + line.size());
    if (evaluator.order(call[1], Value::integer(0), "<=") != Order::greater) {
      call.fail("invalid width " + evaluator.repr(call[1]) + " (must be > 0)", "value-error");
    }
    if (line.empty()) {
      lines.emplace_back();
      continue;
    }
    const std::size_t width = wrap_width(call);
    const auto breaks_long_words = [&] {
      if (!call.truth(2)) return false;
      if (call[1].kind() == Kind::real && call[1].as_real() >= 1) {
        call.fail("slice indices must be integers or None or have an __index__ method", "type-error");
      }
      return true;
    };
    const std::vector<std::string> some = wrapped(line, width, breaks_long_words, call.truth(4));
    if (some.empty()) lines.emplace_back();
    lines.insert(lines.end(), some.begin(), some.end());
  }
  evaluator.note_sensitive(separator);
  if (separator.markup()) {
    for (std::string& line : lines) line = evaluator.escape(Value::string(line)).as_string();
  }
  return like(separator, join(lines, separator.as_string()));
}

// In Ansible the result of this filter stays text, even if it looks like a number or a list.
Value string(Call& base) {
  FunctionCall& call = function_call(base);
  const Value text = call.evaluator.text_value(call[0]);
  return call.evaluator.options.behavior.keeps_text ? text.with_verbatim() : text;
}

// '%s-%02d' | format('web', 7) -> 'web-07'. Named arguments fill `%(name)s`. Python's `%` takes a tuple or a dict but
// not both.
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

// For a text the reversed text, for a sequence an iterator: [1, 2] | reverse prints as an object unless `list` follows.
Value reverse(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].is_string()) {
    std::string unused;
    return like(call[0], reversed(call.peek_text(0, unused)));
  }
  if (!call.evaluator.is_iterable(call[0])) call.fail("argument must be iterable");
  List items = call.items(0);
  std::reverse(items.begin(), items.end());
  if (call.evaluator.options.behavior.unrolls_iterators) return make_iterator(call.evaluator, std::move(items));
  // Objects without reversed() of their own become a list first, and the result is that list.
  const TemplateObject* object = template_object(call[0]);
  const bool is_one_by_one = object != nullptr && object->shape() == Shape::iterator;
  if (is_one_by_one || call[0].kind() == Kind::set) return Value::list(std::move(items));
  const std::string_view type = call[0].is_list() ? "list_reverseiterator" : "reversed";
  return make_object<Iterator>(call.evaluator, std::move(items), type);
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
}  // namespace filters_text_family

std::span<const Function> text_filters() {
  using namespace filters_text_family;
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
