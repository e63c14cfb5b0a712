// Filters for commands of devices: lists of VLANs (ansible.netcommon), arguments of Windows (ansible.windows) and
// commands of RouterOS (community.routeros).
#include <algorithm>
#include <array>
#include <utility>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace device_filters_family {
namespace {

// ---- VLANs

constexpr std::int64_t last_vlan = 4094;

// [3, 1, 2, 5, 6] -> "1-3", "5", "6": a run of two is no range.
std::vector<std::string> vlan_ranges(const std::vector<std::int64_t>& vlans) {
  std::vector<std::string> ranges;
  for (std::size_t begin = 0; begin < vlans.size();) {
    std::size_t end = begin;
    while (end + 1 < vlans.size() && vlans[end + 1] == vlans[end] + 1) ++end;
    if (end - begin > 1) {
      ranges.push_back(std::to_string(vlans[begin]) + "-" + std::to_string(vlans[end]));
    } else {
      for (std::size_t at = begin; at <= end; ++at) ranges.push_back(std::to_string(vlans[at]));
    }
    begin = end + 1;
  }
  return ranges;
}

// The lines of `switchport trunk allowed vlan`, whose lengths a device limits.
Value vlan_parser(Call& base) {
  FunctionCall& call = function_call(base);
  std::vector<std::int64_t> vlans;
  for (const Value& item : call.items(0)) {
    call.evaluator.require(item);
    call.evaluator.note_sensitive(item);
    if (item.kind() != Kind::integer && item.kind() != Kind::boolean) {
      call.fail("unsupported operand type(s) for -: '" + call.evaluator.type_name(item) + "' and 'int'", "type-error");
    }
    vlans.push_back(item.kind() == Kind::boolean ? (item.as_boolean() ? 1 : 0) : item.as_integer());
  }
  if (vlans.empty()) call.fail("list index out of range", "index-error");
  std::sort(vlans.begin(), vlans.end());
  vlans.erase(std::unique(vlans.begin(), vlans.end()), vlans.end());
  if (vlans.front() < 1 || vlans.back() > last_vlan) call.fail("Valid VLAN range is 1-4094");
  std::vector<std::string> lines = {""};
  for (const std::string& range : vlan_ranges(vlans)) {
    const std::int64_t most = call.number(lines.size() == 1 ? 1 : 2);
    // A comma stands behind each range of the line so far.
    const std::size_t size = lines.back().size() + (lines.back().empty() ? 0 : 1) + range.size();
    if (static_cast<std::int64_t>(size) > most) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : ",") + range;
  }
  if (lines.front().empty()) lines.erase(lines.begin());
  List result;
  for (const std::string& line : lines) result.push_back(Value::string(line));
  return Value::list(std::move(result));
}

// '1-3,5' | vlan_expander -> [1, 2, 3, 5]
Value vlan_expander(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const auto number_of = [&](std::string_view digits) {
    const auto number = parse_integer(trim(digits));
    if (!number) call.fail("invalid literal for int() with base 10: '" + std::string(digits) + "'");
    return number.value;
  };
  std::vector<std::int64_t> vlans;
  for (const std::string_view part : Split(text, ",")) {
    const std::size_t dash = part.find('-');
    const std::int64_t first = number_of(part.substr(0, dash));
    const std::int64_t last = dash == std::string_view::npos ? first : number_of(part.substr(dash + 1));
    for (std::int64_t vlan = first; vlan <= last; ++vlan) {
      call.context.budget.step();
      vlans.push_back(vlan);
    }
  }
  std::sort(vlans.begin(), vlans.end());
  List result;
  for (const std::int64_t vlan : vlans) result.push_back(Value::integer(vlan));
  return Value::list(std::move(result));
}

// ---- Windows

constexpr std::string_view blanks = " \t\n\r\v\f";

// For programs that read their command line by Microsoft's rules: backslashes count only before a quotation mark.
std::string quoted_for_c(const std::string& text) {
  if (text.empty()) return "\"\"";
  if (text.find_first_of("\"" + std::string(blanks)) == std::string::npos) return text;
  std::string result = "\"";
  std::size_t backslashes = 0;
  for (const char c : text) {
    if (c == '"') result.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    result += c;
  }
  return result.append(backslashes, '\\') + "\"";
}

std::string quoted_for_cmd(const std::string& text) {
  constexpr std::string_view special = "^()%!\"<>&|";
  if (text.empty()) return "\"\"";
  if (text.find_first_of(std::string(special) + std::string(blanks)) == std::string::npos) return text;
  std::string result = "^\"";
  for (const char c : text) {
    if (c == '"') result += '\\';
    if (special.find(c) != std::string_view::npos) result += '^';
    result += c;
  }
  return result + "^\"";
}

// PowerShell knows five characters as single quotes.
std::string quoted_for_powershell(const std::string& text) {
  std::string result = text;
  for (const std::string_view quote : {"'", "\u2018", "\u2019", "\u201a", "\u201b"}) {
    result = replace_all(result, quote, std::string(quote) + std::string(quote));
  }
  return "'" + result + "'";
}

using Quoting = std::string (*)(const std::string&);

Quoting quoting_of(const FunctionCall& call) {
  if (!call.truth(1)) return quoted_for_c;
  const std::string shell = call.text(1);
  if (shell == "cmd") return quoted_for_cmd;
  if (shell == "powershell") return quoted_for_powershell;
  call.fail("Invalid shell specified, valid shell are None, 'cmd', or 'powershell'");
}

// A list gives its items beside each other, and a dict KEY=value for each entry.
Value windows_quote(Call& base) {
  FunctionCall& call = function_call(base);
  const Quoting quoting = quoting_of(call);
  read_whole(call, call[0]);
  const bool is_list = call[0].is_list() || call[0].kind() == Kind::tuple;
  std::vector<std::string> words;
  const auto quoted = [&](const Value& value) {
    call.context.budget.step();
    if (!value.is_string())
      call.fail("expected string or bytes-like object, got '" + call.evaluator.type_name(value) + "'", "type-error");
    return quoting(call.evaluator.text(value));
  };
  for (const Value& word : is_list ? call[0].as_list() : List{call[0]}) {
    if (!word.is_map()) {
      words.push_back(quoted(word));
      continue;
    }
    for (const auto& [key, value] : word.as_map()) words.push_back(call.evaluator.text(key) + "=" + quoted(value));
  }
  return Value::string(join(words, " "));
}

// ---- RouterOS

// The letter behind a backslash, and the character that it stands for.
constexpr std::pair<char, char> escapes[] = {{'"', '"'},  {'\\', '\\'}, {'?', '?'},  {'$', '$'},
                                             {'_', ' '},  {'a', '\a'},  {'b', '\b'}, {'f', '\xFF'},
                                             {'n', '\n'}, {'r', '\r'},  {'t', '\t'}, {'v', '\v'}};
constexpr std::string_view hex_digits = "0123456789ABCDEF";

class RouterosReader {
 public:
  RouterosReader(const FunctionCall& call, std::string_view line) : call_(call), line_(line) {}

  // add name=wrap comment="with space" -> "add", "name=wrap", "comment=with space"
  List words() {
    List words;
    std::string word;
    bool is_in_word = false;
    while (at_ < line_.size()) {
      call_.context.budget.step();
      const char c = line_[at_++];
      if (c == ' ') {
        if (is_in_word) words.push_back(Value::string(std::exchange(word, "")));
        is_in_word = false;
      } else if (c == '=' && is_in_word) {
        word += c;
        word += value();
        words.push_back(Value::string(std::exchange(word, "")));
        is_in_word = false;
      } else if (std::string_view("\"\\'=()$[{`?").find(c) != std::string_view::npos) {
        call_.fail("Found unexpected \"" + std::string(1, c) + "\"");
      } else {
        word += c;
        is_in_word = true;
      }
    }
    if (is_in_word) words.push_back(Value::string(word));
    return words;
  }

 private:
  std::string value() {
    if (at_ == line_.size()) call_.fail("Expected value, but found end of string");
    if (line_[at_] == '"') {
      ++at_;
      return quoted_value();
    }
    std::string text;
    for (; at_ < line_.size() && line_[at_] != ' '; ++at_) {
      const char c = line_[at_];
      if (c == '"') call_.fail("'\"' must not appear in an unquoted value");
      if (c == '\\') call_.fail("Escape sequences can only be used inside double quotes");
      if (std::string_view("'=()$[{`").find(c) != std::string_view::npos) {
        call_.fail("\"" + std::string(1, c) + "\" can only be used inside double quotes");
      }
      if (c == '?') call_.fail("\"?\" can only be used in escaped form");
      text += c;
    }
    return text;
  }

  std::string quoted_value() {
    std::string text;
    while (at_ < line_.size()) {
      const char c = line_[at_++];
      if (c == '"') {
        if (at_ < line_.size() && line_[at_] != ' ') {
          call_.fail("Ending '\"' must be followed by space or end of string");
        }
        return text;
      }
      if (c == '?') call_.fail("\"?\" can only be used in escaped form");
      text += c == '\\' ? escaped() : c;
    }
    call_.fail("Unexpected end of string during escaped parameter");
  }

  // Behind a backslash: a letter, or two hexadecimal digits.
  char escaped() {
    if (at_ == line_.size()) call_.fail("'\\' must not be at the end of the line");
    const char c = line_[at_++];
    for (const auto& [letter, meant] : escapes) {
      if (letter == c) return meant;
    }
    const std::size_t high = hex_digits.find(c);
    if (high == std::string_view::npos) call_.fail("Invalid escape sequence '\\" + std::string(1, c) + "'");
    if (at_ == line_.size()) call_.fail("Hex escape sequence cut off at end of line");
    const std::size_t low = hex_digits.find(line_[at_++]);
    if (low == std::string_view::npos) {
      call_.fail("Invalid hex escape sequence '\\" + std::string(line_.substr(at_ - 2, 2)) + "'");
    }
    return static_cast<char>(16 * high + low);
  }

  const FunctionCall& call_;
  std::string_view line_;
  std::size_t at_ = 0;
};

std::string routeros_value(const FunctionCall& call, std::string_view value) {
  std::string result;
  bool needs_quotes = value.empty();
  for (const char c : value) {
    call.context.budget.step();
    const auto escape = std::find_if(std::begin(escapes), std::end(escapes), [&](const auto& one) {
      return one.second == c && static_cast<unsigned char>(c) < 0x80;
    });
    const auto byte = static_cast<unsigned char>(c);
    if (escape != std::end(escapes)) {
      result += {'\\', escape->first};
    } else if (byte < 32) {
      result += {'\\', hex_digits[byte / 16], hex_digits[byte % 16]};
    } else {
      result += c;
    }
    needs_quotes = needs_quotes || escape != std::end(escapes) || byte < 32 ||
                   std::string_view("=;'").find(c) != std::string_view::npos;
  }
  return needs_quotes ? "\"" + result + "\"" : result;
}

std::string routeros_argument(const FunctionCall& call, const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const std::string name = argument.substr(0, equals);
  if (name.find(' ') != std::string::npos) call.fail("Attribute names must not contain spaces");
  return equals == std::string::npos ? name : name + "=" + routeros_value(call, argument.substr(equals + 1));
}

Value routeros_split(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string line = call.text(0);
  return Value::list(RouterosReader(call, line).words());
}
Value routeros_quote_value(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::string(routeros_value(call, call.text(0)));
}
Value routeros_quote(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::string(routeros_argument(call, call.text(0)));
}
// An argument as text. Python looks for a character in it first, which fails for a number.
std::string routeros_word(const FunctionCall& call, const Value& item) {
  if (!item.is_string())
    call.fail("argument of type '" + call.evaluator.type_name(item) + "' is no text", "type-error");
  return call.evaluator.text(item);
}

Value routeros_join(Call& base) {
  FunctionCall& call = function_call(base);
  std::vector<std::string> words;
  for (const Value& item : call.items(0)) words.push_back(routeros_argument(call, routeros_word(call, item)));
  return Value::string(join(words, " "));
}

// ['a=1', 'b='] | list_to_dict -> {'a': '1', 'b': ''}
Value routeros_list_to_dict(Call& base) {
  FunctionCall& call = function_call(base);
  Map dict;
  for (const Value& item : call.items(0)) {
    call.context.budget.step();
    const std::string word = routeros_word(call, item);
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      if (call.truth(1)) call.fail("missing '=' after '" + word + "'");
      dict.set(word, Value::null());
    } else if (!call.truth(2) || equals + 1 < word.size()) {
      dict.set(word.substr(0, equals), Value::string(word.substr(equals + 1)));
    }
  }
  return Value::map(std::move(dict));
}

constexpr Example vlan_parser_examples[] = {
    {"{{ [3, 1, 2, 5, 6, 9] | ansible.netcommon.vlan_parser }}", "", R"("['1-3,5,6,9']")", in_ansible}};
constexpr Example vlan_expander_examples[] = {
    {"{{ '1-3,5' | ansible.netcommon.vlan_expander }}", "", R"("[1, 2, 3, 5]")", in_ansible}};
constexpr Example quote_examples[] = {
    {R"({{ ['C:\\a b\\', 'x'] | ansible.windows.quote }})", "", R"("\"C:\\a b\\\\\" x")", in_ansible},
    {"{{ \"it's\" | ansible.windows.quote(shell='powershell') }}", "", R"("'it''s'")", in_ansible}};
constexpr Example split_examples[] = {{R"({{ 'add name=x comment="with space"' | community.routeros.split }})", "",
                                       R"("['add', 'name=x', 'comment=with space']")", in_ansible}};
constexpr Example quote_argument_examples[] = {{"{{ 'comment=with space' | community.routeros.quote_argument }}", "",
                                                R"j("comment=\"with\\_space\"")j", in_ansible}};
constexpr Example quote_value_examples[] = {
    {"{{ '' | community.routeros.quote_argument_value }}", "", R"("\"\"")", in_ansible}};
constexpr Example join_examples[] = {
    {"{{ ['add', 'name=x'] | community.routeros.join }}", "", R"("add name=x")", in_ansible}};
constexpr Example list_to_dict_examples[] = {
    {"{{ ['a=1', 'b='] | community.routeros.list_to_dict }}", "", R"("{'a': '1', 'b': ''}")", in_ansible},
    {"{{ ['a'] | community.routeros.list_to_dict }}", "", "error", in_ansible}};
constexpr std::string_view vlan_parser_aliases[] = {"vlan_parser"};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature =
         "ansible.netcommon.vlan_parser(vlan_list: list, first_line_len: integer = 48, other_line_len: integer "
         "= 44) -> list",
     .summary = "Lines of a list of VLANs, as switches of Cisco take them.",
     .aliases = vlan_parser_aliases,
     .examples = vlan_parser_examples,
     .call = vlan_parser},
    {.kind = ansible_filter,
     .signature = "ansible.netcommon.vlan_expander(data: string) -> list",
     .summary = "The numbers of a list of VLANs such as `1-3,5`.",
     .examples = vlan_expander_examples,
     .call = vlan_expander},
    {.kind = ansible_filter,
     .signature = "ansible.windows.quote(value: any, shell: string = null) -> string",
     .summary = "Arguments in quotes for programs of Windows, or for a shell: `cmd` or `powershell`.",
     .examples = quote_examples,
     .call = windows_quote},
    {.kind = ansible_filter,
     .signature = "community.routeros.split(line: string) -> list",
     .summary = "The arguments of a command of RouterOS.",
     .examples = split_examples,
     .call = routeros_split},
    {.kind = ansible_filter,
     .signature = "community.routeros.quote_argument(argument: string) -> string",
     .summary = "An argument of RouterOS, `name=value`, in quotes where it needs some.",
     .examples = quote_argument_examples,
     .call = routeros_quote},
    {.kind = ansible_filter,
     .signature = "community.routeros.quote_argument_value(argument: string) -> string",
     .summary = "The value of an argument of RouterOS in quotes where it needs some.",
     .examples = quote_value_examples,
     .call = routeros_quote_value},
    {.kind = ansible_filter,
     .signature = "community.routeros.join(arguments: list) -> string",
     .summary = "The command of RouterOS with these arguments.",
     .examples = join_examples,
     .call = routeros_join},
    {.kind = ansible_filter,
     .signature = "community.routeros.list_to_dict(string_list: list, require_assignment: boolean = true, "
                  "skip_empty_values: boolean = false) -> map",
     .summary = "The dict of arguments such as `name=value`.",
     .examples = list_to_dict_examples,
     .call = routeros_list_to_dict},
};

}  // namespace
}  // namespace device_filters_family

std::span<const Function> device_filters() {
  using namespace device_filters_family;
  return all;
}

}  // namespace evalground::ansible
