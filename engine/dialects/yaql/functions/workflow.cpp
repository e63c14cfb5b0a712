// Functions that workflow engines add to YAQL and that need no workflow: StackStorm, its engine Orquesta, and Mistral.
//
// YAQL itself does not have them, so only expressions of workflows, written between `<%` and `%>`, can use them. Those
// that ask a running workflow are in host_functions.cpp. Results that the workspace gives go before everything here.

#include <algorithm>
#include <cmath>

#include "base/regex/replace.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/paths/json_path.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/pyyaml_write.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"
#include "value/python_json.hpp"

namespace evalground::yaql {
namespace workflow_family {
namespace {

// What Python iterates over: the keys of a dictionary, the characters of a text, the items of all else.
List items_of(Evaluator& evaluator, const Value& value) {
  Budget& budget = evaluator.context.budget;
  List items;
  if (value.is_map()) {
    for (const auto& entry : value.as_map()) {
      budget.step();
      items.push_back(plain_key(entry.key));
    }
  } else if (value.is_string()) {
    const std::string_view text = value.as_string();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = decode_code_point(text, at).size;
      budget.step();
      items.push_back(Value::string(text.substr(at, size)));
      at += size;
    }
  } else if (evaluator.is_iterable(value)) {
    Cursor cursor = Cursor::unlimited(evaluator, value);
    while (const Value* item = cursor.next()) items.push_back(*item);
  } else if (!value.is_null()) {
    throw Error("wrong-argument", "`zip` takes lists, not " + short_text(value, 60) + ".");
  }
  return items;
}

// Pads the shorter ones. A single one is the result itself.
Value zip(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments.rest.size() == 1 && !arguments.rest[0].value.is_null()) return arguments.rest[0].value;
  Value pad = Value::null();
  for (const Arguments::Named& named : arguments.named) {
    if (named.name == "pad") pad = named.slot.value;
  }
  std::vector<List> lists;
  std::size_t longest = 0;
  for (const Arguments::Slot& slot : arguments.rest) {
    lists.push_back(items_of(arguments.evaluator, slot.value));
    longest = std::max(longest, lists.back().size());
  }
  List rows;
  if (lists.size() < 2) return Value::list(std::move(rows));
  for (std::size_t row = 0; row < longest; ++row) {
    List items;
    for (const List& list : lists) {
      arguments.budget().step();
      items.push_back(row < list.size() ? list[row] : pad);
    }
    rows.push_back(Value::list(std::move(items)));
  }
  return Value::list(std::move(rows));
}

Value parse_json_text(Call& call) {
  Arguments& arguments = arguments_of(call);
  return parse_json_last_wins(arguments.string(0), arguments.budget());
}

// The value as data: a lazy result has its items.
std::string json_of(Arguments& arguments, const PythonJsonStyle& style) {
  return python_json(arguments.evaluator.plain(arguments[0]), arguments.budget(), style);
}

Value to_json_string(Call& call) {
  Arguments& arguments = arguments_of(call);
  PythonJsonStyle style;
  style.item_separator = ",";
  style.sort_keys = arguments.boolean(2);
  if (!arguments[1].is_null()) {
    constexpr std::int64_t most = 1000;
    style.indent = std::string(static_cast<std::size_t>(std::clamp<std::int64_t>(arguments.integer(1), 0, most)), ' ');
  }
  return Value::string(json_of(arguments, style));
}

Value json_dump(Call& call) {
  PythonJsonStyle style;
  style.indent = std::string(4, ' ');
  style.item_separator = ",";
  return Value::string(json_of(arguments_of(call), style));
}

Value to_complex(Call& call) {
  return Value::string(json_of(arguments_of(call), {}));
}

// The JSON text without the quotes at its ends, also without those that the text itself has there, escaped or not.
Value json_escape(Call& call) {
  return Value::string(trim(json_of(arguments_of(call), {}), "\""));
}

Value parse_yaml_text(Call& call) {
  Arguments& arguments = arguments_of(call);
  YamlLoadOptions options;
  options.rules = YamlRules::yaml_1_1;
  options.last_duplicate_wins = true;
  const std::uint32_t file = arguments.context.sources.add_file("<yaml>", std::string(arguments.string(0)));
  const Value value = load_yaml(arguments.context.sources, file, arguments.budget(), options);
  return value.is_undefined() ? Value::null() : value;
}

Value yaml_text(Call& call) {
  Arguments& arguments = arguments_of(call);
  PyYamlStyle style;
  style.default_flow_style = false;
  return Value::string(write_pyyaml(arguments.evaluator.plain(arguments[0]), arguments.budget(), style));
}

// The text that stands for null where a template engine would drop it.
Value use_none(Call& call) {
  constexpr std::string_view none = "%*****__%NONE%__*****%";
  const Value& value = arguments_of(call)[0];
  return value.is_null() ? Value::string(none) : value;
}

Value query_json_path(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Value data = arguments.evaluator.plain(arguments[0]);
  const std::string_view written = arguments.string(1);
  const std::string path = written.starts_with('$')   ? std::string(written)
                           : written.starts_with('[') ? "$" + std::string(written)
                                                      : "$." + std::string(written);
  const JsonPath query(path, {}, arguments.budget());
  List found;
  for (const JsonPath::Match& match : query.matches(data, arguments.budget(), arguments.context.regexes)) {
    found.push_back(*match.value);
  }
  return found.empty() ? Value::null() : Value::list(std::move(found));
}

std::string text_at(Arguments& arguments, std::size_t index) {
  return arguments[index].is_string() ? std::string(arguments.string(index))
                                      : text_of(arguments[index], arguments.budget());
}

Ref<const Regex> pattern_at(Arguments& arguments, std::size_t index, bool ignores_case) {
  RegexFlags flags;
  flags.ignore_case = ignores_case;
  const CompiledRegex compiled = arguments.context.regexes.compile(RegexSyntax::python, arguments.string(index), flags);
  if (!compiled) {
    throw Error("invalid-pattern", "The regular expression " + quote(arguments.string(index)) +
                                       " cannot be read: " + compiled.error.message + ".");
  }
  return compiled.regex;
}

template <RegexAnchor anchor>
Value has_match(Call& call) {
  Arguments& arguments = arguments_of(call);
  const std::string text = text_at(arguments, 0);
  return Value::boolean(
      pattern_at(arguments, 1, arguments.boolean(2))->matches(RegexSubject(text), anchor, arguments.budget()));
}

Value regex_replace_all(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Ref<const Regex> pattern = pattern_at(arguments, 1, arguments.boolean(3));
  const auto replacement = ReplacementTemplate::parse(arguments.string(2), *pattern);
  if (const auto* error = std::get_if<ReplacementTemplate::Error>(&replacement)) {
    throw Error("invalid-replacement",
                "The replacement " + quote(arguments.string(2)) + " cannot be read: " + error->message + ".");
  }
  return Value::string(
      regex_replace(*pattern, text_at(arguments, 0), std::get<ReplacementTemplate>(replacement), 0, arguments.budget())
          .text);
}

// As Python's findall(): the match, or its group, or all groups if there are several.
Value regex_substring(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Ref<const Regex> pattern = pattern_at(arguments, 1, arguments.boolean(3));
  const std::string text = text_at(arguments, 0);
  const RegexSubject subject(text);
  RegexMatches all(*pattern, subject, arguments.budget());
  List found;
  RegexMatch match;
  while (all.next(match)) {
    const auto group = [&](std::size_t number) { return Value::string(match.text(number)); };
    if (pattern->group_count() < 2) {
      found.push_back(group(pattern->group_count()));
      continue;
    }
    List groups;
    for (std::size_t number = 1; number <= pattern->group_count(); ++number) groups.push_back(group(number));
    found.push_back(Value::list(std::move(groups)));
  }
  const auto size = static_cast<std::int64_t>(found.size());
  const std::int64_t index = arguments.integer(2) < 0 ? arguments.integer(2) + size : arguments.integer(2);
  if (index < 0 || index >= size) {
    throw Error("index-out-of-range",
                "The pattern has " + std::to_string(size) + " matches, and none has that number.");
  }
  return found[static_cast<std::size_t>(index)];
}

Value base_name_of(Call& call) {
  return Value::string(base_name(arguments_of(call).string(0)));
}

Value directory_of(Call& call) {
  return Value::string(directory_name(arguments_of(call).string(0)));
}

// "1y2d3h4m5s", from the first part that is not zero.
Value human_time(Call& call) {
  Arguments& arguments = arguments_of(call);
  const double given = arguments[0].is_number() ? arguments[0].as_real() : static_cast<double>(arguments.integer(0));
  if (given == 0) return Value::string("0s");
  if (given < 1) return Value::string(text_at(arguments, 0) + "\xCE\xBCs");
  constexpr double most = 1e15;
  if (!(given < most)) throw Error("value-error", "The number of seconds is too large.");
  const auto seconds = static_cast<std::int64_t>(std::nearbyint(given));
  constexpr std::int64_t day = 86'400;
  constexpr std::int64_t year = 365 * day;
  if (seconds >= 31 * day && !flag_option(arguments.context.workspace.options, quirks_option)) {
    arguments.context.warn(arguments.evaluator.origin_of(arguments.node), "differs-from-reference",
                           "From 31 days on StackStorm leaves out whole months. All days are counted here.");
  }
  struct Part {
    std::int64_t number;
    char unit;
  };
  const Part parts[] = {{seconds / year, 'y'},
                        {seconds % year / day, 'd'},
                        {seconds % day / 3600, 'h'},
                        {seconds % 3600 / 60, 'm'},
                        {seconds % 60, 's'}};
  std::string text;
  for (const Part& part : parts) {
    if (!text.empty() || part.number != 0 || part.unit == 's') text += std::to_string(part.number) + part.unit;
  }
  return Value::string(text);
}

constexpr Example zip_examples[] = {{"<% zip([1, 2], [a, b]) %>", "", R"([[1, "a"], [2, "b"]])"},
                                    {"<% zip([1, 2], [a], pad => z) %>", "", R"([[1, "a"], [2, "z"]])"}};
constexpr Example json_examples[] = {{"<% json('[1, null]') %>", "", "[1, null]"}};
constexpr Example json_parse_examples[] = {{"<% json_parse('{\"a\": 1}').a %>", "", "1"}};
constexpr Example from_json_examples[] = {{"<% from_json_string('{\"a\": 1}').a %>", "", "1"}};
constexpr Example to_json_examples[] = {{"<% to_json_string({b => 1, a => [2]}) %>", "", R"("{\"b\": 1,\"a\": [2]}")"}};
constexpr Example json_dump_examples[] = {{"<% json_dump([1]) %>", "", R"("[\n    1\n]")"}};
constexpr Example to_complex_examples[] = {{"<% to_complex([1, a]) %>", "", R"("[1, \"a\"]")"}};
constexpr Example json_escape_examples[] = {{"<% json_escape(`a\tb`) %>", "", R"("a\\tb")"}};
constexpr Example from_yaml_examples[] = {{"<% from_yaml_string('a: [1, b]') %>", "", R"({"a": [1, "b"]})"}};
constexpr Example yaml_parse_examples[] = {{"<% yaml_parse('a: 1').a %>", "", "1"}};
constexpr Example to_yaml_examples[] = {{"<% to_yaml_string({a => [1]}) %>", "", R"("a:\n- 1\n")"}};
constexpr Example yaml_dump_examples[] = {{"<% yaml_dump([1]) %>", "", R"("- 1\n")"}};
constexpr Example use_none_examples[] = {{"<% use_none(null) %>", "", R"("%*****__%NONE%__*****%")"}};
constexpr Example json_path_examples[] = {{"<% jsonpath_query($, 'people[*].name') %>",
                                           R"({"people": [{"name": "ada"}, {"name": "bob"}]})", R"(["ada", "bob"])"}};
constexpr Example regex_match_examples[] = {{"<% regex_match('web-1', 'WEB', ignorecase => true) %>", "", "true"}};
constexpr Example regex_search_examples[] = {{"<% regex_search('my web', 'web') %>", "", "true"}};
constexpr Example regex_replace_examples[] = {{"<% regex_replace('a1b2', '[0-9]', '#') %>", "", R"("a#b#")"}};
constexpr Example regex_substring_examples[] = {{"<% regex_substring('a1b22', '[0-9]+', 1) %>", "", R"("22")"}};
constexpr Example base_name_examples[] = {{"<% basename('/srv/a.txt') %>", "", R"("a.txt")"}};
constexpr Example directory_examples[] = {{"<% dirname('/srv/a.txt') %>", "", R"("/srv")"}};
constexpr Example human_time_examples[] = {{"<% to_human_time_from_seconds(185) %>", "", R"("3m5s")"}};

}  // namespace
}  // namespace workflow_family

std::span<const Function> workflow_functions() {
  using namespace workflow_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "zip(*lists: any, **options: any) -> any",
       .summary = "The first items of all lists as a list, then the second, and so on.",
       .details = "Of Orquesta. Shorter lists are filled up with null, or with the argument `pad`.",
       .examples = zip_examples,
       .call = zip},
      {.kind = "function",
       .signature = "json(s: string) -> any",
       .summary = "What a JSON text says.",
       .details = "Of Orquesta.",
       .examples = json_examples,
       .call = parse_json_text},
      {.kind = "function",
       .signature = "json_parse(data: string) -> any",
       .summary = "What a JSON text says.",
       .details = "Of Mistral and StackStorm.",
       .examples = json_parse_examples,
       .call = parse_json_text},
      {.kind = "function",
       .signature = "from_json_string(value: string) -> any",
       .summary = "What a JSON text says.",
       .details = "Of StackStorm.",
       .examples = from_json_examples,
       .call = parse_json_text},
      {.kind = "function",
       .signature = "to_json_string(value: any, indent: integer = null, sortKeys: boolean? = false) -> string",
       .summary = "The value as JSON.",
       .details = "Of StackStorm.",
       .examples = to_json_examples,
       .call = to_json_string},
      {.kind = "function",
       .signature = "json_dump(data: any) -> string",
       .summary = "The value as JSON, indented by four spaces.",
       .details = "Of Mistral.",
       .examples = json_dump_examples,
       .call = json_dump},
      {.kind = "function",
       .signature = "to_complex(value: any) -> string",
       .summary = "The value as JSON on one line.",
       .details = "Of StackStorm.",
       .examples = to_complex_examples,
       .call = to_complex},
      {.kind = "function",
       .signature = "json_escape(value: any) -> string",
       .summary = "The text as it stands between the quotes of a JSON string.",
       .details = "Of StackStorm.",
       .examples = json_escape_examples,
       .call = json_escape},
      {.kind = "function",
       .signature = "from_yaml_string(value: string) -> any",
       .summary = "What a YAML text says.",
       .details = "Of StackStorm.",
       .examples = from_yaml_examples,
       .call = parse_yaml_text},
      {.kind = "function",
       .signature = "yaml_parse(data: string) -> any",
       .summary = "What a YAML text says.",
       .details = "Of Mistral.",
       .examples = yaml_parse_examples,
       .call = parse_yaml_text},
      {.kind = "function",
       .signature = "to_yaml_string(value: any) -> string",
       .summary = "The value as YAML in block style.",
       .details = "Of StackStorm.",
       .examples = to_yaml_examples,
       .call = yaml_text},
      {.kind = "function",
       .signature = "yaml_dump(data: any) -> string",
       .summary = "The value as YAML in block style.",
       .details = "Of Mistral.",
       .examples = yaml_dump_examples,
       .call = yaml_text},
      {.kind = "function",
       .signature = "use_none(value: any) -> any",
       .summary = "The value, or for null a text that StackStorm reads back as null.",
       .details = "Of StackStorm.",
       .examples = use_none_examples,
       .call = use_none},
      {.kind = "function",
       .signature = "jsonpath_query(value: any, query: string) -> any",
       .summary = "All that a JSONPath finds, as a list; null where it finds nothing.",
       .details =
           "Of StackStorm, whose library writes filters in a notation of its own. Here the path follows RFC 9535, "
           "and may leave out `$.`.",
       .examples = json_path_examples,
       .call = query_json_path},
      {.kind = "function",
       .signature = "regex_match(value: any, pattern: string, ignorecase: boolean? = false) -> boolean",
       .summary = "Whether the text begins with a match.",
       .details = "Of StackStorm.",
       .examples = regex_match_examples,
       .call = has_match<RegexAnchor::start>},
      {.kind = "function",
       .signature = "regex_search(value: any, pattern: string, ignorecase: boolean? = false) -> boolean",
       .summary = "Whether the text has a match anywhere.",
       .details = "Of StackStorm.",
       .examples = regex_search_examples,
       .call = has_match<RegexAnchor::none>},
      {.kind = "function",
       .signature =
           "regex_replace(value: any, pattern: string, replacement: string, ignorecase: boolean? = false) -> string",
       .summary = "The text with its matches replaced.",
       .details = "Of StackStorm.",
       .examples = regex_replace_examples,
       .call = regex_replace_all},
      {.kind = "function",
       .signature = "regex_substring(value: any, pattern: string, resultIndex: integer = 0, "
                    "ignorecase: boolean? = false) -> any",
       .summary = "The match of that number, from 0; of a pattern with groups, the groups.",
       .details = "Of StackStorm.",
       .examples = regex_substring_examples,
       .call = regex_substring},
      {.kind = "function",
       .signature = "basename(path: string) -> string",
       .summary = "The last part of a path.",
       .details = "Of StackStorm.",
       .examples = base_name_examples,
       .call = base_name_of},
      {.kind = "function",
       .signature = "dirname(path: string) -> string",
       .summary = "A path without its last part.",
       .details = "Of StackStorm.",
       .examples = directory_examples,
       .call = directory_of},
      {.kind = "function",
       .signature = "to_human_time_from_seconds(seconds: number) -> string",
       .summary = "A duration for people.",
       .details = "Of StackStorm. From 31 days on it leaves out whole months, which are counted here.",
       .examples = human_time_examples,
       .call = human_time},
  };
  return all;
}

}  // namespace evalground::yaql
