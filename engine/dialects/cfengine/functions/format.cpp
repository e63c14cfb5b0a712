// Functions that format and compute texts: format, join, templates, arithmetic, digests.
//
// All arguments are texts in this language. So format("%d", "5k") reads the digits at the beginning of the text, as C's
// atoi does, and prints 5.
#include <algorithm>
#include <cstdio>
#include <limits>

#include "base/crypto/crypto.hpp"
#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/infix.hpp"
#include "dialects/cfengine/data/mustache.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/functions/families.hpp"
#include "dialects/cfengine/functions/state.hpp"

namespace evalground::cfengine {
namespace format_family {
namespace {

Value join_texts(Call& call) {
  PolicyCall& policy = policy_call(call);
  const Value texts = policy.primitives(1);
  std::vector<std::string_view> pieces;
  pieces.reserve(texts.as_list().size());
  for (const Value& text : texts.as_list()) pieces.push_back(text.as_string());
  policy.budget().step(pieces.size());
  return Value::string(join(pieces, policy.text(0)));
}

constexpr std::size_t widest = 4096;  // the widest field of format()

// "%-10.3d" as its parts.
struct Conversion {
  std::string_view source;  // from the "%" to the letter
  char letter = '\0';
  std::string flags;
  std::size_t width = 0;
  std::optional<std::size_t> precision;
  bool is_regular = true;  // false: C's printf writes such a conversion unchanged
};

// The conversion at the "%" that a text begins with. It ends at the first letter of a conversion; what is between is
// not checked by the reference. Nothing when another "%" or the end comes first.
std::optional<Conversion> conversion_at(std::string_view text) {
  const std::size_t end = text.find_first_of("diouxXeEfFgGaAcsCSpnm%", 1);
  if (end == std::string_view::npos || text[end] == '%') return std::nullopt;
  Conversion conversion;
  conversion.source = text.substr(0, end + 1);
  conversion.letter = text[end];
  std::size_t at = 1;
  // Clamped while it is read, so a long number cannot overflow or make a large field.
  const auto take_number = [&] {
    std::size_t number = 0;
    for (; '0' <= text[at] && text[at] <= '9'; ++at)
      number = std::min(number * 10 + static_cast<std::size_t>(text[at] - '0'), widest);
    return number;
  };
  for (; std::string_view("-+ #0").find(text[at]) != std::string_view::npos; ++at) {
    if (conversion.flags.find(text[at]) == std::string::npos) conversion.flags += text[at];
  }
  conversion.width = take_number();
  if (text[at] == '.') {
    ++at;
    conversion.precision = take_number();
  }
  if (text[at] == 'l') ++at;
  conversion.is_regular = at == end;
  return conversion;
}

// Padding with blanks for %s and %S. Zero padding applies to numbers only, which printf writes.
std::string padded(std::string text, const Conversion& conversion) {
  if (text.size() >= conversion.width) return text;
  const std::size_t missing = conversion.width - text.size();
  return conversion.flags.find('-') != std::string::npos ? text + std::string(missing, ' ')
                                                         : std::string(missing, ' ') + text;
}

// C's printf for one number. The flags, width and precision must be known to be small.
// 512 more bytes hold any number: %f of the largest double has 309 digits before its point.
template <class Number>
std::string printed(const Conversion& conversion, const char* letter, Number number) {
  std::string format = "%" + conversion.flags;
  if (conversion.width > 0) format += std::to_string(conversion.width);
  if (conversion.precision) format += "." + std::to_string(*conversion.precision);
  format += letter;
  std::string text(conversion.width + conversion.precision.value_or(0) + 512, '\0');
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(text.data(), text.size(), format.c_str(), number);
#pragma GCC diagnostic pop
  text.resize(static_cast<std::size_t>(length));
  return text;
}

// Negative numbers that fit 32 bits are printed as unsigned 32-bit numbers.
unsigned long long unsigned_of(std::int64_t number) {
  const bool is_small = std::numeric_limits<std::int32_t>::min() <= number && number < 0;
  return is_small ? static_cast<std::uint32_t>(number) : static_cast<unsigned long long>(number);
}

// %S: by its name an slist in policy notation, or another list, a container or an item of one as compact JSON; also
// JSON text. The reference takes neither `@(list)` nor a classic array. As in the agent, writing a container of a
// variable sorts the container itself, so later calls get its keys in that order.
std::string list_text(PolicyCall& call, std::size_t index) {
  const std::string_view argument = call.text(index);
  const std::optional<Found> found = call.evaluator.find(argument);
  if (found && found->type == DataType::slist) {
    std::string text = "{ ";
    bool is_first = true;
    for (const Value& item : found->value.as_list()) {
      call.budget().step();
      if (!is_first) text += ", ";
      is_first = false;
      text += '"';
      for (const char c : item.as_string()) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
      }
      text += '"';
    }
    return text + " }";
  }
  call.evaluator.sort_keys(trim(argument));
  const std::optional<Found> sorted = call.evaluator.find(argument);
  if (sorted && (sorted->type == DataType::data || is_list_type(sorted->type)))
    return json_text(sorted->value, call.budget());
  const bool is_json = argument.starts_with('[') || argument.starts_with('{');
  if (is_json) return json_text(call.evaluator.collection(argument), call.budget());
  call.fail("The conversion %S takes the name of an slist or of a container, not " + quote(argument) + ".");
}

// One argument as its conversion says.
std::string converted(PolicyCall& call, const Conversion& conversion, std::size_t argument) {
  if (!conversion.is_regular) return std::string(conversion.source);
  const std::string_view text = call.text(argument);
  switch (conversion.letter) {
    case 'd': return printed(conversion, "lld", static_cast<long long>(leading_int(text)));
    case 'o': return printed(conversion, "llo", unsigned_of(leading_int(text)));
    case 'x': return printed(conversion, "llx", unsigned_of(leading_int(text)));
    case 'f': return printed(conversion, "f", leading_real(text));
    case 's': return padded(std::string(text.substr(0, conversion.precision.value_or(text.size()))), conversion);
    case 'S': return padded(list_text(call, argument), conversion);
    default: return "(unhandled format)";
  }
}

// Interprets the format on its own, because the arguments are texts: each is converted as its letter says. A "%" that
// begins no conversion ends the result.
Value format(Call& call) {
  PolicyCall& policy = policy_call(call);
  const std::string_view pattern = policy.text(0);
  std::string out;
  std::size_t argument = 1;
  std::size_t at = 0;
  while (at < pattern.size()) {
    const std::size_t mark = std::min(pattern.find('%', at), pattern.size());
    policy.budget().step(1 + (mark - at) / 16);
    out += pattern.substr(at, mark - at);
    at = mark;
    if (at == pattern.size()) break;
    if (pattern.substr(at).starts_with("%%")) {
      out += '%';
      at += 2;
      continue;
    }
    const std::optional<Conversion> conversion = conversion_at(pattern.substr(at));
    if (!conversion) break;
    at += conversion->source.size();
    policy.budget().step(1 + conversion->source.size() / 16);
    if (argument >= call.size())
      policy.fail("The format " + quote(pattern) + " needs more arguments than it is given.");
    if (const std::size_t bad = conversion->source.find_first_of("hLqjzt"); bad != std::string_view::npos) {
      policy.fail("The format " + quote(pattern) + " has the modifier " + quote(conversion->source.substr(bad, 1)) +
                  ", which no conversion takes here.");
    }
    out += converted(policy, *conversion, argument++);
  }
  return Value::string(out);
}

Value hash(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::optional<DigestAlgorithm> algorithm = digest_algorithm(policy.text(1));
  return Value::string(algorithm ? encode_hex(digest(*algorithm, policy.text(0))) : std::string());
}

// The first eight bytes of the digest, lowest first, modulo the range. The upper bound does not belong to the range.
Value hash_to_int(Call& call) {
  const PolicyCall& policy = policy_call(call);
  std::int64_t low = policy.integer(0);
  std::int64_t high = policy.integer(1);
  if (low > high) std::swap(low, high);
  if (low == high) return Value::string(std::to_string(low));
  const std::string bytes = digest(DigestAlgorithm::sha256, policy.text(2));
  std::uint64_t number = 0;
  for (std::size_t i = 8; i > 0; --i) number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return Value::string(std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + number % range)));
}

// A text that is not an expression gives an empty text or a false class, with a hint, and does not fail.
Value eval(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::optional<double> result = evaluate_infix(policy.text(0), policy.budget());
  const bool is_class = policy.text(1) == "class";
  if (!result) {
    policy.evaluator.log(Severity::hint, "arithmetic", quote(policy.text(0)) + " is no arithmetic expression.",
                         call.where);
    return is_class ? Value::string("!any") : Value::string("");
  }
  if (is_class) return Value::string(*result != 0 ? "any" : "!any");
  return Value::string(fixed_text(*result));
}

// Without data the template sees the whole state of the run.
Value string_mustache(Call& call) {
  PolicyCall& policy = policy_call(call);
  const Value data = call.size() > 1 ? policy.collection_or_element(1) : state_of(policy.evaluator);
  return Value::string(render_mustache(policy.text(0), data, policy.budget()));
}

constexpr Example join_examples[] = {{R"(join(", ", '["a", "b", "c"]'))", "", R"("a, b, c")"}};
constexpr Example format_examples[] = {{R"(format("%s-%03d %.2f", "web", 7, "3.14159"))", "", R"("web-007 3.14")"},
                                       {R"(format("%5.1f%%", "99.95"))", "", R"("100.0%")"}};
constexpr Example hash_examples[] = {{R"(hash("abc", "md5"))", "", R"("900150983cd24fb0d6963f7d28e17f72")"}};
constexpr Example hash_to_int_examples[] = {{R"(hash_to_int(0, 100, "hello"))", "", R"("72")"}};
constexpr Example eval_examples[] = {{R"(eval("(1 + 2) * 3"))", "", R"("9.000000")"},
                                     {R"(eval("3 > 2", "class"))", "", R"("any")"}};
constexpr Example mustache_examples[] = {
    {R"(string_mustache("{{#ports}}<{{.}}>{{/ports}}", '{"ports": [80, 443]}'))", "", R"("<80><443>")"}};

}  // namespace
}  // namespace format_family

std::span<const Function> format_functions() {
  using namespace format_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "join(glue: text, list: collection) -> string",
       .summary = "Joins the texts of a collection.",
       .examples = join_examples,
       .call = join_texts},
      {.kind = "function",
       .signature = "format(pattern: text, *values: text) -> string",
       .summary = "Writes values by a pattern as C's printf does.",
       .details = "Conversions: `%s`, `%d`, `%o`, `%x`, `%f`, `%%`, and `%S` for the name of an slist or a container.",
       .examples = format_examples,
       .call = format},
      {.kind = "function",
       .signature = "hash(text: text, algorithm: option{md5|sha1|sha256|sha384|sha512}) -> string",
       .summary = "The digest of a text.",
       .examples = hash_examples,
       .call = hash},
      {.kind = "function",
       .signature = "hash_to_int(from: int[-inf,inf], to: int[-inf,inf], text: text) -> int",
       .summary = "A number that depends only on the text, from the lower bound up to below the upper.",
       .examples = hash_to_int_examples,
       .call = hash_to_int},
      {.kind = "function",
       .signature =
           "eval(expression: text, mode: option{math|class} = 'math', syntax: option{infix} = 'infix') -> string",
       .summary = "The value of an arithmetic expression.",
       .examples = eval_examples,
       .call = eval},
      {.kind = "function",
       .signature = "string_mustache(template: text, data: collection = '') -> string",
       .summary = "Fills a Mustache template; without data, with all classes and variables.",
       .examples = mustache_examples,
       .call = string_mustache},
  };
  return all;
}

}  // namespace evalground::cfengine
