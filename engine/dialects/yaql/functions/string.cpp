// Strings (yaql/standard_library/strings.py, which calls Python's methods of str). Lengths, positions and counts are in
// code points.
//
// A step of the budget pays for 64 bytes that the C library scans or copies. A loop of ours takes a step for each
// round.

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/evaluation/text_search.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace string_family {
namespace {

Value text_or_null(std::string_view text) {
  return text.empty() ? Value::null() : Value::string(text);
}

// Strips the characters of `removed` at the start, the end or both. Null strips whitespace.
std::string_view trimmed(std::string_view text, const Value& removed, bool at_start, bool at_end) {
  const auto goes = [&](char32_t code_point) {
    if (removed.is_null()) return is_space(code_point);
    const std::string_view characters = removed.as_string();
    for (std::size_t at = 0; at < characters.size();) {
      const CodePoint other = decode_code_point(characters, at);
      if (other.value == code_point) return true;
      at += other.size;
    }
    return false;
  };
  while (at_start && !text.empty()) {
    const CodePoint first = decode_code_point(text, 0);
    if (!goes(first.value)) break;
    text.remove_prefix(first.size);
  }
  while (at_end && !text.empty()) {
    std::size_t begin = text.size() - 1;
    // Go back to the first byte of the code point: 10xxxxxx are continuation bytes.
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
    if (!goes(decode_code_point(text, begin).value)) break;
    text = text.substr(0, begin);
  }
  return text;
}

Value concat(Call& call) {
  Arguments& arguments = arguments_of(call);
  std::size_t size = 0;
  for (const Arguments::Slot& slot : arguments.rest) size += slot.value.text_size();
  std::string text = text_with_room(size);
  for (const Arguments::Slot& slot : arguments.rest) text += slot.value.as_string();
  return Value::string(text);
}

// The first argument, for functions that scan it completely: this charges the budget for it.
std::string_view whole_text(Call& call) {
  Arguments& arguments = arguments_of(call);
  arguments.budget().step(arguments.string(0).size() / 64);
  return arguments.string(0);
}

Value upper(Call& call) {
  return Value::string(to_upper(whole_text(call)));
}

Value lower(Call& call) {
  return Value::string(to_lower(whole_text(call)));
}

Value length(Call& call) {
  return Value::integer(static_cast<std::int64_t>(count_code_points(whole_text(call))));
}

void check_separator(const Value& separator) {
  if (!separator.is_null() && separator.text_size() == 0) {
    throw Error("value-error", "Text cannot be split at an empty separator.");
  }
}

// Python's str.split. Without a separator it splits at runs of whitespace and drops empty pieces: ' a  b ' -> [a, b].
// With one, each occurrence splits: ',a' -> ['', a].
Value split(Call& call) {
  Arguments& arguments = arguments_of(call);
  check_separator(arguments[1]);
  std::string_view text = arguments.string(0);
  std::int64_t left = arguments.count(2);
  List pieces;
  if (arguments[1].is_null()) {
    for (;;) {
      arguments.budget().step();
      text = trimmed(text, Value::null(), true, false);
      if (text.empty()) break;
      std::size_t end = 0;
      while (left != 0 && end < text.size()) {
        const CodePoint next = decode_code_point(text, end);
        if (is_space(next.value)) break;
        end += next.size;
      }
      if (left == 0) {
        pieces.push_back(Value::string(text));  // the rest verbatim, with its trailing whitespace
        break;
      }
      pieces.push_back(Value::string(text.substr(0, end)));
      text.remove_prefix(end);
      --left;
    }
    return Value::list(std::move(pieces));
  }
  const std::string_view separator = arguments.string(1);
  for (;; --left) {
    arguments.budget().step();
    const std::size_t found = left == 0 ? std::string_view::npos : find_text(text, separator, 0, arguments.budget());
    pieces.push_back(Value::string(text.substr(0, found)));
    if (found == std::string_view::npos) break;
    text.remove_prefix(found + separator.size());
  }
  return Value::list(std::move(pieces));
}

// Python's str.rsplit: splits from the end, so a limit leaves the rest at the front. The pieces are collected in
// reverse.
Value split_right(Call& call) {
  Arguments& arguments = arguments_of(call);
  check_separator(arguments[1]);
  std::string_view text = arguments.string(0);
  std::int64_t left = arguments.count(2);
  List pieces;
  if (arguments[1].is_null()) {
    for (;;) {
      arguments.budget().step();
      text = trimmed(text, Value::null(), false, true);
      if (text.empty()) break;
      if (left == 0) {
        pieces.push_back(Value::string(text));  // the rest verbatim, with its leading whitespace
        break;
      }
      std::size_t end = text.size();  // the piece starts after the last whitespace
      while (end > 0) {
        std::size_t begin = end - 1;
        while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
        if (is_space(decode_code_point(text, begin).value)) break;
        end = begin;
      }
      pieces.push_back(Value::string(text.substr(end)));
      text = text.substr(0, end);
      --left;
    }
  } else {
    const std::string_view separator = arguments.string(1);
    for (;; --left) {
      arguments.budget().step();
      const std::size_t found = left == 0 ? std::string_view::npos : text.rfind(separator);
      arguments.budget().step((text.size() - (found == std::string_view::npos ? 0 : found)) / 64);
      if (found == std::string_view::npos) {
        pieces.push_back(Value::string(text));
        break;
      }
      pieces.push_back(Value::string(text.substr(found + separator.size())));
      text = text.substr(0, found);
    }
  }
  std::reverse(pieces.begin(), pieces.end());
  return Value::list(std::move(pieces));
}

Value joined(Arguments& arguments, std::size_t collection, std::size_t separator) {
  Cursor cursor = arguments.cursor(collection);
  std::string text;
  bool is_first = true;
  while (const Value* item = cursor.next()) {
    if (!is_first) text += arguments.string(separator);
    is_first = false;
    if (item->is_string()) {
      text += item->as_string();
    } else {
      text += text_of(*item, arguments.budget());
    }
    if (text.size() > arguments.budget().limits().memory) {
      throw LimitError(Limit::memory, arguments.budget().limits().memory);
    }
  }
  return Value::string(text);
}

Value join_items(Call& call) {
  return joined(arguments_of(call), 0, 1);
}

Value join_with(Call& call) {
  return joined(arguments_of(call), 1, 0);
}

Value to_text(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments[0].is_string()) return arguments[0];
  return Value::string(text_of(arguments[0], arguments.budget()));
}

Value trim_both(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::string(trimmed(arguments.string(0), arguments[1], true, true));
}

Value trim_left(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::string(trimmed(arguments.string(0), arguments[1], true, false));
}

Value trim_right(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::string(trimmed(arguments.string(0), arguments[1], false, true));
}

Value norm(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments[0].is_null()) return Value::null();
  return text_or_null(trimmed(arguments.string(0), arguments[1], true, true));
}

Value is_empty(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments[0].is_null()) return Value::boolean(true);
  const std::string_view text = arguments.string(0);
  return Value::boolean((arguments.boolean(1) ? trimmed(text, arguments[2], true, true) : text).empty());
}

// Python's str.replace. An empty `old` matches before every character and at the end: 'ab' -> '-a-b-'.
std::string replaced(std::string_view text, std::string_view old, std::string_view by, std::int64_t count,
                     Budget& budget) {
  std::string result;
  std::size_t at = 0;
  const auto check_room = [&] {
    budget.step();
    if (result.size() > budget.limits().memory) throw LimitError(Limit::memory, budget.limits().memory);
  };
  if (old.empty()) {
    while (count != 0) {
      check_room();
      result += by;
      --count;
      if (at == text.size()) break;
      const std::size_t size = decode_code_point(text, at).size;
      result += text.substr(at, size);
      at += size;
    }
    return result.append(text.substr(at));
  }
  while (count != 0) {
    const std::size_t found = find_text(text, old, at, budget);
    if (found == std::string_view::npos) break;
    check_room();
    result.append(text.substr(at, found - at)).append(by);
    at = found + old.size();
    --count;
  }
  return result.append(text.substr(at));
}

Value replace(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::string(
      replaced(arguments.string(0), arguments.string(1), arguments.string(2), arguments.count(3), arguments.budget()));
}

// One replacement after the other, so a later key also matches in what an earlier one has inserted.
Value replace_each(Call& call) {
  Arguments& arguments = arguments_of(call);
  std::string text(arguments.string(0));
  for (const auto& [key, value] : arguments[1].as_map()) {
    text = replaced(text, text_of(plain_key(key), arguments.budget()), text_of(value, arguments.budget()),
                    arguments.count(2), arguments.budget());
  }
  return Value::string(text);
}

// Python's text[begin:end]. Negative bounds count from the end.
std::string_view sliced(std::string_view text, std::int64_t begin, std::int64_t end) {
  const auto size = static_cast<std::int64_t>(count_code_points(text));
  const auto bound = [size](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size); };
  begin = bound(begin);
  end = bound(end);
  if (begin >= end) return {};
  return slice_code_points(text, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}

Value substring(Call& call) {
  Arguments& arguments = arguments_of(call);
  const std::string_view text = arguments.string(0);
  const auto size = static_cast<std::int64_t>(count_code_points(text));
  constexpr std::int64_t most = std::int64_t{1} << 61;
  const std::int64_t start = std::clamp(arguments.integer(1), -most, most);
  const std::int64_t length = std::clamp(arguments.integer(2), -most, most);
  const std::int64_t count = length < 0 ? size : length;
  // A start before the beginning stays negative, and the slice then counts it from the end again: 'abc'.substring(-4)
  // is 'abc'[-1:2], which is empty.
  const std::int64_t begin = start < 0 ? start + size : start;
  arguments.budget().step(text.size() / 64);
  return Value::string(sliced(text, begin, begin + count));
}

// The code point at which the first or last `sub` lies within `length` code points from `start`; -1 when absent.
Value found_index(Arguments& arguments, bool has_length, bool is_last) {
  const std::string_view text = arguments.string(0);
  const std::string_view sub = arguments.string(1);
  arguments.budget().step(text.size() / 64);
  const auto size = static_cast<std::int64_t>(count_code_points(text));
  constexpr std::int64_t most = std::int64_t{1} << 61;
  const auto from_start = [size](std::int64_t at) { return std::max<std::int64_t>(at < 0 ? at + size : at, 0); };
  std::int64_t start = std::clamp(arguments.integer(2), -most, most);
  std::int64_t end = size;
  if (has_length) {
    // yaql counts a negative start from the end. Where it is still negative, Python counts it from the end once more:
    // in 'ab', -3 becomes -1 and then 1.
    if (start < 0) start += size;
    if (arguments.integer(3) >= 0) end = std::min(size, from_start(start + std::min(arguments.integer(3), most)));
  }
  start = from_start(start);
  if (start > size || end < start) return Value::integer(-1);
  const std::size_t begin_byte = byte_offset_of_code_point(text, static_cast<std::size_t>(start));
  const std::size_t end_byte = byte_offset_of_code_point(text, static_cast<std::size_t>(end));
  const std::string_view part = text.substr(begin_byte, end_byte - begin_byte);
  const std::size_t found =
      is_last ? find_last_text(part, sub, arguments.budget()) : find_text(part, sub, 0, arguments.budget());
  if (found == std::string_view::npos) return Value::integer(-1);
  return Value::integer(static_cast<std::int64_t>(code_points_before(text, begin_byte + found)));
}

Value index_from(Call& call) {
  return found_index(arguments_of(call), false, false);
}
Value index_within(Call& call) {
  return found_index(arguments_of(call), true, false);
}
Value last_index_from(Call& call) {
  return found_index(arguments_of(call), false, true);
}
Value last_index_within(Call& call) {
  return found_index(arguments_of(call), true, true);
}

Value to_characters(Call& call) {
  Arguments& arguments = arguments_of(call);
  const std::string_view text = arguments.string(0);
  List characters;
  for (std::size_t at = 0; at < text.size();) {
    arguments.budget().step();
    const std::size_t size = decode_code_point(text, at).size;
    characters.push_back(Value::string(text.substr(at, size)));
    at += size;
  }
  return Value::list(std::move(characters));
}

Value characters(Call& call) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view lowercase = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr std::string_view punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  constexpr std::string_view whitespace = " \t\n\r\v\f";
  constexpr std::string_view sets[][5] = {
      {digits},                                                 // digits
      {digits, "abcdef", "ABCDEF"},                             // hexdigits
      {lowercase},                                              // asciiLowercase
      {uppercase},                                              // asciiUppercase
      {lowercase, uppercase},                                   // asciiLetters
      {},                                                       // letters: refused
      {digits.substr(0, 8)},                                    // octdigits
      {punctuation},                                            // punctuation
      {digits, lowercase, uppercase, punctuation, whitespace},  // printable
      {},                                                       // lowercase: refused
      {},                                                       // uppercase: refused
      {whitespace},                                             // whitespace
  };
  Arguments& arguments = arguments_of(call);
  for (const std::size_t index : {5, 9, 10}) {
    if (arguments.boolean(index)) {
      throw Error("wrong-argument", "`characters` knows no `" +
                                        std::string(arguments.signature().parameters[index].name) +
                                        "`; there are `asciiLetters`, `asciiLowercase` and `asciiUppercase`.");
    }
  }
  std::string known;
  List result;
  for (std::size_t index = 0; index < std::size(sets); ++index) {
    if (!arguments.boolean(index)) continue;
    for (const std::string_view set : sets[index]) {
      for (const char character : set) {
        if (known.find(character) != std::string::npos) continue;
        known += character;
        result.push_back(Value::string({&character, 1}));
      }
    }
  }
  return Value::list(std::move(result));
}

Value is_string(Call& call) {
  return Value::boolean(arguments_of(call)[0].is_string());
}

Value starts_with(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::boolean(std::any_of(arguments.rest.begin(), arguments.rest.end(), [&](const Arguments::Slot& slot) {
    return arguments.string(0).starts_with(slot.value.as_string());
  }));
}

Value ends_with(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::boolean(std::any_of(arguments.rest.begin(), arguments.rest.end(), [&](const Arguments::Slot& slot) {
    return arguments.string(0).ends_with(slot.value.as_string());
  }));
}

constexpr Example concat_examples[] = {{"concat('a', 'b', 'c')", "", R"("abc")"}};
constexpr Example upper_examples[] = {{"'straße'.toUpper()", "", R"("STRASSE")"}};
constexpr Example lower_examples[] = {{"'ABC'.toLower()", "", R"("abc")"}};
constexpr Example len_examples[] = {{"len('abc')", "", "3"}};
constexpr Example len_method_examples[] = {{"'☃'.len()", "", "1"}};
constexpr Example split_examples[] = {{"'a b  c'.split()", "", R"(["a", "b", "c"])"},
                                      {"'a,b,c'.split(',', 1)", "", R"(["a", "b,c"])"}};
constexpr Example right_split_examples[] = {{"'a.b.c'.rightSplit('.', 1)", "", R"(["a.b", "c"])"}};
constexpr Example join_examples[] = {{"[1, null, true].join(', ')", "", R"("1, null, true")"}};
constexpr Example join_with_examples[] = {{"'-'.join([a, b])", "", R"("a-b")"}};
constexpr Example str_examples[] = {{"str(1.0)", "", R"("1.0")"}, {"str([1, 'a'])", "", R"j("(1, 'a')")j"}};
constexpr Example trim_examples[] = {{"'  x '.trim()", "", R"("x")"}, {"'xyaxy'.trim('yx')", "", R"("a")"}};
constexpr Example trim_left_examples[] = {{"' x '.trimLeft()", "", R"("x ")"}};
constexpr Example trim_right_examples[] = {{"' x '.trimRight()", "", R"(" x")"}};
constexpr Example norm_examples[] = {{"norm('  ')", "", "null"}};
constexpr Example norm_method_examples[] = {{"' a '.norm()", "", R"("a")"}};
constexpr Example is_empty_examples[] = {{"isEmpty(null)", "", "true"}};
constexpr Example is_empty_method_examples[] = {{"'  '.isEmpty(trim => false)", "", "false"}};
constexpr Example replace_examples[] = {{"'aaa'.replace('a', 'b', 2)", "", R"("bba")"}};
constexpr Example replace_each_examples[] = {{"'abc ab'.replace({abc => xx, ab => yy})", "", R"("xx yy")"}};
constexpr Example substring_examples[] = {{"'abcd'.substring(1, 2)", "", R"("bc")"},
                                          {"'abcd'.substring(-2)", "", R"("cd")"}};
constexpr Example index_examples[] = {{"'cabcdab'.indexOf('ab', 2)", "", "5"}};
constexpr Example index_within_examples[] = {{"'cabcdab'.indexOf('bc', 2, 2)", "", "2"}};
constexpr Example last_examples[] = {{"'abcabc'.lastIndexOf('bc')", "", "4"}};
constexpr Example last_within_examples[] = {{"'cabcdbc'.lastIndexOf('bc', 2, 5)", "", "5"}};
constexpr Example char_array_examples[] = {{"'abc'.toCharArray()", "", R"(["a", "b", "c"])"}};
constexpr Example characters_examples[] = {{"characters(octdigits => true).join('')", "", R"("01234567")"}};
constexpr Example is_string_examples[] = {{"isString('1')", "", "true"}};
constexpr Example starts_examples[] = {{"'abcd'.startsWith('x', 'ab')", "", "true"}};
constexpr Example ends_examples[] = {{"'abcd'.endsWith('cd')", "", "true"}};

}  // namespace
}  // namespace string_family

std::span<const Function> string_functions() {
  using namespace string_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "concat(*args: string) -> string",
       .summary = "The texts one behind the other.",
       .examples = concat_examples,
       .call = concat},
      {.kind = "method",
       .signature = "toUpper(string: string) -> string",
       .summary = "The text in capital letters.",
       .examples = upper_examples,
       .call = upper},
      {.kind = "method",
       .signature = "toLower(string: string) -> string",
       .summary = "The text in small letters.",
       .examples = lower_examples,
       .call = lower},
      {.kind = "function",
       .signature = "len(string: string) -> integer",
       .summary = "The number of characters.",
       .examples = len_examples,
       .call = length},
      {.kind = "method",
       .signature = "len(string: string) -> integer",
       .summary = "The number of characters.",
       .examples = len_method_examples,
       .call = length},
      {.kind = "method",
       .signature = "split(string: string, separator: string = null, maxSplits: integer = -1) -> list",
       .summary = "The pieces between separators, or between runs of white space.",
       .examples = split_examples,
       .call = split},
      {.kind = "method",
       .signature = "rightSplit(string: string, separator: string = null, maxSplits: integer = -1) -> list",
       .summary = "Like `split`, but `maxSplits` counts from the end.",
       .examples = right_split_examples,
       .call = split_right},
      {.kind = "method",
       .signature = "join(sequence: iterable, separator: string) -> string",
       .summary = "The items as text with the separator between them.",
       .examples = join_examples,
       .call = join_items},
      {.kind = "method",
       .signature = "join(separator: string, sequence: iterable) -> string",
       .summary = "The items as text with the separator between them, called on the separator.",
       .examples = join_with_examples,
       .call = join_with},
      {.kind = "function",
       .signature = "str(value: any) -> string",
       .summary = "The value as text; collections as Python shows them.",
       .examples = str_examples,
       .call = to_text},
      {.kind = "method",
       .signature = "trim(string: string, chars: string = null) -> string",
       .summary = "The text without those characters, or white space, at both ends.",
       .examples = trim_examples,
       .call = trim_both},
      {.kind = "method",
       .signature = "trimLeft(string: string, chars: string = null) -> string",
       .summary = "The text without those characters, or white space, at its start.",
       .examples = trim_left_examples,
       .call = trim_left},
      {.kind = "method",
       .signature = "trimRight(string: string, chars: string = null) -> string",
       .summary = "The text without those characters, or white space, at its end.",
       .examples = trim_right_examples,
       .call = trim_right},
      {.kind = "function",
       .signature = "norm(string: string?, chars: string = null) -> string",
       .summary = "The trimmed text, or null when nothing is left of it.",
       .examples = norm_examples,
       .call = norm},
      {.kind = "method",
       .signature = "norm(string: string?, chars: string = null) -> string",
       .summary = "The trimmed text, or null when nothing is left of it.",
       .examples = norm_method_examples,
       .call = norm},
      {.kind = "function",
       .signature = "isEmpty(string: string?, trim: boolean = true, chars: string = null) -> boolean",
       .summary = "Whether the text is null, or has nothing but white space or those characters.",
       .examples = is_empty_examples,
       .call = is_empty},
      {.kind = "method",
       .signature = "isEmpty(string: string?, trim: boolean = true, chars: string = null) -> boolean",
       .summary = "Whether the text is null, or has nothing but white space or those characters.",
       .examples = is_empty_method_examples,
       .call = is_empty},
      {.kind = "method",
       .signature = "replace(string: string, old: string, new: string, count: integer = -1) -> string",
       .summary = "The text with up to `count` occurrences replaced.",
       .examples = replace_examples,
       .call = replace},
      {.kind = "method",
       .signature = "replace(string: string, replacements: dict, count: integer = -1) -> string",
       .summary = "The text with each key of the dictionary replaced by its value, one key after the other.",
       .examples = replace_each_examples,
       .call = replace_each},
      {.kind = "method",
       .signature = "substring(string: string, start: integer, length: integer = -1) -> string",
       .summary = "The part from a position on; a negative one counts from the end.",
       .examples = substring_examples,
       .call = substring},
      {.kind = "method",
       .signature = "indexOf(string: string, sub: string, start: integer = 0) -> integer",
       .summary = "The offset of the first occurrence of another text, or -1.",
       .examples = index_examples,
       .call = index_from},
      {.kind = "method",
       .signature = "indexOf(string: string, sub: string, start: integer, length: integer) -> integer",
       .summary = "The offset of the first occurrence within that many characters, or -1.",
       .examples = index_within_examples,
       .call = index_within},
      {.kind = "method",
       .signature = "lastIndexOf(string: string, sub: string, start: integer = 0) -> integer",
       .summary = "The offset of the last occurrence of another text, or -1.",
       .examples = last_examples,
       .call = last_index_from},
      {.kind = "method",
       .signature = "lastIndexOf(string: string, sub: string, start: integer, length: integer) -> integer",
       .summary = "The offset of the last occurrence within that many characters, or -1.",
       .examples = last_within_examples,
       .call = last_index_within},
      {.kind = "method",
       .signature = "toCharArray(string: string) -> list",
       .summary = "The characters as a list.",
       .examples = char_array_examples,
       .call = to_characters},
      {.kind = "function",
       .signature =
           "characters(digits: boolean? = false, hexdigits: boolean? = false, asciiLowercase: boolean? = false, "
           "asciiUppercase: boolean? = false, asciiLetters: boolean? = false, letters: boolean? = false, "
           "octdigits: boolean? = false, punctuation: boolean? = false, printable: boolean? = false, "
           "lowercase: boolean? = false, uppercase: boolean? = false, whitespace: boolean? = false) -> list",
       .summary = "The ASCII characters of the sets that are true, each once.",
       .details =
           "`letters`, `lowercase` and `uppercase` are known by name only: true is an error, as in the reference.",
       .examples = characters_examples,
       .call = characters},
      {.kind = "function",
       .signature = "isString(arg: any) -> boolean",
       .summary = "Whether the value is text.",
       .examples = is_string_examples,
       .call = is_string},
      {.kind = "method",
       .signature = "startsWith(string: string, *prefixes: string) -> boolean",
       .summary = "Whether the text starts with one of the others.",
       .examples = starts_examples,
       .call = starts_with},
      {.kind = "method",
       .signature = "endsWith(string: string, *suffixes: string) -> boolean",
       .summary = "Whether the text ends with one of the others.",
       .examples = ends_examples,
       .call = ends_with},
  };
  return all;
}

}  // namespace evalground::yaql
