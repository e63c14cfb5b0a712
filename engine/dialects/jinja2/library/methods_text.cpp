// Methods of str that return text, lists of text or bytes. Messages are those of CPython 3.11.
//
// Markup overrides most of these methods (markupsafe.Markup): the result is markup, and arguments are escaped before
// they are inserted. like() gives the result the kind of the receiver, inserted_argument() escapes where Markup does.
// Methods that Markup does not override return plain text.
#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/search.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/python_string.hpp"
#include "dialects/jinja2/library/text_arguments.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/formatting.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/operand.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace methods_text_family {
namespace {

Value upper(Call& base) {
  return like(base, to_upper(self(base)));
}
Value lower(Call& base) {
  return like(base, to_lower(self(base)));
}
Value capitalize(Call& base) {
  return like(base, capitalized(self(base)));
}
Value title(Call& base) {
  return like(base, titled(self(base)));
}
Value swap_case(Call& base) {
  return like(base, case_swapped(self(base)));
}
// casefold, removeprefix and removesuffix are not overridden by Markup, so their results are plain text.
Value fold_case(Call& base) {
  return Value::string(case_folded(self(base)));
}

// center, ljust and rjust: 'a'.center(5, '*') -> '**a**'. `width` counts code points and comes from the template, so it
// is charged (one step for 64 characters) before the padding is made.
Value justify(FunctionCall& call, Side side) {
  const std::int64_t width = call.number(1);
  call.evaluator.require(call[2]);
  if (!call[2].is_string()) {
    call.fail("The fill character must be a unicode character, not " + call.evaluator.type_name(call[2]), "type-error");
  }
  const Value fill = inserted_argument(call, 2);
  if (count_code_points(fill.as_string()) != 1) {
    call.fail("The fill character must be exactly one character long", "type-error");
  }
  call.context.budget.step(1 + static_cast<std::uint64_t>(std::max<std::int64_t>(width, 0)) / 64);
  return like(call, justified(self(call), width, fill.as_string(), side));
}
Value center(Call& base) {
  return justify(function_call(base), Side::both);
}
Value ljust(Call& base) {
  return justify(function_call(base), Side::right);
}
Value rjust(Call& base) {
  return justify(function_call(base), Side::left);
}
// The zeros go between sign and digits: '-5'.zfill(4) -> '-005'.
Value zfill(Call& base) {
  FunctionCall& call = function_call(base);
  std::string_view text = self(call);
  const std::int64_t width = call.number(1);
  std::string sign;
  if (text.starts_with('-') || text.starts_with('+')) {
    sign = text.substr(0, 1);
    text.remove_prefix(1);
  }
  const std::int64_t room = std::max<std::int64_t>(width, 0) - static_cast<std::int64_t>(sign.size());
  return like(call, sign + justified(text, room, "0", Side::left));
}

// '--a--'.strip('-') -> 'a'. The argument is a set of characters, not a prefix: 'abba'.strip('ab') -> ''. Without it,
// whitespace is removed. `name` appears only in the message, which differs between the three methods.
Value strip(FunctionCall& call, std::string_view name, bool left, bool right) {
  if (!call.set(1)) return like(call, stripped(self(call), std::nullopt, left, right));
  if (!call[1].is_string()) call.fail(std::string(name) + " arg must be None or str", "type-error");
  const Value characters = inserted_argument(call, 1);
  return like(call, stripped(self(call), characters.as_string(), left, right));
}
Value strip_both(Call& base) {
  return strip(function_call(base), "strip", true, true);
}
Value lstrip(Call& base) {
  return strip(function_call(base), "lstrip", true, false);
}
Value rstrip(Call& base) {
  return strip(function_call(base), "rstrip", false, true);
}

// 'aaa'.replace('a', 'b', 2) -> 'bba'. A count of -1, the default, replaces all.
Value replace(Call& base) {
  FunctionCall& call = function_call(base);
  const Value from = inserted_argument(call, 1);
  const Value to = inserted_argument(call, 2);
  return like(call, replaced(self(call), from.as_string(), to.as_string(), call.number(3)));
}

// 'web-01'.removeprefix('web-') -> '01'. Unlike lstrip(), it removes the whole prefix once or nothing.
Value remove_prefix(Call& base) {
  FunctionCall& call = function_call(base);
  std::string_view text = self(call);
  const std::string_view prefix = text_argument(call, 1);
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  return Value::string(text);
}
Value remove_suffix(Call& base) {
  FunctionCall& call = function_call(base);
  std::string_view text = self(call);
  const std::string_view suffix = text_argument(call, 1);
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
  return Value::string(text);
}

// The result of the splitting methods. Each part gets the kind of the receiver: parts of Markup are Markup.
Value text_list(Call& base, const std::vector<std::string_view>& parts) {
  List list;
  list.reserve(parts.size());
  function_call(base).context.budget.step(parts.size());
  for (const std::string_view part : parts) list.push_back(like(base, part));
  return Value::list(std::move(list));
}

// 'a, b'.split(', ') -> ['a', 'b']. At most `most` cuts are made, and the rest stays whole: 'a.b.c'.split('.', 1) ->
// ['a', 'b.c'].
//
// Without a separator Python uses a different algorithm: runs of whitespace separate, and empty parts are dropped. With
// a separator they are kept: ','.split(',') -> ['', ''].
Value split(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string_view text = self(call);
  const std::int64_t most = call.number(2);
  if (!call.set(1)) return text_list(call, split_words(text, most));
  const std::string_view separator = separator_argument(call);
  if (separator.empty()) call.fail("empty separator", "value-error");
  std::vector<std::string_view> parts;
  std::string_view rest = text;
  while (most < 0 || static_cast<std::int64_t>(parts.size()) < most) {
    const std::size_t at = find_text(rest, separator);
    if (at == std::string_view::npos) break;
    parts.push_back(rest.substr(0, at));
    rest.remove_prefix(at + separator.size());
  }
  parts.push_back(rest);
  return text_list(call, parts);
}

// 'a.b.c'.rsplit('.', 1) -> ['a.b', 'c']. It finds the parts from the last to the first and reverses them at the end.
Value rsplit(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string_view text = self(call);
  const std::int64_t most = call.number(2);
  if (!call.set(1)) return text_list(call, split_words_from_right(text, most));
  const std::string_view separator = separator_argument(call);
  if (separator.empty()) call.fail("empty separator", "value-error");
  std::vector<std::string_view> parts;
  // Searching from the right may take quadratic time, so it is paid for in advance.
  std::string_view rest = text;
  charge_search(call.context.budget, text, separator);
  while (most < 0 || static_cast<std::int64_t>(parts.size()) < most) {
    const std::size_t at = rest.rfind(separator);
    if (at == std::string_view::npos) break;
    parts.push_back(rest.substr(at + separator.size()));
    rest = rest.substr(0, at);
  }
  parts.push_back(rest);
  std::reverse(parts.begin(), parts.end());
  return text_list(call, parts);
}

Value lines(Call& base) {
  FunctionCall& call = function_call(base);
  return text_list(call, split_lines(self(call), call.flag(1)));
}

// partition and rpartition: 'a=b'.partition('=') -> ('a', '=', 'b').
// The search from the right is quadratic in the worst case, so only rpartition pays for it in advance.
Value cut(FunctionCall& call, bool at_first) {
  const std::string_view text = self(call);
  // Markup.partition() escapes any argument, even one that is not a string.
  const Value given = call[0].markup() ? call.evaluator.escape(call[1]) : inserted_argument(call, 1);
  const std::string_view separator = given.as_string();
  if (separator.empty()) call.fail("empty separator", "value-error");
  if (!at_first) charge_search(call.context.budget, text, separator);
  const std::size_t at = at_first ? find_text(text, separator) : text.rfind(separator);
  if (at == std::string_view::npos) {
    if (at_first) return Value::tuple({like(call, text), like(call, ""), like(call, "")});
    return Value::tuple({like(call, ""), like(call, ""), like(call, text)});
  }
  // The middle of the result is the given separator itself, including its markup.
  const Value middle = call[0].markup() ? like(call, separator) : Value::string(separator).with_markup(given.markup());
  return Value::tuple({like(call, text.substr(0, at)), middle, like(call, text.substr(at + separator.size()))});
}
Value partition(Call& base) {
  return cut(function_call(base), true);
}
Value rpartition(Call& base) {
  return cut(function_call(base), false);
}

// The receiver is the separator: '-'.join(['a', 'b']) -> 'a-b'. CPython names the first item that is not a str by its
// index. Markup.join() escapes the items instead, so it accepts values of any kind.
//
// The memory limit is checked while the texts are collected. A list that repeats one long text is small itself, but its
// joined text may be huge.
Value join_items(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call.evaluator.is_iterable(call[1])) call.fail("can only join an iterable", "type-error");
  const List items = call.items(1);
  std::vector<std::string> texts;
  std::uint64_t size = 0;
  const std::uint64_t limit = call.context.budget.limits().memory;
  std::int64_t index = 0;
  for (const Value& item : items) {
    call.context.budget.step();
    if (!call[0].markup()) {
      require_operand(call.evaluator, item, "sequence item " + std::to_string(index) + ": expected str instance, ",
                      " found");
    }
    call.evaluator.require(item);
    call.evaluator.note_sensitive(item);
    if (call[0].markup()) {
      texts.emplace_back(call.evaluator.escape(item).as_string());
    } else if (item.is_string()) {
      texts.emplace_back(item.as_string());
    } else {
      call.fail("sequence item " + std::to_string(index) + ": expected str instance, " +
                    call.evaluator.type_name(item) + " found",
                "type-error");
    }
    size += texts.back().size();
    if (size > limit) throw LimitError(Limit::memory, limit);
    call.context.budget.step(texts.back().size() / 64);
    ++index;
  }
  return like(call, join(texts, self(call)));
}

// A tab advances to the next multiple of `size`. A line break resets the column.
Value expand_tabs(Call& base) {
  FunctionCall& call = function_call(base);
  const std::int64_t size = call.number(1);
  std::string result;
  std::int64_t column = 0;
  const std::string_view text = self(call);
  const std::uint64_t limit = call.context.budget.limits().memory;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_code_point(text, at).size;
    const char c = text[at];
    if (c == '\t') {
      if (size > 0) {
        const std::int64_t room = size - column % size;
        if (result.size() + static_cast<std::uint64_t>(room) > limit) throw LimitError(Limit::memory, limit);
        call.context.budget.step(1 + static_cast<std::uint64_t>(room) / 64);
        result += justified("", room, " ", Side::left);
        column += room;
      }
    } else {
      result += text.substr(at, length);
      column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
    at += length;
  }
  return like(call, result);
}

// '{}:{port:05d}'.format('db', port=80) -> 'db:00080'. format_braces() reads the fields of the format text.
Value format(Call& base) {
  FunctionCall& call = function_call(base);
  Map named;
  for (const Keyword& keyword : call.keywords) named.set(keyword.name, keyword.value);
  return format_braces(call.evaluator, call[0], call.rest, Value::map(std::move(named)));
}
// '{a}'.format_map({'a': 1}) -> '1'. It has no positional arguments, so `{0}` fails.
Value format_map(Call& base) {
  FunctionCall& call = function_call(base);
  return format_braces(call.evaluator, call[0], {}, call[1]);
}

// 'é'.encode() -> b'\xc3\xa9'. Only UTF-8, Latin-1 and ASCII are known. In the last two each code point is one byte,
// and `last` is the highest one. `errors` is checked but not followed: an unencodable character always fails.
Value encode(Call& base) {
  FunctionCall& call = function_call(base);
  for (const std::size_t index : {1U, 2U}) {
    if (call[index].is_string()) continue;
    const std::string type = call[index].is_null() ? "None" : call.evaluator.type_name(call[index]);
    call.fail(std::string("encode() argument '") + (index == 1 ? "encoding" : "errors") + "' must be str, not " + type,
              "type-error");
  }
  const std::string encoding = to_lower(call.text(1));
  const std::string_view text = self(call);
  if (encoding == "utf-8" || encoding == "utf8") return Value::bytes(text);
  const char32_t last = encoding == "ascii" ? 0x7F : encoding == "latin-1" || encoding == "iso-8859-1" ? 0xFF : 0;
  if (last == 0) call.fail("unknown encoding: " + call.text(1), "lookup-error");
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (point.value > last) {
      call.fail("'" + encoding + "' codec can't encode a character at position " +
                    std::to_string(code_points_before(text, at)) + ": ordinal not in range",
                "value-error");
    }
    bytes += static_cast<char>(point.value);
    at += point.size;
  }
  return Value::bytes(bytes);
}

// Values of kind string hold valid UTF-8, so bytes are validated here. `encoding` is not read: all bytes count as
// UTF-8.
Value decode(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string_view bytes = call[0].as_bytes();
  if (find_invalid_utf8(bytes)) call.fail("'utf-8' codec can't decode the bytes", "value-error");
  return Value::string(bytes);
}

// str.maketrans(): maps code points to their replacement, which is a string, a code point or None.
// 'x'.maketrans('ab', 'yz') -> {97: 121, 98: 122}. A third argument lists characters to remove, which map to None. The
// form with one argument takes a dict and only replaces its keys of one character by their code points.
Value make_translation(Call& base) {
  FunctionCall& call = function_call(base);
  Map table;
  if (!call.given(2)) {
    if (!call[1].is_map()) call.fail("if you give only one argument to maketrans it must be a dict", "type-error");
    for (const auto& [key, value] : call[1].as_map()) {
      if (key.is_string() ? count_code_points(key.as_string()) != 1 : !is_integer(key)) {
        call.fail(key.is_string() ? "string keys in translate table must be of length 1"
                                  : "keys in translate table must be strings or integers",
                  key.is_string() ? "value-error" : "type-error");
      }
      table.set(key.is_string() ? Value::integer(decode_code_point(std::string(key.as_string()) + " ", 0).value) : key,
                value);
    }
    return Value::map(std::move(table));
  }
  for (const std::size_t index : {std::size_t{2}, std::size_t{3}}) {
    if (!call.given(index) || call[index].is_string()) continue;
    call.fail("maketrans() argument " + std::to_string(index) + " must be str, not " +
                  (call[index].is_null() ? "None" : call.evaluator.type_name(call[index])),
              "type-error");
  }
  call.evaluator.require(call[1]);
  if (!call[1].is_string()) {
    call.fail("first maketrans argument must be a string if there is a second argument", "type-error");
  }
  const std::string_view from = text_argument(call, 1);
  const std::string_view to = text_argument(call, 2);
  if (count_code_points(from) != count_code_points(to)) {
    call.fail("the first two maketrans arguments must have equal length", "value-error");
  }
  std::size_t target = 0;
  for (std::size_t at = 0; at < from.size();) {
    const CodePoint source = decode_code_point(from, at);
    const CodePoint result = decode_code_point(to, target);
    table.set(Value::integer(source.value), Value::integer(result.value));
    at += source.size;
    target += result.size;
  }
  if (call.given(3)) {
    const std::string_view removed = text_argument(call, 3);
    for (std::size_t at = 0; at < removed.size();) {
      const CodePoint point = decode_code_point(removed, at);
      table.set(Value::integer(point.value), Value::null());
      at += point.size;
    }
  }
  return Value::map(std::move(table));
}

// str.translate(): looks up each code point in the table. One without an entry is kept; None removes it.
// 'abc'.translate({97: 'X', 98: none}) -> 'Xc'. Python accepts any object with items: a list or range is indexed by the
// code point. A replacement may be long, so its size is charged before it is appended.
Value translate(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const std::string_view text = self(call);
  std::string result;
  const std::uint64_t limit = call.context.budget.limits().memory;
  for (std::size_t at = 0; at < text.size();) {
    call.context.budget.step();
    const CodePoint point = decode_code_point(text, at);
    const Value key = Value::integer(point.value);
    Value replacement = key;
    if (call[1].is_map()) {
      if (const Value* found = call[1].as_map().find(key)) replacement = *found;
    } else {
      evaluator.require(call[1]);
      const bool has_items = call[1].is_list() || call[1].kind() == Kind::tuple || call[1].is_string() ||
                             call[1].kind() == Kind::bytes || object_cast<Range>(call[1]) != nullptr;
      if (!has_items) {
        call.fail("'" + evaluator.type_name(call[1]) + "' object is not subscriptable", "type-error");
      }
      const Value found = item_of(evaluator, call[1], key);
      if (!found.is_undefined()) replacement = found;
    }
    if (replacement.is_string()) {
      evaluator.note_sensitive(replacement);
      if (replacement.text_size() > limit - std::min<std::uint64_t>(result.size(), limit)) {
        throw LimitError(Limit::memory, limit);
      }
      call.context.budget.step(replacement.text_size() / 64);
      result += replacement.as_string();
    } else if (replacement.kind() == Kind::integer || replacement.kind() == Kind::boolean) {
      const std::int64_t code =
          replacement.kind() == Kind::boolean ? std::int64_t{replacement.as_boolean()} : replacement.as_integer();
      if (code < 0 || code > 0x10FFFF) {
        call.fail("character mapping must be in range(0x110000)", "value-error");
      }
      append_code_point(result, static_cast<char32_t>(code));
    } else if (!replacement.is_null()) {
      call.fail("character mapping must return integer, None or str", "type-error");
    }
    at += point.size;
  }
  return like(call, result);
}

constexpr Example upper_examples[] = {{"{{ 'ab'.upper() }}", "", R"("AB")"}};
constexpr Example lower_examples[] = {{"{{ 'AB'.lower() }}", "", R"("ab")"}};
constexpr Example capitalize_examples[] = {{"{{ 'aB c'.capitalize() }}", "", R"("Ab c")"}};
constexpr Example title_examples[] = {{"{{ \"it's\".title() }}", "", R"("It'S")"}};
constexpr Example swapcase_examples[] = {{"{{ 'aB'.swapcase() }}", "", R"("Ab")"}};
constexpr Example casefold_examples[] = {{"{{ 'Straße'.casefold() }}", "", R"("strasse")"}};
constexpr Example center_examples[] = {{"{{ 'a'.center(5, '*') }}", "", R"("**a**")"}};
constexpr Example ljust_examples[] = {{"{{ 'a'.ljust(3, '.') }}", "", R"("a..")"}};
constexpr Example rjust_examples[] = {{"{{ 'a'.rjust(3) }}", "", R"("  a")"}};
constexpr Example zfill_examples[] = {{"{{ '-7'.zfill(4) }}", "", R"("-007")"}};
constexpr Example strip_examples[] = {{"{{ '--a--'.strip('-') }}", "", R"("a")"}};
constexpr Example lstrip_examples[] = {{"{{ '  a '.lstrip() }}|", "", R"("a |")"}};
constexpr Example rstrip_examples[] = {{"{{ 'a/'.rstrip('/') }}", "", R"("a")"}};
constexpr Example replace_examples[] = {{"{{ 'aaa'.replace('a', 'b', 2) }}", "", R"("bba")"}};
constexpr Example removeprefix_examples[] = {{"{{ 'web-01'.removeprefix('web-') }}", "", R"("01")"}};
constexpr Example removesuffix_examples[] = {{"{{ 'a.conf'.removesuffix('.conf') }}", "", R"("a")"}};
constexpr Example split_examples[] = {
    {"{{ 'a, b'.split(', ') }} {{ ' x  y '.split() }}", "", R"("['a', 'b'] ['x', 'y']")"}};
constexpr Example rsplit_examples[] = {{"{{ 'a.b.c'.rsplit('.', 1) }}", "", R"("['a.b', 'c']")"}};
constexpr Example splitlines_examples[] = {{"{{ 'a\\nb'.splitlines() }}", "", R"("['a', 'b']")"}};
constexpr Example partition_examples[] = {{"{{ 'k=v=w'.partition('=') }}", "", R"x("('k', '=', 'v=w')")x"}};
constexpr Example rpartition_examples[] = {{"{{ 'k=v=w'.rpartition('=') }}", "", R"x("('k=v', '=', 'w')")x"}};
constexpr Example join_examples[] = {{"{{ '-'.join(['a', 'b']) }}", "", R"("a-b")"}};
constexpr Example expandtabs_examples[] = {{"{{ 'a\\tb'.expandtabs(4) }}", "", R"("a   b")"}};
constexpr Example format_examples[] = {{"{{ '{}:{port:05d}'.format('db', port=80) }}", "", R"("db:00080")"}};
constexpr Example format_map_examples[] = {{"{{ '{a}'.format_map({'a': 1}) }}", "", R"("1")"}};
constexpr Example encode_examples[] = {{"{{ 'é'.encode() }}", "", R"("b'\\xc3\\xa9'")"}};
constexpr Example decode_examples[] = {{"{{ 'é'.encode().decode() }}", "", R"("é")"}};
constexpr Example maketrans_examples[] = {{"{{ 'abc'.translate('abc'.maketrans('ab', 'xy')) }}", "", R"("xyc")"}};
constexpr Example translate_examples[] = {{"{{ 'abc'.translate({97: 'X', 98: none}) }}", "", R"("Xc")"}};

}  // namespace
}  // namespace methods_text_family

std::span<const Function> string_methods() {
  using namespace methods_text_family;
  static constexpr Function all[] = {
      {.kind = "method",
       .signature = "str.upper(self: string) -> string",
       .summary = "In upper case.",
       .examples = upper_examples,
       .call = upper},
      {.kind = "method",
       .signature = "str.lower(self: string) -> string",
       .summary = "In lower case.",
       .examples = lower_examples,
       .call = lower},
      {.kind = "method",
       .signature = "str.capitalize(self: string) -> string",
       .summary = "The first character in upper case, the others in lower case.",
       .examples = capitalize_examples,
       .call = capitalize},
      {.kind = "method",
       .signature = "str.title(self: string) -> string",
       .summary = "Each word capitalized; every character without case ends a word.",
       .examples = title_examples,
       .call = title},
      {.kind = "method",
       .signature = "str.swapcase(self: string) -> string",
       .summary = "Upper case becomes lower case and the other way round.",
       .examples = swapcase_examples,
       .call = swap_case},
      {.kind = "method",
       .signature = "str.casefold(self: string) -> string",
       .summary = "For comparing without case.",
       .examples = casefold_examples,
       .call = fold_case},
      {.kind = "method",
       .signature = "str.center(self: string, width: integer, fillchar: string = ' ') -> string",
       .summary = "In the middle of that many characters.",
       .examples = center_examples,
       .call = center},
      {.kind = "method",
       .signature = "str.ljust(self: string, width: integer, fillchar: string = ' ') -> string",
       .summary = "At the left of that many characters.",
       .examples = ljust_examples,
       .call = ljust},
      {.kind = "method",
       .signature = "str.rjust(self: string, width: integer, fillchar: string = ' ') -> string",
       .summary = "At the right of that many characters.",
       .examples = rjust_examples,
       .call = rjust},
      {.kind = "method",
       .signature = "str.zfill(self: string, width: integer) -> string",
       .summary = "Filled up with zeros behind the sign.",
       .examples = zfill_examples,
       .call = zfill},
      {.kind = "method",
       .signature = "str.strip(self: string, chars: string = null) -> string",
       .summary = "Without white space, or the given characters, at both ends.",
       .examples = strip_examples,
       .call = strip_both},
      {.kind = "method",
       .signature = "str.lstrip(self: string, chars: string = null) -> string",
       .summary = "Without white space, or the given characters, at the start.",
       .examples = lstrip_examples,
       .call = lstrip},
      {.kind = "method",
       .signature = "str.rstrip(self: string, chars: string = null) -> string",
       .summary = "Without white space, or the given characters, at the end.",
       .examples = rstrip_examples,
       .call = rstrip},
      {.kind = "method",
       .signature = "str.replace(self: string, old: string, new: string, count: integer = -1) -> string",
       .summary = "Replaces all, or the first `count`, occurrences.",
       .examples = replace_examples,
       .call = replace},
      {.kind = "method",
       .signature = "str.removeprefix(self: string, prefix: string) -> string",
       .summary = "Removes a text at the start, if present.",
       .examples = removeprefix_examples,
       .call = remove_prefix},
      {.kind = "method",
       .signature = "str.removesuffix(self: string, suffix: string) -> string",
       .summary = "Removes a text at the end, if present.",
       .examples = removesuffix_examples,
       .call = remove_suffix},
      {.kind = "method",
       .signature = "str.split(self: string, sep: string = null, maxsplit: integer = -1) -> list",
       .summary = "The parts between separators, or the words between white space.",
       .examples = split_examples,
       .call = split},
      {.kind = "method",
       .signature = "str.rsplit(self: string, sep: string = null, maxsplit: integer = -1) -> list",
       .summary = "As `split`, cut from the right.",
       .examples = rsplit_examples,
       .call = rsplit},
      {.kind = "method",
       .signature = "str.splitlines(self: string, keepends: boolean = false) -> list",
       .summary = "The lines, at every kind of line end.",
       .examples = splitlines_examples,
       .call = lines},
      {.kind = "method",
       .signature = "str.partition(self: string, sep: string) -> tuple",
       .summary = "What is before the first separator, it, and what is after it.",
       .examples = partition_examples,
       .call = partition},
      {.kind = "method",
       .signature = "str.rpartition(self: string, sep: string) -> tuple",
       .summary = "What is before the last separator, it, and what is after it.",
       .examples = rpartition_examples,
       .call = rpartition},
      {.kind = "method",
       .signature = "str.join(self: string, iterable: any) -> string",
       .summary = "The texts of a sequence with this one between them.",
       .examples = join_examples,
       .call = join_items},
      {.kind = "method",
       .signature = "str.expandtabs(self: string, tabsize: integer = 8) -> string",
       .summary = "Tabs become spaces up to the next column.",
       .examples = expandtabs_examples,
       .call = expand_tabs},
      {.kind = "method",
       .signature = "str.format(self: string, *args: any, **kwargs: any) -> string",
       .summary = "Fills `{}`, `{0.attr[key]!r:>8}` and the like.",
       .examples = format_examples,
       .call = format},
      {.kind = "method",
       .signature = "str.format_map(self: string, mapping: any) -> string",
       .summary = "As `format`, with the entries of a map as named arguments.",
       .examples = format_map_examples,
       .call = format_map},
      {.kind = "method",
       .signature = "str.encode(self: string, encoding: string = 'utf-8', errors: string = 'strict') -> bytes",
       .summary = "The bytes in `utf-8`, `latin-1` or `ascii`.",
       .examples = encode_examples,
       .call = encode},
      {.kind = "method",
       .signature = "bytes.decode(self: bytes, encoding: string = 'utf-8') -> string",
       .summary = "The text of UTF-8.",
       .examples = decode_examples,
       .call = decode},
      {.kind = "method",
       .signature = "str.maketrans(self: string, x: any, y: string = null, z: string = null) -> map",
       .summary = "A table for `translate`: from characters to characters, and those that are removed.",
       .examples = maketrans_examples,
       .call = make_translation},
      {.kind = "method",
       .signature = "str.translate(self: string, table: any) -> string",
       .summary = "Replaces characters by a table of code points.",
       .examples = translate_examples,
       .call = translate},
  };
  return all;
}

}  // namespace evalground::jinja2
