// Functions that join text, take parts of it, and generate random text.
#include "base/text/text.hpp"

#include <string>
#include <vector>

#include "base/text/ascii.hpp"
#include "base/text/utf8.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

// Builds new text, which is never sensitive.
Value join_texts(const List& items, std::string_view separator, Budget& budget) {
  std::string result;
  bool is_first = true;
  for (const Value& item : items) {
    budget.step();
    if (!is_first) {
      budget.output(separator.size());
      result += separator;
    }
    result += python_str(item, budget);
    is_first = false;
  }
  return Value::string(result);
}

// `::db::host`, `.::host`, `..::name`: a path that is written as a text. `::1` is an address.
bool looks_like_path(std::string_view text) {
  const std::size_t colons = text.find_first_not_of('.');
  if (colons > 2 || !text.substr(colons).starts_with("::")) return false;
  const std::string_view name = text.substr(colons + 2);
  if (name.empty() || name.find_first_of(" \t\n") != std::string_view::npos) return false;
  return is_ascii_letter(name[0]) &&
         (colons > 0 || name.find_first_not_of("0123456789abcdefABCDEF:.") != std::string_view::npos);
}

bool is_within(OriginId inner, OriginId outer, const Sources& sources) {
  const Origin& part = sources.origin(inner);
  const Origin& whole = sources.origin(outer);
  return part.file == whole.file && part.begin >= whole.begin && part.end <= whole.end;
}

// A text in the list stays text. If it is written there as a path, an expression was probably meant.
void hint_at_paths(Call& call, const List& items) {
  const Sources& sources = call.context.sources;
  for (const Value& item : items) {
    call.context.budget.step();
    if (!item.is_string() || item.sensitive() || item.origin() == 0 || !looks_like_path(item.as_string())) continue;
    const std::string_view text = item.as_string();
    const std::string_view written = sources.text_of(item.origin());
    const bool is_quoted = written.size() == text.size() + 2 && written.substr(1, text.size()) == text;
    if ((written != text && !is_quoted) || !is_within(item.origin(), call.where, sources)) continue;
    Diagnostic hint;
    hint.severity = Severity::hint;
    hint.code = "not-evaluated";
    hint.message = quote(item.as_string(), 60) +
                   " is text here. To read what the path leads to, write `{eval: " + std::string(written) + "}`.";
    hint.where = item.origin();
    hint.fixes.push_back({"Evaluate the path", {{item.origin(), "{eval: " + std::string(written) + "}"}}});
    call.context.report(std::move(hint));
  }
}

// A value that is not a list is returned unchanged, with its type and its marks.
Value concat(Call& call) {
  if (!call[0].is_list()) return call[0];
  hint_at_paths(call, call[0].as_list());
  const std::string separator = call.given(1) ? python_str(call[1], call.context.budget) : "";
  return join_texts(call[0].as_list(), separator, call.context.budget);
}

// TOSCA 1.3 defines it, but Unfurl does not have it.
Value join_list(Call& call) {
  call.context.warn(call.where, "differs-from-reference",
                    "Unfurl has no function `join` of TOSCA 1.3. Write {eval: {concat: […], sep: …}} for both.");
  const List& arguments = call.list(0);
  if (arguments.empty() || arguments.size() > 2 || !arguments[0].is_list() ||
      (arguments.size() == 2 && !arguments[1].is_string())) {
    wrong_form(call, 0, "a list of a list and, if wanted, a delimiter, as in [[a, b], '-']");
  }
  return join_texts(arguments[0].as_list(), arguments.size() == 2 ? arguments[1].as_string() : "", call.context.budget);
}

// As in Python, further arguments are ignored and a boolean is a number. A piece of a secret is still secret. concat
// and join make new text, which is not: that is Unfurl's rule.
Value token(Call& call) {
  const List& arguments = call.list(0);
  const bool is_index =
      arguments.size() >= 3 && (arguments[2].kind() == Kind::integer || arguments[2].kind() == Kind::boolean);
  if (!is_index || !arguments[0].is_string() || !arguments[1].is_string() || arguments[1].text_size() == 0) {
    wrong_form(call, 0, "a text, a separator and an index, as in ['a:b', ':', 1]");
  }
  std::vector<std::string_view> pieces;
  for (const std::string_view piece : Split(arguments[0].as_string(), arguments[1].as_string())) {
    call.context.budget.step();
    pieces.push_back(piece);
  }
  const auto count = static_cast<std::int64_t>(pieces.size());
  std::int64_t index =
      arguments[2].kind() == Kind::boolean ? (arguments[2].as_boolean() ? 1 : 0) : arguments[2].as_integer();
  if (index < 0 && index >= -count) index += count;
  if (index < 0 || index >= count) {
    call.context.fail(call.where, "index-out-of-range",
                      "The function \"token\" finds " + std::to_string(count) + (count == 1 ? " piece" : " pieces") +
                          ", and so none with the index " + std::to_string(index) + ".");
  }
  return Value::string(pieces[static_cast<std::size_t>(index)]).with_sensitive(arguments[0].sensitive());
}

constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view marks = "%()*+,-./<>?=^_~";

// The end of a range: a character, or its code point.
char32_t range_end(const Call& call, std::size_t index, const Value& end) {
  if (end.is_string() && count_code_points(end.as_string()) == 1) return decode_code_point(end.as_string(), 0).value;
  if (end.kind() == Kind::integer && 0 <= end.as_integer() && end.as_integer() <= 0x10FFFF) {
    return static_cast<char32_t>(end.as_integer());
  }
  wrong_form(call, index, "a list of ranges such as [a, z]");
}

// `[[a, z], [48, 57]]` are the letters and the digits. A character in two ranges is twice as likely.
std::u32string characters_of(const Call& call, std::size_t index, const List& ranges) {
  std::u32string characters;
  for (const Value& range : ranges) {
    if (!range.is_list() || range.as_list().size() != 2) wrong_form(call, index, "a list of ranges such as [a, z]");
    const char32_t first = range_end(call, index, range.as_list()[0]);
    const char32_t last = range_end(call, index, range.as_list()[1]);
    for (char32_t character = first; character <= last; ++character) {
      call.context.budget.step();
      characters += character;
    }
  }
  return characters;
}

std::string random_text(const Call& call, const std::u32string& characters, std::int64_t length) {
  std::string result;
  for (std::int64_t n = 0; n < length && !characters.empty(); ++n) {
    call.context.budget.step();
    append_code_point(result, characters[static_cast<std::size_t>(call.context.random.below(characters.size()))]);
  }
  return result;
}

Value generate(Call& call) {
  // Options are keys of the argument or keywords beside it.
  const auto option = [&](std::size_t index, std::string_view name) {
    if (call.given(index)) return call[index];
    const Value* found = call[0].is_map() ? call[0].as_map().find(name) : nullptr;
    return found != nullptr ? *found : Value();
  };
  const Value preset = option(1, "preset");
  const Value length = option(2, "len");
  const Value ranges = option(3, "ranges");
  const std::string_view kind = preset.is_string() ? preset.as_string() : std::string_view();
  if (!length.is_undefined() && length.kind() != Kind::integer) call.wrong(2, "integer");
  std::int64_t count = length.is_undefined() ? 0 : length.as_integer();

  std::u32string characters(digits.begin(), digits.end());
  if (kind == "number") {
    if (count <= 0) count = 1;
  } else if (kind == "password") {
    characters.append(letters.begin(), letters.end());
    if (count <= 0) count = 15;
  } else if (ranges.is_list() && !ranges.as_list().empty()) {
    characters = characters_of(call, 3, ranges.as_list());
    if (count <= 0) count = 10;
  } else {
    characters.append(letters.begin(), letters.end()).append(marks.begin(), marks.end());
    if (count <= 0) count = 10;
  }
  std::string text = random_text(call, characters, count);
  // A password must contain a digit.
  while (kind == "password" && text.find_first_of(digits) == std::string::npos) {
    text = random_text(call, characters, count);
  }
  return Value::string(text).with_verbatim();
}

constexpr Example concat_examples[] = {
    {"concat: ['http://', {eval: host}, ':', {eval: port}]", "host: example.com\nport: 80",
     R"("http://example.com:80")"},
    {"eval: {concat: [a, b], sep: '-'}", "", R"("a-b")"},
};
constexpr Example join_examples[] = {{"join: [[a, b, c], ', ']", "", R"("a, b, c")"},
                                     {"join: [[port, 80]]", "", R"("port80")"}};
constexpr Example token_examples[] = {{"token: [1.2.3, ., 1]", "", R"("2")"},
                                      {"token: ['a:b:c', ':', -1]", "", R"("c")"}};
constexpr Example generate_examples[] = {{"eval: {generate_string: {ranges: [[x, x]], len: 4}}", "", R"("xxxx")"}};

constexpr std::string_view generate_aliases[] = {"_generate"};

}  // namespace

std::span<const Function> text_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "concat(values: any, sep: string = '') -> string",
       .summary = "Puts the texts of a list's items together.",
       .details =
           "Works without `eval`, but then without `sep`. A value that is not a list is returned unchanged. Other "
           "values are shown as Python shows them: `True`, `None`, `['a', 1]`.",
       .examples = concat_examples,
       .call = concat},
      {.kind = "function",
       .signature = "join(values: list) -> string",
       .summary = "Puts the texts of a list's items together with a delimiter between them.",
       .details = "The argument is the list and, if wanted, the delimiter. May stand without `eval`.",
       .examples = join_examples,
       .call = join_list},
      {.kind = "function",
       .signature = "token(values: list) -> string",
       .summary = "Splits text at each separator and gives one of the pieces.",
       .details = "The argument is the text, the separator and the index of the piece; a negative one counts from the "
                  "end. May stand without `eval`.",
       .examples = token_examples,
       .call = token},
      {.kind = "function",
       .signature =
           "generate_string(options: map = null, preset: string = '', len: integer = 0, ranges: list = null) -> string",
       .summary = "Random text, the same for the same seed of the workspace.",
       .details = "`preset` is `number` (digits) or `password` (letters and digits, at least one digit); `ranges` are "
                  "pairs of first and last characters. Without either, letters, digits and marks.",
       .aliases = generate_aliases,
       .effects = Effects::random,
       .examples = generate_examples,
       .call = generate},
  };
  return all;
}

}  // namespace evalground::unfurl
