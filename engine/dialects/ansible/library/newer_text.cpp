// Filters of texts, numbers and paths that are new or have changed since ansible-core 2.14.
#include <algorithm>
#include <cmath>

#include "base/regex/replace.hpp"
#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/path.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "base/time/datetime.hpp"
#include "dialects/ansible/library/older.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/python_number.hpp"
#include "value/python_text.hpp"

namespace evalground::ansible {
namespace newer_text_family {
namespace {

// Since 2.19 only certain words and 0 and 1 are converted silently. Any other value gives false, or true for 1.0, with
// a warning.
Value to_bool(Call& base) {
  FunctionCall& call = function_call(base);
  const Value& value = call[0];
  call.evaluator.note_sensitive(value);
  if (value.kind() == Kind::boolean) return value;
  if (value.is_string()) {
    const std::string word = to_lower(value.as_string());
    for (const std::string_view yes : {"yes", "on", "true", "1"}) {
      if (word == yes) return Value::boolean(true);
    }
    for (const std::string_view no : {"no", "off", "false", "0"}) {
      if (word == no) return Value::boolean(false);
    }
  }
  if (value.kind() == Kind::integer && (value.as_integer() == 0 || value.as_integer() == 1)) {
    return Value::boolean(value.as_integer() == 1);
  }
  const bool result = value.kind() == Kind::real && value.as_real() == 1;
  call.evaluator.warn("coerced-value", "The `bool` filter coerced invalid value " + call.evaluator.repr(value) + " (" +
                                           call.evaluator.type_name(value) + ") to " + (result ? "True." : "False."));
  return Value::boolean(result);
}

// Returns the value unchanged, or fails with the name of the missing variable if that is known.
Value mandatory(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call[0].is_undefined()) return call[0];
  if (call.set(1)) call.fail(call.text(1));
  const Value& missing = call.evaluator.undefined(call[0]).name;
  const bool has_name = missing.is_string() && missing.text_size() != 0;
  call.fail("Mandatory variable " + (has_name ? "'" + std::string(missing.as_string()) + "' " : std::string()) +
            "not defined.");
}

// The filter `default`. Since 2.19 an undefined value also carries failures, so `(nothing | upper) | default('x')`
// gives x.
Value fallback(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.given(2) && call[2].kind() != Kind::boolean) {
    call.fail("The 'boolean' argument must be of type 'bool', not '" + call.evaluator.type_name(call[2]) + "'.");
  }
  const bool is_missing = call[0].is_undefined() || (call.truth(2) && !call.evaluator.truth(call[0]));
  return is_missing ? call[1] : call[0];
}

Value comment(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string style = call.text(1);
  for (const std::string_view known : {"plain", "erlang", "c", "cblock", "xml"}) {
    if (style == known) return call_older(call, ansible_text_filters(), "comment", {{call[0], call[1]}});
  }
  call.fail("Invalid style '" + style + "'.");
}

// 'aaa' | regex_replace('a', 'b', count=2) -> 'bba'. The message about mandatory_count shows `count` and not the number
// of matches.
Value regex_replace_counted(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const std::int64_t most = call.number(5);
  const std::int64_t wanted = call.number(6);
  const Ref<const Regex> regex = compile_regex(call, call[1], call.truth(3), call.truth(4));
  if (!call[2].is_string()) {
    call.fail("decoding to str: need a bytes-like object, " + call.evaluator.type_name(call[2]) + " found",
              "type-error");
  }
  const auto replacement = ReplacementTemplate::parse(call.text(2), *regex);
  if (const auto* error = std::get_if<ReplacementTemplate::Error>(&replacement)) {
    call.fail("The replacement is wrong: " + error->message + ".");
  }
  // In Python's re.subn() a negative count means no replacement.
  if (most < 0) return Value::string(text);
  const RegexReplaced replaced = regex_replace(*regex, text, std::get<ReplacementTemplate>(replacement),
                                               static_cast<std::size_t>(most), call.context.budget);
  if (wanted != 0 && wanted != static_cast<std::int64_t>(replaced.count)) {
    call.fail("'" + call.text(1) + "' should match " + std::to_string(wanted) + " times, but matches " +
              std::to_string(most) + " times in '" + text + "'");
  }
  return Value::string(replaced.text);
}

// Without `utc` the time is a naive local time: "%Z", "%z" and "%:z" give an empty text. '%Y-%m-%d' |
// strftime(1700000000) -> '2023-11-14'. The local zone here is UTC. The limit of the seconds is the distance to the
// year 1.
Value strftime(Call& base) {
  FunctionCall& call = function_call(base);
  const bool is_utc = call.truth(2);
  std::int64_t instant = call.context.clock.now();
  if (call.set(1)) {
    const auto fail = [&] { call.fail("Invalid value for epoch value (" + call.evaluator.text(call[1]) + ")"); };
    const Value seconds = recover([&] { return python_float(call[1]); }, [&](const Error&) { return Value::null(); });
    if (seconds.is_null() || !(std::abs(seconds.as_real()) < 62'135'596'800.0)) fail();
    const double whole = std::floor(seconds.as_real());
    instant = static_cast<std::int64_t>(whole) * microseconds_per_second +
              std::llround((seconds.as_real() - whole) * static_cast<double>(microseconds_per_second));
  }
  std::string format;
  const std::string given = call.text(0);
  for (std::size_t at = 0; at < given.size(); ++at) {
    if (given[at] != '%' || at + 1 == given.size()) {
      format += given[at];
      continue;
    }
    if (given.substr(at, 3) == "%:z") {
      if (is_utc) format += "+00:00";
      at += 2;
      continue;
    }
    const char letter = given[++at];
    if (!is_utc && (letter == 'Z' || letter == 'z')) continue;
    format.append(1, '%').append(1, letter);
  }
  return Value::string(format_time(format, civil_time(instant, 0), "UTC"));
}

// ---- Sizes

// A unit that is unknown, or that does not go with its letter: "foo", or "Mb" where bytes are wanted.
[[noreturn]] void fail_unit(const FunctionCall& call, const std::string& text, const std::string& unit,
                            std::string_view letters, bool is_bits) {
  const std::string failed = "human_to_bytes() failed to convert " + text;
  const char letter = to_upper(unit)[0];
  if (letters.find(letter) == std::string_view::npos) {
    call.fail(failed + " (unit = " + unit + "). The suffix must be one of Y, Z, E, P, T, G, M, K, B");
  }
  const std::string short_unit = is_bits ? "b" : "B";
  const std::string expected =
      letter == 'B' ? short_unit + " or " + (is_bits ? "bit" : "byte") : letter + short_unit + " or " + letter;
  call.fail(failed + ". Value is not a valid string (expect " + expected + ")");
}

// A size such as "1.5 MB": a number, at most one unit of one letter, a short or a whole name, and nothing else.
Value human_to_bytes(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const auto fail = [&] { call.fail("human_to_bytes() can't interpret following string: " + text); };
  Scanner scanner(text);
  scanner.take_while(is_ascii_digit);
  if (scanner.take('.') && scanner.take_while(is_ascii_digit).empty()) fail();
  const auto number = parse_real(scanner.between(0, scanner.offset()));
  if (!number) fail();
  scanner.skip_whitespace();
  std::string unit(scanner.take_while(is_ascii_letter));
  scanner.skip_whitespace();
  if (!scanner.at_end()) fail();
  if (unit.empty() && call.set(1)) unit = call.text(1);
  constexpr std::string_view letters = "BKMGTPEZY";  // each 1024 times the one before
  constexpr std::string_view names[] = {"", "kilo", "mega", "giga", "tera", "peta", "exa", "zetta", "yotta"};
  const bool is_bits = call.truth(2);
  std::size_t power = unit.empty() ? 0 : letters.size();
  for (std::size_t i = 0; i < letters.size() && power == letters.size(); ++i) {
    const bool is_letter = unit.size() == 1 && to_upper(unit)[0] == letters[i];
    const bool is_short = i > 0 && unit == std::string(1, letters[i]) + (is_bits ? "b" : "B");
    const bool is_name = to_lower(unit) == std::string(names[i]) + (is_bits ? "bit" : "byte");
    if (is_letter || is_short || is_name) power = i;
  }
  if (power == letters.size()) fail_unit(call, text, unit, letters, is_bits);
  return python_round(Value::real(std::ldexp(number.value, static_cast<int>(10 * power))), std::nullopt,
                      call.context.budget);
}

// ---- Paths

// ['/a/b/c', '/a/b/d'] | commonpath -> '/a/b'. Whole components are compared, unlike os.path.commonprefix(). Absolute
// and relative paths cannot be mixed.
Value commonpath(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].is_string() || !call.evaluator.is_iterable(call[0])) {
    call.fail("commonpath expects sequence, got " + call.evaluator.type_name(call[0]));
  }
  const List paths = call.items(0);
  if (paths.empty()) call.fail("commonpath() iterable argument is empty");
  std::vector<std::vector<std::string>> all;
  std::optional<bool> is_absolute;
  for (const Value& path : paths) {
    if (!path.is_string()) {
      call.fail("expected str, bytes or os.PathLike object, not " + call.evaluator.type_name(path), "type-error");
    }
    const std::string_view text = path.as_string();
    if (is_absolute && *is_absolute != is_absolute_path(text)) {
      call.fail("Can't mix absolute and relative paths", "value-error");
    }
    is_absolute = is_absolute_path(text);
    std::vector<std::string>& parts = all.emplace_back();
    for (const std::string_view part : Split(text, "/")) {
      call.context.budget.step();
      if (!part.empty() && part != ".") parts.emplace_back(part);
    }
  }
  std::size_t count = all.front().size();
  for (const auto& parts : all) {
    const auto differs = std::mismatch(parts.begin(), parts.end(), all.front().begin(), all.front().end()).first;
    count = std::min(count, static_cast<std::size_t>(differs - parts.begin()));
  }
  std::string common = *is_absolute ? "/" : "";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) common += '/';
    common += all.front()[i];
  }
  return Value::string(common);
}

// POSIX gives a meaning to exactly two leading slashes, so os.path.normpath() keeps them.
Value normpath(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call[0].is_string()) {
    call.fail("expected str, bytes or os.PathLike object, not " + call.evaluator.type_name(call[0]), "type-error");
  }
  const std::string path = call.text(0);
  const bool has_two_slashes = path.starts_with("//") && !path.starts_with("///");
  return Value::string((has_two_slashes ? "/" : "") + normalise_path(path));
}

// ---- base64

// '>>>?' | b64encode(urlsafe=true) -> 'Pj4-Pw=='. The alphabet for URLs has `-` and `_` in place of `+` and `/`.
Value b64encode(Call& base) {
  FunctionCall& call = function_call(base);
  Value result = call_older(call, ansible_encoding_filters(), "b64encode", {{call[0], call[1]}});
  if (!call.truth(2)) return result;
  std::string text(result.as_string());
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return Value::string(text);
}

Value b64decode(Call& base) {
  FunctionCall& call = function_call(base);
  std::string text = call.text(0);
  if (call.truth(2)) {
    std::replace(text.begin(), text.end(), '-', '+');
    std::replace(text.begin(), text.end(), '_', '/');
  }
  return call_older(call, ansible_encoding_filters(), "b64decode", {{Value::string(text), call[1]}});
}

constexpr Example bool_examples[] = {
    {"{{ 'YES' | bool }} {{ 'maybe' | bool }}", "", R"("True False")", in_ansible_2_21}};
constexpr Example mandatory_examples[] = {{"{{ nothing | mandatory }}", "", "error", in_ansible_2_21}};
constexpr Example default_examples[] = {
    {"{{ (nothing | upper) | default('none such') }}", "", R"("none such")", in_ansible_2_21},
    {"{{ '' | default('empty', 1) }}", "", "error", in_ansible_2_21}};
constexpr Example comment_examples[] = {{"{{ 'a' | comment('c') }}", "", R"("//\n// a\n//")", in_ansible_2_21}};
constexpr Example regex_replace_examples[] = {
    {"{{ 'aaa' | regex_replace('a', 'b', count=2) }}", "", R"("bba")", in_ansible_2_21},
    {"{{ 'aaa' | regex_replace('a', 'b', mandatory_count=2) }}", "", "error", in_ansible_2_21}};
constexpr Example strftime_examples[] = {
    {"{{ '%Y-%m-%d %f%Z' | strftime(1700000000.5) }}", "", R"("2023-11-14 500000")", in_ansible_2_21}};
constexpr Example human_to_bytes_examples[] = {{"{{ '1.5 MB' | human_to_bytes }}", "", R"("1572864")", in_ansible_2_21},
                                               {"{{ '1 megabytes' | human_to_bytes }}", "", "error", in_ansible_2_21}};
constexpr Example commonpath_examples[] = {
    {"{{ ['/a/b/c', '/a/b/d'] | commonpath }}", "", R"("/a/b")", in_ansible_2_21}};
constexpr Example normpath_examples[] = {{"{{ '/a//b/../c/.' | normpath }}", "", R"("/a/c")", in_ansible_2_21}};
constexpr Example b64encode_examples[] = {
    {"{{ '>>>?' | b64encode(urlsafe=true) }}", "", R"("Pj4-Pw==")", in_ansible_2_21}};
constexpr Example b64decode_examples[] = {
    {"{{ 'Pj4-Pw==' | b64decode(urlsafe=true) }}", "", R"(">>>?")", in_ansible_2_21}};
constexpr std::string_view default_aliases[] = {"d"};

constexpr Function all[] = {
    {.kind = ansible_2_21_filter,
     .signature = "bool(value: any) -> boolean",
     .summary = "Whether a value is one of the words for true; any other value is false, with a warning.",
     .changed = "2.19",
     .examples = bool_examples,
     .call = to_bool},
    {.kind = ansible_2_21_filter,
     .signature = "mandatory(value: any, msg: string = null) -> any",
     .summary = "Fails when the value is undefined.",
     .changed = "2.19",
     .examples = mandatory_examples,
     .call = mandatory},
    {.kind = ansible_2_21_filter,
     .signature = "default(value: any, default_value: any = '', boolean: boolean = false) -> any",
     .summary = "The default when the value, or what it was computed from, is undefined; with `boolean`, when it is "
                "false too.",
     .changed = "2.19",
     .aliases = default_aliases,
     .examples = default_examples,
     .call = fallback},
    {.kind = ansible_2_21_filter,
     .signature = "comment(value: string, style: string = 'plain', **keywords: any) -> string",
     .summary = "Makes a comment of a text.",
     .changed = "2.19",
     .examples = comment_examples,
     .call = comment},
    {.kind = ansible_2_21_filter,
     .signature = "regex_replace(value: string, pattern: string = '', replacement: string = '', ignorecase: boolean = "
                  "false, multiline: boolean = false, count: integer = 0, mandatory_count: integer = 0) -> string",
     .summary = "Replaces each match of a regular expression, or the first `count`.",
     .details = "Fails when `mandatory_count` is given and another number of matches was replaced.",
     .changed = "2.17",
     .examples = regex_replace_examples,
     .call = regex_replace_counted},
    {.kind = ansible_2_21_filter,
     .signature = "strftime(value: string, second: number = null, utc: boolean = false) -> string",
     .summary = "Writes a time in this format: seconds since 1970, or now.",
     .changed = "2.19",
     .effects = Effects::clock,
     .examples = strftime_examples,
     .call = strftime},
    {.kind = ansible_2_21_filter,
     .signature = "human_to_bytes(value: string, default_unit: string = null, isbits: boolean = false) -> integer",
     .summary = "The number of bytes of a size such as `1.5 MB`.",
     .details = "The unit is one letter, `KB` to `YB` (of bits `Kb` to `Yb`), or a whole name such as `megabyte`.",
     .changed = "2.19",
     .examples = human_to_bytes_examples,
     .call = human_to_bytes},
    {.kind = ansible_2_21_filter,
     .signature = "commonpath(value: list) -> string",
     .summary = "The longest path that all paths begin with.",
     .since = "2.15",
     .examples = commonpath_examples,
     .call = commonpath},
    {.kind = ansible_2_21_filter,
     .signature = "normpath(value: string) -> string",
     .summary = "The path without `.`, `..` and double slashes.",
     .since = "2.15",
     .examples = normpath_examples,
     .call = normpath},
    {.kind = ansible_2_21_filter,
     .signature = "b64encode(value: string, encoding: string = 'utf-8', urlsafe: boolean = false) -> string",
     .summary = "Text as base64, if wanted with the alphabet for URLs.",
     .changed = "2.19",
     .examples = b64encode_examples,
     .call = b64encode},
    {.kind = ansible_2_21_filter,
     .signature = "b64decode(value: string, encoding: string = 'utf-8', urlsafe: boolean = false) -> string",
     .summary = "The text that base64 stands for.",
     .changed = "2.19",
     .examples = b64decode_examples,
     .call = b64decode},
};

}  // namespace
}  // namespace newer_text_family

std::span<const Function> ansible_newer_text_filters() {
  using namespace newer_text_family;
  return all;
}

}  // namespace evalground::ansible
