// Functions that match, cut and replace by patterns.
//
// Patterns are PCRE's. regcmp() and the functions on lists need a match of the whole text. regextract(),
// regex_replace() and the functions that split search for matches anywhere.
#include <algorithm>

#include "base/memory.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace pattern_family {
namespace {

Value list_of(const std::vector<std::string_view>& pieces) {
  List texts;
  texts.reserve(pieces.size());
  for (const std::string_view piece : pieces) texts.push_back(Value::string(piece));
  return Value::list(std::move(texts));
}

// The pattern must match the whole text. An invalid pattern is a warning and does not match.
Value regcmp(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Regex* regex = pattern_or_warning(call.context, policy.text(0), call.where);
  return Value::boolean(regex != nullptr && regex->matches(policy.text(1), RegexAnchor::both, policy.budget()));
}

// The name of each group, or its number if it has no name.
std::vector<std::string> group_names(const Regex& regex, const RegexMatch& match) {
  std::vector<std::string> names(match.size());
  for (std::size_t group = 0; group < match.size(); ++group) names[group] = std::to_string(group);
  for (const auto& [name, group] : regex.group_names()) {
    if (group < names.size()) names[group] = name;
  }
  return names;
}

// Sets the groups as elements of an array. The pattern may match anywhere. Without a match the array stays as before.
Value regextract(Call& call) {
  PolicyCall& policy = policy_call(call);
  const RegexSubject subject(policy.text(1));
  RegexMatch match;
  const Regex& regex = compile_pattern(call.context, policy.text(0));
  if (!regex.find(subject, 0, RegexAnchor::none, match, policy.budget())) return Value::boolean(false);
  const std::vector<std::string> names = group_names(regex, match);
  for (std::size_t group = 0; group < match.size(); ++group) {
    policy.set_element(policy.text(2), "[" + names[group] + "]", DataType::string, match.text(group));
  }
  return Value::boolean(true);
}

// The groups as a container. Without a match the call fails.
Value data_regextract(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const RegexSubject subject(policy.text(1));
  RegexMatch match;
  const Regex& regex = compile_pattern(call.context, policy.text(0));
  if (!regex.find(subject, 0, RegexAnchor::none, match, policy.budget())) {
    policy.fail("The pattern " + quote(policy.text(0)) + " is not found in " + quote(policy.text(1)) + ".");
  }
  const std::vector<std::string> names = group_names(regex, match);
  Map groups;
  for (std::size_t group = 0; group < match.size(); ++group) groups.set(names[group], Value::string(match.text(group)));
  return Value::map(std::move(groups));
}

// The character of an escape after a backslash: a control character, or itself.
char escaped_character(char c) {
  switch (c) {
    case 'a': return '\a';
    case 'e': return '\x1B';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c;
  }
}

// Appends a replacement. `\1` and `$1`, with any number of digits, are groups; `$&` is the whole match and `$+` its
// last group; `\n` is a line break and `\.` a dot. Returns false if the text ends here: `\0` is the character that ends
// a text of the agent.
bool append_replacement(std::string& out, std::string_view replacement, const RegexMatch& match) {
  for (std::size_t i = 0; i < replacement.size(); ++i) {
    const char c = replacement[i];
    const char next = i + 1 < replacement.size() ? replacement[i + 1] : '\0';
    if (c == '\\' && next == '0') return false;
    if ((c == '\\' || c == '$') && '0' <= next && next <= '9') {
      std::size_t group = 0;
      for (; i + 1 < replacement.size() && '0' <= replacement[i + 1] && replacement[i + 1] <= '9'; ++i) {
        group = std::min<std::size_t>(10 * group + static_cast<std::size_t>(replacement[i + 1] - '0'), match.size());
      }
      if (group < match.size()) out += match.text(group);
    } else if (c == '$' && (next == '+' || next == '&')) {
      out += match.text(next == '&' ? 0 : match.size() - 1);
      ++i;
    } else if (c == '\\') {
      if (next != '\0') out += escaped_character(next);
      ++i;
    } else {
      out += c;
    }
  }
  return true;
}

// Builds the result from left to right, so the replacement is never searched again. Without the option `g` only the
// first match is replaced.
Value regex_replace(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string_view text = policy.text(0);
  RegexFlags flags;
  std::string pattern(policy.text(1));
  bool is_global = false;
  bool is_plain = false;
  for (const char option : policy.text(3)) {
    switch (option) {
      case 'i': flags.ignore_case = true; break;
      case 'm': flags.multi_line = true; break;
      case 's': flags.dot_all = true; break;
      case 'x': flags.verbose = true; break;
      case 'U': pattern.insert(0, "(?U)"); break;
      case 'g': is_global = true; break;
      case 'T': is_plain = true; break;
      default: break;  // others expand to nothing
    }
  }
  const Regex& regex = compile_pattern(call.context, pattern, flags);
  const RegexSubject subject(text);
  std::string out;
  std::size_t begin = 0;
  RegexMatch match;
  while (begin <= text.size() && regex.find(subject, begin, RegexAnchor::none, match, policy.budget())) {
    policy.budget().step(1 + match.begin() / 4096);
    out += text.substr(begin, match.begin() - begin);
    if (is_plain) {
      out += policy.text(2);
    } else if (!append_replacement(out, policy.text(2), match)) {
      return Value::string(out);
    }
    begin = match.end();
    // After an empty match the next character is copied, otherwise the loop would find the same match again.
    if (match.begin() == match.end()) {
      if (begin == text.size()) break;
      const std::size_t size = decode_code_point(text, begin).size;
      out += text.substr(begin, size);
      begin += size;
    }
    MemoryAccount::charge(out.size());  // the text must fit the remaining memory
    MemoryAccount::release(out.size());
    if (!is_global) break;
  }
  if (begin < text.size()) out += text.substr(begin);
  return Value::string(out);
}

// The maximum number of pieces that was requested.
std::uint64_t most_pieces(const PolicyCall& call) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, call.integer(2)));
}

// The last piece has the rest of the text, while splitstring() drops it.
Value string_split(Call& call) {
  const PolicyCall& policy = policy_call(call);
  if (most_pieces(policy) == 0) policy.fail("string_split gives at least one piece.");
  return list_of(split_with_rest(call.context, policy.text(1), policy.text(0), most_pieces(policy)));
}

Value splitstring(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return list_of(
      split_by_pattern(call.context, policy.text(1), policy.text(0), most_pieces(policy), Blank::kept, call.where));
}

Value lastnode(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const RegexSubject subject(policy.text(0));
  const Regex* regex = pattern_or_warning(call.context, policy.text(1), call.where);
  if (policy.text(0).empty()) policy.fail("An empty text has no last node.");
  if (regex == nullptr) return call[0];
  std::size_t begin = 0;
  RegexMatch match;
  while (regex->find(subject, begin, RegexAnchor::none, match, policy.budget()) && match.end() > begin)
    begin = match.end();
  return Value::string(policy.text(0).substr(begin));
}

constexpr Example regcmp_examples[] = {{R"x(regcmp("web-\d+", "web-42"))x", "", R"x("any")x"},
                                       {R"x(regcmp("web", "web-42"))x", "", R"x("!any")x"}};
constexpr Example regextract_examples[] = {{R"x(regextract("(\w+)@(\w+)", "ann@example", "part"))x", "", R"x("any")x"}};
constexpr Example data_regextract_examples[] = {{R"x(data_regextract("(?<year>\d{4})-(\d\d)", "on 2024-05-06"))x", "",
                                                 R"x({"0": "2024-05", "year": "2024", "2": "05"})x"}};
constexpr Example replace_examples[] = {
    {R"x(regex_replace("2024-05", "(\d+)-(\d+)", "$2/$1", ""))x", "", R"x("05/2024")x"},
    {R"x(regex_replace("hello world", "O", "0", "gi"))x", "", R"x("hell0 w0rld")x"}};
constexpr Example split_examples[] = {{R"x(string_split("a:b::c", ":", "2"))x", "", R"x(["a", "b::c"])x"}};
constexpr Example splitstring_examples[] = {{R"x(splitstring("a:b::c", ":", "2"))x", "", R"x(["a", "b"])x"}};
constexpr Example lastnode_examples[] = {{R"x(lastnode("/home/fred", "/"))x", "", R"x("fred")x"}};

}  // namespace
}  // namespace pattern_family

std::span<const Function> pattern_functions() {
  using namespace pattern_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "regcmp(pattern: text, text: text) -> context",
       .summary = "True when the pattern matches the whole text.",
       .examples = regcmp_examples,
       .call = regcmp},
      {.kind = "function",
       .signature = "regextract(pattern: text, text: text, array: id) -> context",
       .summary = "Searches a text; when the pattern is found, `array[0]` is the match and `array[1]`, … its groups.",
       .examples = regextract_examples,
       .call = regextract},
      {.kind = "function",
       .signature = "data_regextract(pattern: text, text: text) -> data",
       .summary = "The groups of a match, by their names where they have one.",
       .examples = data_regextract_examples,
       .call = data_regextract},
      {.kind = "function",
       .signature = "regex_replace(text: text, pattern: text, replacement: text, options: text) -> string",
       .summary = "Replaces what a pattern matches.",
       .details =
           "Options: `g` every match instead of the first, `i` ignore case, `m` ^ and $ at every line, `s` dot matches "
           "newlines, `x` extended, `U` ungreedy, `T` plain replacement. `\\1` or `$1` in the replacement is a group.",
       .examples = replace_examples,
       .call = regex_replace},
      {.kind = "function",
       .signature = "string_split(text: text, separator: text, most: int[0,inf]) -> slist",
       .summary = "Splits at a pattern into at most so many pieces; the last one holds the rest.",
       .examples = split_examples,
       .call = string_split},
      {.kind = "function",
       .signature = "splitstring(text: text, separator: text, most: int[0,inf]) -> slist",
       .summary = "Splits at a pattern and drops what is left after so many pieces.",
       .examples = splitstring_examples,
       .call = splitstring},
      {.kind = "function",
       .signature = "lastnode(text: text, separator: text) -> string",
       .summary = "What follows the last match of a pattern.",
       .examples = lastnode_examples,
       .call = lastnode},
  };
  return all;
}

}  // namespace evalground::cfengine
