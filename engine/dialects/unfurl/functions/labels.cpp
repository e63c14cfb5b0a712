// Functions that turn values into labels for systems with naming rules.
#include <string>
#include <vector>

#include "base/text/number.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/functions/label.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

// The parameters after the value, in the order of every signature here.
enum Argument : std::size_t {
  allowed = 1,
  start,
  start_prepend,
  replace,
  end,
  max,
  letter_case,
  sep,
  digest,
  digestlen
};

// `max: "5"` is accepted, because templates may give numbers as text.
std::int64_t whole_number(const Call& call, std::size_t index) {
  if (call[index].is_string()) {
    if (const auto number = parse_loose_integer(call[index].as_string())) return number.value;
  }
  return call.integer(index);
}

// Null keeps the default, except for `end`: null there removes the default rule for the end.
LabelOptions options_of(const Call& call, LabelOptions options) {
  const auto has = [&](std::size_t index) { return call.given(index) && !call[index].is_null(); };
  if (has(allowed)) options.allowed = call.string(allowed);
  if (has(start)) options.start = call.string(start);
  if (has(start_prepend)) options.start_prepend = call.string(start_prepend);
  if (has(replace)) options.replace = call.string(replace);
  if (call.given(end)) options.end = has(end) ? std::optional<std::string>(call.string(end)) : std::nullopt;
  if (has(max)) options.max = whole_number(call, max);
  if (options.max < 1) wrong_form(call, max, "at least 1");
  if (has(letter_case)) {
    const std::string_view name = call.string(letter_case);
    if (name != "any" && name != "lower" && name != "upper") wrong_form(call, letter_case, "`any`, `lower` or `upper`");
    options.letter_case = name == "lower" ? LetterCase::lower : name == "upper" ? LetterCase::upper : LetterCase::any;
  }
  if (has(sep)) options.separator = call.string(sep);
  if (has(digest)) options.digest = python_str(call[digest], call.context.budget);
  if (has(digestlen)) options.digest_length = whole_number(call, digestlen);
  return options;
}

// Numbers, booleans and null are returned unchanged. Only values, not keys, get the digest.
Value label_of(const Call& call, const Value& value, const LabelOptions& options) {
  Budget& budget = call.context.budget;
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_string()) {
    return Value::string(text_label(value.as_string(), options, budget)).with_sensitive(value.sensitive());
  }
  if (value.is_list()) {
    std::vector<std::string> items;
    bool is_sensitive = value.sensitive();
    for (const Value& item : value.as_list()) {
      items.push_back(python_str(item, budget));
      is_sensitive = is_sensitive || item.sensitive();
    }
    return Value::string(list_label(items, options, budget)).with_sensitive(is_sensitive);
  }
  if (value.is_map()) {
    LabelOptions of_keys = options;
    of_keys.digest.reset();
    Map result;
    for (const Map::Entry& entry : value.as_map()) {
      if (entry.value.is_null()) continue;
      // compute the key first: the evaluation order of arguments is unspecified
      Value key = label_of(call, entry.key, of_keys);
      result.set(std::move(key), label_of(call, entry.value, options));
    }
    return Value::map(std::move(result)).with_sensitive(value.sensitive());
  }
  return value;
}

// The text of a list that an expression gives as an item of the argument. Unfurl does not take it apart, but formats
// the wrapper of its first item ("[Result('a', None), 'b']"), so real labels are made from that text.
std::string list_text(const List& list, Budget& budget) {
  std::string text;
  for (const Value& item : list) {
    const std::string shown = python_repr(item, budget);
    text += text.empty() ? "Result(" + shown + ", None)" : ", " + shown;
  }
  return "[" + text + "]";
}

// The argument with its expressions evaluated. A list among its items, and an expression with several matches, become
// several items: [a, [b, [c]]] is [a, b, [c]].
Value mapped(UnfurlCall& call) {
  const Value& written = call[0];
  if (!written.is_list() || written.verbatim()) return call.evaluator.map_value(written, call.scope);
  List items;
  for (const Value& item : written.as_list()) {
    if (!is_expression_map(item)) {
      const Value value = call.evaluator.map_value(item, call.scope);
      if (!value.is_list()) {
        items.push_back(value);
        continue;
      }
      for (const Value& inner : value.as_list()) {
        call.context.budget.step();
        items.push_back(inner.with_sensitive(inner.sensitive() || value.sensitive()));
      }
      continue;
    }
    const List matches = call.evaluator.evaluate(item, call.scope).list;
    for (const Value& match : matches) {
      call.context.budget.step();
      const Value value = call.evaluator.plain(match);
      const bool is_list = matches.size() == 1 && value.is_list();
      items.push_back(is_list ? Value::string(list_text(value.as_list(), call.context.budget)) : value);
    }
  }
  return Value::list(std::move(items));
}

// The defaults of the parameters in the signatures are documentation: the real ones are in `defaults`.
Value make_label(Call& base, LabelOptions defaults) {
  UnfurlCall& call = unfurl_call(base);
  const LabelOptions options = options_of(call, std::move(defaults));
  return marked_by_arguments(call, label_of(call, mapped(call), options));
}

Value plain_label(Call& call) {
  return make_label(call, {});
}

Value dns_label(Call& call) {
  LabelOptions options;
  options.allowed = "a-zA-Z0-9-";
  options.end = "a-zA-Z0-9";
  options.replace = "--";
  options.letter_case = LetterCase::lower;
  return make_label(call, std::move(options));
}

Value kubernetes_label(Call& call) {
  LabelOptions options;
  options.allowed = "\\w.-";
  options.start = "a-zA-Z0-9";
  options.end = "a-zA-Z0-9";
  options.replace = "__";
  return make_label(call, std::move(options));
}

Value googlecloud_label(Call& call) {
  LabelOptions options;
  options.allowed = "\\w-";
  options.replace = "__";
  options.letter_case = LetterCase::lower;
  return make_label(call, std::move(options));
}

constexpr Example label_examples[] = {
    {"eval: {to_label: 'Hello World!'}", "", R"("HelloWorld")"},
    {"eval: {to_label: 1 convert me, replace: _, max: 10, case: upper, digestlen: 0}", "", R"("X1CON_RTME")"},
    {"eval: {to_label: [longprefix, name, suffix], sep: ., max: 10}", "", R"("lo.na.suRC")"},
    {"eval: {to_label: {A b: c d, n: 5, gone: null}}", "", R"({"Ab": "cd", "n": 5})"},
};
constexpr Example dns_examples[] = {{"eval: {to_dns_label: _foo/_bar}", "", R"("x--foo----bar")"}};
constexpr Example kubernetes_examples[] = {{"eval: {to_kubernetes_label: a/b c.d-}", "", R"("a__b__c.d")"}};
constexpr Example googlecloud_examples[] = {{"eval: {to_googlecloud_label: A.B_c}", "", R"("a__b_c")"}};

}  // namespace

std::span<const Function> label_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "to_label(value: expression, allowed: string = '\\w', start: string = 'a-zA-Z', start_prepend: "
                    "string = 'x', replace: string = '', end: string = null, max: integer = 63, case: string = 'any', "
                    "sep: string = '', digest: string = null, digestlen: integer = -1) -> any",
       .summary = "Turns text into a label that keeps the given rules.",
       .details = "`allowed`, `start` and `end` are sets of characters as in a regular expression. A first character "
                  "that is not in `start` gets `start_prepend` before it; other characters become `replace`; what "
                  "is longer than `max` is cut in the middle and ends in `digestlen` characters of a digest (-1: 3, or "
                  "2 for a `max` below 32). `digest` is more text to be digested, and has the digest always added. The "
                  "items of a list share the length and are joined by `sep`; of a map keys and values are converted, "
                  "and null values dropped. Numbers and truths stay.",
       .examples = label_examples,
       .call = plain_label},
      {.kind = "function",
       .signature =
           "to_dns_label(value: expression, allowed: string = 'a-zA-Z0-9-', start: string = 'a-zA-Z', start_prepend: "
           "string = 'x', replace: string = '--', end: string = 'a-zA-Z0-9', max: integer = 63, case: string = "
           "'lower', sep: string = '', digest: string = null, digestlen: integer = -1) -> any",
       .summary = "Turns text into one label of a domain name.",
       .details = "As `to_label`, with other defaults.",
       .examples = dns_examples,
       .call = dns_label},
      {.kind = "function",
       .signature =
           "to_kubernetes_label(value: expression, allowed: string = '\\w.-', start: string = 'a-zA-Z0-9', "
           "start_prepend: string = 'x', replace: string = '__', end: string = 'a-zA-Z0-9', max: integer = 63, case: "
           "string = 'any', sep: string = '', digest: string = null, digestlen: integer = -1) -> any",
       .summary = "Turns text into a label of a Kubernetes object.",
       .details = "As `to_label`, with other defaults.",
       .examples = kubernetes_examples,
       .call = kubernetes_label},
      {.kind = "function",
       .signature = "to_googlecloud_label(value: expression, allowed: string = '\\w-', start: string = 'a-zA-Z', "
                    "start_prepend: string = 'x', replace: string = '__', end: string = null, max: integer = 63, case: "
                    "string = 'lower', sep: string = '', digest: string = null, digestlen: integer = -1) -> any",
       .summary = "Turns text into a label of a Google Cloud resource.",
       .details = "As `to_label`, with other defaults.",
       .examples = googlecloud_examples,
       .call = googlecloud_label},
  };
  return all;
}

}  // namespace evalground::unfurl
