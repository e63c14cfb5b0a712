// Functions on single texts. Lengths and positions are in bytes, and only ASCII letters have case.
//
// Because positions count bytes, a text may be cut within a character of several bytes. Such a result is invalid UTF-8.
#include "base/text/text.hpp"

#include <algorithm>

#include "base/crypto/crypto.hpp"
#include "base/text/encoding.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace text_family {
namespace {

Value canonify_text(Call& call) {
  return Value::string(canonify(policy_call(call).text(0)));
}

// Different texts may have the same canonical form, "a-b" and "a_b". The hash keeps them apart.
Value canonify_uniquely(Call& call) {
  const std::string_view text = policy_call(call).text(0);
  return Value::string(canonify(text) + "_" + encode_hex(sha1(text)));
}

Value concat(Call& call) {
  std::vector<std::string_view> pieces;
  for (std::size_t i = 0; i < call.size(); ++i) pieces.push_back(policy_call(call).text(i));
  return Value::string(join(pieces, ""));
}

// `@(x)` as JSON.
Value as_string(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string_view name = list_reference(policy.text(0));
  const Value named = name.empty() ? Value() : policy.evaluator.named_collection(name);
  if (!named.is_undefined()) return Value::string(json_text(named, policy.budget()));
  // The agent writes the argument in policy notation, without its quotes.
  return policy.text(0).find('"') == std::string_view::npos ? call[0]
                                                            : Value::string(replace_all(policy.text(0), "\"", "\\\""));
}

Value as_path(Call& call) {
  return call[0];
}

// `int("1.5k")` -> "1500": the suffix counts, and the fraction of the product is dropped. The bounds are those of 64
// bits.
Value as_int(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::optional<double> number = real_of(policy.text(0));
  if (!number || *number >= 0x1p63 || *number < -0x1p63) policy.fail(quote(policy.text(0)) + " is no number.");
  return Value::string(std::to_string(static_cast<std::int64_t>(*number)));
}

Value string_length(Call& call) {
  return Value::string(std::to_string(policy_call(call).text(0).size()));
}

// How many bytes of a text are kept. A negative count says how many are removed.
std::size_t kept_bytes(const PolicyCall& call) {
  const auto size = static_cast<std::int64_t>(call.text(0).size());
  const std::int64_t count = std::clamp(call.integer(1), -size, size);
  return static_cast<std::size_t>(count < 0 ? size + count : count);
}

Value string_head(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::string(policy.text(0).substr(0, kept_bytes(policy)));
}

Value string_tail(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::string(policy.text(0).substr(policy.text(0).size() - kept_bytes(policy)));
}

Value string_upcase(Call& call) {
  std::string text(policy_call(call).text(0));
  for (char& c : text) {
    if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return Value::string(text);
}

Value string_downcase(Call& call) {
  std::string text(policy_call(call).text(0));
  for (char& c : text) {
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return Value::string(text);
}

Value string_reverse(Call& call) {
  std::string text(policy_call(call).text(0));
  std::reverse(text.begin(), text.end());
  return Value::string(text);
}

Value string_trim(Call& call) {
  return Value::string(trim(policy_call(call).text(0)));
}

// With the option `lists` the replacements are made one after the other, so a later one sees the results of earlier
// ones.
Value string_replace(Call& call) {
  const PolicyCall& policy = policy_call(call);
  if (policy.text(3) != "lists") return Value::string(replace_all(policy.text(0), policy.text(1), policy.text(2)));
  const auto list_of = [&](std::size_t index) {
    const Value list = policy.evaluator.collection(policy.text(index));
    if (!list.is_list()) policy.fail("With `lists`, argument " + std::to_string(index + 1) + " must be a list.");
    return primitives_of(list, policy.budget());
  };
  const Value needles = list_of(1);
  const Value replacements = list_of(2);
  if (needles.as_list().size() != replacements.as_list().size()) {
    policy.fail("The lists of what is replaced and of what replaces it differ in length.");
  }
  std::string text(policy.text(0));
  for (std::size_t i = 0; i < needles.as_list().size(); ++i) {
    policy.budget().step(1 + text.size() / 16);
    text = replace_all(text, needles.as_list()[i].as_string(), replacements.as_list()[i].as_string());
  }
  return Value::string(text);
}

Value strcmp(Call& call) {
  return Value::boolean(policy_call(call).text(0) == policy_call(call).text(1));
}

// Every byte except ASCII letters, digits and bytes of other characters gets a backslash, also those that have no
// meaning in a pattern.
Value escape(Call& call) {
  std::string escaped;
  for (const char c : policy_call(call).text(0)) {
    const bool is_alphanumeric = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
                                 (static_cast<unsigned char>(c) & 0x80) != 0;
    if (!is_alphanumeric) escaped += '\\';
    escaped += c;
  }
  return Value::string(escaped);
}

std::string_view without_slashes(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

// "/etc/passwd/" -> "/etc", "a" -> ".", "/a" -> "/". An empty path stays empty.
Value dirname(Call& call) {
  // Consecutive slashes count as one.
  std::string path;
  for (const char c : policy_call(call).text(0)) {
    if (c != '/' || !path.ends_with('/')) path += c;
  }
  path.resize(without_slashes(path).size());
  if (path.empty()) return Value::string("");
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return Value::string(".");
  return Value::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

// A suffix that is the whole name stays.
Value basename(Call& call) {
  std::string_view path = without_slashes(policy_call(call).text(0));
  if (path.size() > 1) path = path.substr(path.rfind('/') + 1);
  const std::string_view suffix = policy_call(call).text(1);
  if (!suffix.empty() && path.size() > suffix.size() && path.ends_with(suffix)) path.remove_suffix(suffix.size());
  return Value::string(path);
}

constexpr Example canonify_examples[] = {{R"x(canonify("Hello, World!"))x", "", R"x("Hello__World_")x"}};
constexpr Example canonify_uniquely_examples[] = {
    {R"x(canonifyuniquely("hello world"))x", "", R"x("hello_world_2aae6c35c94fcfb415dbe95f408b9ce91ee846ed")x"}};
constexpr Example concat_examples[] = {{R"x(concat("a", "b", "c"))x", "", R"x("abc")x"},
                                       {R"x(concat("it is ", isvariable("sys.os")))x", "", R"x("it is any")x"}};
constexpr Example string_examples[] = {{R"x(string(and("any", "!linux")))x", "", R"x("!any")x"}};
constexpr Example int_examples[] = {{R"x(int("1.5k"))x", "", R"x("1500")x"}, {R"x(int("-3.7"))x", "", R"x("-3")x"}};
constexpr Example length_examples[] = {{R"x(string_length("abc def"))x", "", R"x("7")x"}};
constexpr Example head_examples[] = {{R"x(string_head("hello", 3))x", "", R"x("hel")x"},
                                     {R"x(string_head("hello", "-2"))x", "", R"x("hel")x"}};
constexpr Example tail_examples[] = {{R"x(string_tail("hello", 3))x", "", R"x("llo")x"}};
constexpr Example upcase_examples[] = {{R"x(string_upcase("web-1"))x", "", R"x("WEB-1")x"}};
constexpr Example downcase_examples[] = {{R"x(string_downcase("Web-1"))x", "", R"x("web-1")x"}};
constexpr Example reverse_examples[] = {{R"x(string_reverse("abc"))x", "", R"x("cba")x"}};
constexpr Example trim_examples[] = {{R"x(string_trim("  a b$(const.n)"))x", "", R"x("a b")x"}};
constexpr Example replace_examples[] = {
    {R"x(string_replace("banana", "an", "AN"))x", "", R"x("bANANa")x"},
    {R"x(string_replace("red apple", '["red", "apple"]', '["green", "pear"]', "lists"))x", "", R"x("green pear")x"}};
constexpr Example strcmp_examples[] = {{R"x(strcmp("a", "a"))x", "", R"x("any")x"}};
constexpr Example escape_examples[] = {{R"x(escape("192.168.2.1"))x", "", R"x("192\\.168\\.2\\.1")x"}};
constexpr Example dirname_examples[] = {{R"x(dirname("/etc/passwd/"))x", "", R"x("/etc")x"}};
constexpr Example basename_examples[] = {{R"x(basename("/etc/ntp.conf", ".conf"))x", "", R"x("ntp")x"}};
constexpr Example translatepath_examples[] = {{R"x(translatepath("/etc/motd"))x", "", R"x("/etc/motd")x"}};

}  // namespace
}  // namespace text_family

std::span<const Function> text_functions() {
  using namespace text_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "canonify(text: text) -> string",
       .summary = "Makes a name for a class: every byte but letters, digits and `_` becomes `_`.",
       .examples = canonify_examples,
       .call = canonify_text},
      {.kind = "function",
       .signature = "canonifyuniquely(text: text) -> string",
       .summary = "Like `canonify`, followed by a digest of the name.",
       .examples = canonify_uniquely_examples,
       .call = canonify_uniquely},
      {.kind = "function",
       .signature = "concat(*texts: text) -> string",
       .summary = "Puts texts together.",
       .examples = concat_examples,
       .call = concat},
      {.kind = "function",
       .signature = "string(value: text) -> string",
       .summary = "The argument as text; `any` or `!any` for a boolean call.",
       .examples = string_examples,
       .call = as_string},
      {.kind = "function",
       .signature = "int(number: text) -> int",
       .summary = "The whole part of a number, suffixes expanded.",
       .examples = int_examples,
       .call = as_int},
      {.kind = "function",
       .signature = "string_length(text: text) -> int",
       .summary = "The number of bytes.",
       .examples = length_examples,
       .call = string_length},
      {.kind = "function",
       .signature = "string_head(text: text, count: int[-inf,inf]) -> string",
       .summary = "The first bytes; a negative count leaves so many out at the end.",
       .examples = head_examples,
       .call = string_head},
      {.kind = "function",
       .signature = "string_tail(text: text, count: int[-inf,inf]) -> string",
       .summary = "The last bytes; a negative count leaves so many out at the start.",
       .examples = tail_examples,
       .call = string_tail},
      {.kind = "function",
       .signature = "string_upcase(text: text) -> string",
       .summary = "ASCII letters as capitals.",
       .examples = upcase_examples,
       .call = string_upcase},
      {.kind = "function",
       .signature = "string_downcase(text: text) -> string",
       .summary = "ASCII letters as small ones.",
       .examples = downcase_examples,
       .call = string_downcase},
      {.kind = "function",
       .signature = "string_reverse(text: text) -> string",
       .summary = "The bytes in reverse order.",
       .examples = reverse_examples,
       .call = string_reverse},
      {.kind = "function",
       .signature = "string_trim(text: text) -> string",
       .summary = "Takes white space off both ends.",
       .examples = trim_examples,
       .call = string_trim},
      {.kind = "function",
       .signature =
           "string_replace(text: text, from: text, to: text, kind: option{strings|lists} = 'strings') -> string",
       .summary = "Replaces each occurrence of a text; with `lists`, of each item by its counterpart.",
       .changed = "3.28",
       .examples = replace_examples,
       .call = string_replace},
      {.kind = "function",
       .signature = "strcmp(a: text, b: text) -> context",
       .summary = "True when both are the same.",
       .examples = strcmp_examples,
       .call = strcmp},
      {.kind = "function",
       .signature = "escape(text: text) -> string",
       .summary = "Puts a backslash before all that could be special in a pattern.",
       .examples = escape_examples,
       .call = escape},
      {.kind = "function",
       .signature = "dirname(path: text) -> string",
       .summary = "The folder of a path.",
       .examples = dirname_examples,
       .call = dirname},
      {.kind = "function",
       .signature = "basename(path: text, suffix: text = '') -> string",
       .summary = "The last part of a path, without the suffix.",
       .examples = basename_examples,
       .call = basename},
      {.kind = "function",
       .signature = "translatepath(path: path) -> string",
       .summary = "The path itself, as on all systems with slashes.",
       .examples = translatepath_examples,
       .call = as_path},
  };
  return all;
}

}  // namespace evalground::cfengine
