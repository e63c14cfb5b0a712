// Filters with regular expressions of Python: search, replace, escape.
// Filters with regular expressions of Python: search, replace, escape.
//
// Patterns are translated for PCRE2 by base/regex, and compiled ones are kept for the run. Matching is charged there,
// because some patterns take exponential time.
#include <optional>

#include "base/regex/replace.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"

namespace evalground::ansible {

Ref<const Regex> compile_regex(const FunctionCall& call, const std::string& pattern, bool ignore_case,
                               bool multi_line) {
  RegexFlags flags;
  flags.ignore_case = ignore_case;
  flags.multi_line = multi_line;
  CompiledRegex compiled = call.context.regexes.compile(RegexSyntax::python, pattern, flags);
  if (!compiled) {
    call.fail("The regular expression " + quote(pattern) + " is wrong: " + compiled.error.message + " at position " +
              std::to_string(code_points_before(pattern, compiled.error.offset)) + ".");
  }
  return compiled.regex;
}

Ref<const Regex> compile_regex(const FunctionCall& call, const Value& pattern, bool ignore_case, bool multi_line) {
  call.evaluator.require_hashable(pattern);  // Python's cache of compiled patterns uses it as a key
  if (!pattern.is_string()) call.fail("first argument must be string or compiled pattern", "type-error");
  return compile_regex(call, call.evaluator.text(pattern), ignore_case, multi_line);
}

namespace filters_regex_family {
namespace {

// 'aXbX' | regex_replace('x', '-', ignorecase=true) -> 'a-b-'. The replacement is parsed before the search, so a wrong
// reference to a group fails even if nothing matches.
Value regex_replace_filter(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const Ref<const Regex> regex = compile_regex(call, call[1], call.truth(3), call.truth(4));
  // For Python an undefined replacement is a function, which it calls at the first match.
  if (call[2].is_undefined()) {
    RegexMatch match;
    if (regex->find(text, 0, RegexAnchor::none, match, call.context.budget)) call.evaluator.fail_undefined(call[2]);
    return Value::string(text);
  }
  if (!call[2].is_string()) {
    call.fail("decoding to str: need a bytes-like object, " + call.evaluator.type_name(call[2]) + " found",
              "type-error");
  }
  const auto replacement = ReplacementTemplate::parse(call.text(2), *regex);
  if (const auto* error = std::get_if<ReplacementTemplate::Error>(&replacement)) {
    call.fail("The replacement is wrong: " + error->message + ".");
  }
  return Value::string(
      regex_replace(*regex, text, std::get<ReplacementTemplate>(replacement), 0, call.context.budget).text);
}

// A group requested by "\\1" or "\\g<name>". It is looked up only if the pattern matches.
struct AskedGroup {
  std::string text;
  std::string name;  // empty: by number only
  std::optional<std::int64_t> number;
};

// '\\1' asks for a group by number, '\\g<name>' by name. The messages are those of the Python code for wrong arguments.
AskedGroup asked_group(const FunctionCall& call, const Value& argument) {
  AskedGroup asked{call.evaluator.text(argument), {}, {}};
  std::string_view name = asked.text;
  const auto fail = [&] { call.fail("'NoneType' object has no attribute 'group'", "attribute-error"); };
  if (name.starts_with("\\g")) {
    // As re.match(r'\\g<(\S+)>') finds it.
    const std::size_t space = name.find_first_of(" \t\n\r\f\v");
    const std::size_t end = name.substr(0, space).rfind('>');
    if (!name.starts_with("\\g<") || end == std::string_view::npos || end < 4) fail();
    asked.name = name.substr(3, end - 3);
  } else if (name.starts_with('\\')) {
    name.remove_prefix(1);
    const std::string_view digits = name.substr(0, name.find_first_not_of("0123456789"));
    if (digits.empty()) fail();
    const auto number = parse_loose_integer(digits);
    if (number) asked.number = number.value;
  } else {
    call.fail("Unknown argument");
  }
  return asked;
}

std::size_t group_number(const FunctionCall& call, const AskedGroup& asked, const Regex& regex) {
  if (!asked.name.empty()) {
    if (const auto group = regex.group_number(asked.name)) return *group;
  } else if (asked.number && *asked.number <= static_cast<std::int64_t>(regex.group_count())) {
    return static_cast<std::size_t>(*asked.number);
  }
  call.fail("no such group: " + asked.text);
}

// 'foobar' | regex_search('ba.') -> 'bar', or none. With groups the result is a list: regex_search('(o+)(b)', '\\1',
// '\\2') -> ['oo', 'b'].
Value regex_search(Call& base) {
  FunctionCall& call = function_call(base);
  // Other keywords are ignored.
  const auto flag = [&](std::string_view name) {
    const Value* given = keyword(call, name);
    return given != nullptr && call.evaluator.truth(*given);
  };
  const std::string text = call.text(0);
  const Ref<const Regex> regex = compile_regex(call, call[1], flag("ignorecase"), flag("multiline"));
  std::vector<AskedGroup> groups;
  for (const Value& argument : call.rest) groups.push_back(asked_group(call, argument));
  RegexMatch match;
  if (!regex->find(text, 0, RegexAnchor::none, match, call.context.budget)) return Value::null();
  if (groups.empty()) return Value::string(match.text());
  List found;
  for (const AskedGroup& asked : groups) {
    const std::size_t group = group_number(call, asked, *regex);
    found.push_back(match[group].is_set() ? Value::string(match.text(group)) : Value::null());
  }
  return Value::list(std::move(found));
}

// As re.findall(): the whole matches without groups, the group if there is one, tuples if there are several.
Value regex_findall(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const Ref<const Regex> regex = compile_regex(call, call[1], call.truth(3), call.truth(2));
  const RegexSubject subject(text);
  RegexMatches matches(*regex, subject, call.context.budget);
  RegexMatch match;
  List found;
  while (matches.next(match)) {
    call.context.budget.step();
    if (match.size() <= 2) {
      found.push_back(Value::string(match.text(match.size() - 1)));
      continue;
    }
    List groups;
    for (std::size_t group = 1; group < match.size(); ++group) groups.push_back(Value::string(match.text(group)));
    found.push_back(Value::tuple(std::move(groups)));
  }
  return Value::list(std::move(found));
}

// 'a.b*c' -> 'a\.b\*c'. In basic POSIX expressions fewer characters are special.
Value regex_escape(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const std::string type = call.text(1);
  if (type == "python") return Value::string(escape_regex(text));
  if (type == "posix_extended") call.fail("Regex type (posix_extended) not yet implemented");
  if (type != "posix_basic") call.fail("Invalid regex type (" + type + ")");
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("].[^$*\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return Value::string(escaped);
}

constexpr Example regex_replace_examples[] = {
    {R"({{ 'localhost:80' | regex_replace('^(?P<host>.+):(?P<port>\\d+)$', '\\g<port> of \\1') }})", "",
     R"("80 of localhost")", in_ansible},
    {"{{ 'aXbX' | regex_replace('x', '-', ignorecase=true) }}", "", R"("a-b-")", in_ansible}};
constexpr Example regex_search_examples[] = {
    {"{{ 'foobar' | regex_search('ba.') }}", "", R"("bar")", in_ansible},
    {R"({{ 'foobar' | regex_search('(o+)(b)', '\\1', '\\2') }})", "", R"("['oo', 'b']")", in_ansible}};
constexpr Example regex_findall_examples[] = {
    {"{{ 'a1 b2' | regex_findall('([a-z])([0-9])') }}", "", R"("[('a', '1'), ('b', '2')]")", in_ansible}};
constexpr Example regex_escape_examples[] = {{"{{ 'a.b*c' | regex_escape }}", "", R"("a\\.b\\*c")", in_ansible},
                                             {"{{ 'a' | regex_escape('posix_extended') }}", "", "error", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "regex_replace(value: string, pattern: string = '', replacement: string = '', ignorecase: boolean = "
                  "false, multiline: boolean = false) -> string",
     .summary = "Replaces each match of a regular expression.",
     .details = "The replacement may refer to groups: `\\1`, `\\g<1>`, `\\g<name>`.",
     .examples = regex_replace_examples,
     .call = regex_replace_filter},
    {.kind = ansible_filter,
     .signature = "regex_search(value: string, regex: string, *groups: string, **keywords: any) -> any",
     .summary = "The first match of a regular expression, or the selected groups.",
     .details = "Select groups by `'\\\\1'` or `'\\\\g<name>'`; keywords are `ignorecase` and `multiline`. None when "
                "nothing matches.",
     .examples = regex_search_examples,
     .call = regex_search},
    {.kind = ansible_filter,
     .signature = "regex_findall(value: string, regex: string, multiline: boolean = false, ignorecase: boolean = "
                  "false) -> list",
     .summary = "All matches of a regular expression, or their groups.",
     .examples = regex_findall_examples,
     .call = regex_findall},
    {.kind = ansible_filter,
     .signature = "regex_escape(value: string, re_type: string = 'python') -> string",
     .summary = "The regular expression that matches just this text.",
     .details = "`re_type` is `python` or `posix_basic`.",
     .examples = regex_escape_examples,
     .call = regex_escape},
};

}  // namespace
}  // namespace filters_regex_family

std::span<const Function> ansible_regex_filters() {
  using namespace filters_regex_family;
  return all;
}

}  // namespace evalground::ansible
