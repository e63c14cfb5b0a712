// Functions that match, cut and replace by patterns.
//
// Patterns are PCRE's. regcmp() and the functions on lists need a match of the whole text. regextract(),
// regex_replace() and the functions that split search for matches anywhere.
#include <algorithm>

#include "base/memory.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/characters.hpp"
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

// What a replacement refers to.
struct Replaced {
  const PolicyCall& call;
  const Regex& regex;
  const RegexMatch& match;
  const RegexMatch& first;  // of the matches of the call
};

// The number of a group by its name or number; nothing for an unknown name.
std::optional<std::size_t> group_of(const Replaced& replaced, std::string_view name) {
  if (name.empty()) return std::nullopt;
  if (name.find_first_not_of("0123456789") == std::string_view::npos) {
    std::size_t number = 0;
    for (const char c : name)
      number = std::min<std::size_t>(10 * number + static_cast<std::size_t>(c - '0'), replaced.match.size());
    return number;
  }
  for (const auto& [known, group] : replaced.regex.group_names()) {
    if (known == name) return group;
  }
  return std::nullopt;
}

// Reads the references of a replacement, as PCRE2 has them: `$1`, `$name` and `\1` are groups, `$$` is a dollar.
// PCRE2's
// `${1}` cannot occur: a call with such a reference to a variable is not made. The agent adds `$&`, `` $` ``, `$'` for
// the match and the text before and after it, and `$+` for the number of groups.
class Replacement {
 public:
  explicit Replacement(Replaced replaced) : replaced_(replaced), rest_(replaced.call.text(2)) {}

  void append_to(std::string& out) {
    while (true) {
      const std::size_t mark = std::min(rest_.find_first_of("$\\"), rest_.size());
      out += take(mark);
      if (rest_.empty()) return;
      const char next = rest_.size() > 1 ? rest_[1] : '\0';
      const bool is_digit = '0' <= next && next <= '9';
      if (rest_[0] == '\\' && !is_digit) {
        out += take(1);
        continue;
      }
      take(1);
      if (is_digit) {
        append_group(out, take(std::min(rest_.find_first_not_of("0123456789"), rest_.size())));
      } else if (!append_special(out, next)) {
        append_group(out, take_name());
      }
    }
  }

 private:
  bool has_high_digit(std::string_view text) const {
    for (std::size_t at = 1; at < text.size(); ++at) {
      if (text[at - 1] != '$' && text[at - 1] != '\\') continue;
      const char digit = text[at];
      if ('0' <= digit && digit <= '9' && static_cast<std::size_t>(digit - '0') >= replaced_.match.size()) return true;
    }
    return false;
  }

  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  // Empty when no name follows.
  std::string_view take_name() {
    const auto is_name = [](char c) { return is_word_byte(c) && (static_cast<unsigned char>(c) & 0x80) == 0; };
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_name);
    return take(static_cast<std::size_t>(end - rest_.begin()));
  }

  // The reference fills these in once, from the first match. Its documentation has each match.
  bool append_special(std::string& out, char sign) {
    static constexpr std::string_view signs = "$+&`'";
    if (signs.find(sign) == std::string_view::npos) return false;
    take(1);
    const PolicyCall& call = replaced_.call;
    const bool follows_reference = call.context.quirks();
    if (sign != '$' && sign != '+' && !follows_reference && replaced_.match.begin() != replaced_.first.begin()) {
      call.evaluator.log(Severity::warning, "differs-from-reference",
                         "CFEngine 3.28 inserts the first match, and the text before and after it, for every match.",
                         call.where);
    }
    const RegexMatch& match = follows_reference ? replaced_.first : replaced_.match;
    switch (sign) {
      case '$': out += '$'; break;
      case '+': out += std::to_string(match.size() - 1); break;
      case '&': out += match.text(0); break;
      case '`': out += match.subject().substr(0, match.begin()); break;
      default: out += match.subject().substr(match.end());
    }
    return true;
  }

  // A number above that of the groups vanishes, if its first digit, or that of another number, is above as well. An
  // unknown name is a mistake, and so is a group without a value.
  void append_group(std::string& out, std::string_view name) {
    const std::optional<std::size_t> group = group_of(replaced_, name);
    const bool is_number = !name.empty() && '0' <= name[0] && name[0] <= '9';
    if (is_number && *group >= replaced_.match.size() && has_high_digit(replaced_.call.text(2))) return;
    if (!group || *group >= replaced_.match.size()) {
      replaced_.call.fail("The replacement " + quote(replaced_.call.text(2)) +
                          " has a `$` without a group. Write `$$` for a dollar.");
    }
    if (!replaced_.match[*group].is_set()) {
      replaced_.call.fail("The group " + quote(name) + " of the pattern matches nothing in " +
                          quote(replaced_.match.text(0)) + ", so it cannot be inserted.");
    }
    out += replaced_.match.text(*group);
  }

  Replaced replaced_;
  std::string_view rest_;
};

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
  std::optional<RegexMatch> first;
  while (begin <= text.size() && regex.find(subject, begin, RegexAnchor::none, match, policy.budget())) {
    policy.budget().step(1 + match.begin() / 4096);
    out += text.substr(begin, match.begin() - begin);
    if (!first) first = match;
    if (is_plain) {
      out += policy.text(2);
    } else {
      Replacement({policy, regex, match, *first}).append_to(out);
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
           "newlines, `x` extended, `U` ungreedy, `T` plain replacement. In the replacement `\\1`, `$1` or `$name` is "
           "a group, `$&` the match, `$$` a dollar.",
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
