// Regular expressions, with the syntax of Python's re (yaql/standard_library/regex.py).
//
// Each function exists twice: as a method of a pattern, `regex('a+').matches($)`, and as a method of a text that takes
// the pattern, `$.matches('a+')`. The helpers below therefore take the positions of both arguments.

#include "base/regex/replace.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace regex_family {
namespace {

// The context caches compiled patterns, so a pattern in a lambda is compiled once.
Ref<const Regex> compile(Arguments& arguments, std::string_view pattern, RegexFlags flags = {}) {
  const CompiledRegex compiled = arguments.context.regexes.compile(RegexSyntax::python, pattern, flags);
  if (!compiled) {
    throw Error("invalid-pattern",
                "The pattern " + quote(pattern) + " cannot be read: " + compiled.error.message + ".");
  }
  return compiled.regex;
}

Value make_regex(Call& call) {
  Arguments& arguments = arguments_of(call);
  RegexFlags flags;
  flags.ignore_case = arguments.boolean(1);
  flags.multi_line = arguments.boolean(2);
  flags.dot_all = arguments.boolean(3);
  return Value::object(Ref<Object>(new RegexValue(compile(arguments, arguments.string(0), flags))));
}

// A search: the pattern may match anywhere, as with Python's re.search().
Value matches(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::boolean(as_regex(arguments[0]).matches(arguments.string(1), RegexAnchor::none, arguments.budget()));
}

Value matches_text(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::boolean(
      compile(arguments, arguments.string(1))->matches(arguments.string(0), RegexAnchor::none, arguments.budget()));
}

// Binds a match for a selector: $1 (or $) is the whole match, $2, $3, … are the groups, and named groups have their
// names. Each is a map with `value`, `start` and `end`: `regex('a(b)').search(xab, $2.start)` -> 2.
class Selection {
 public:
  Selection(Evaluator& evaluator, Lambda selector, const Regex& regex)
      : evaluator_(evaluator), selector_(std::move(selector)) {
    for (const auto& [name, number] : regex.group_names()) names_.emplace_back(evaluator.names.intern(name), number);
  }

  // Without a selector the result is the text of the match.
  Value operator()(const RegexMatch& match) {
    if (!selector_.is_given()) return Value::string(match.text());
    List groups;
    for (std::size_t group = 0; group < match.size(); ++group) groups.push_back(group_of(match, group));
    std::vector<std::pair<Name, Value>> named;
    for (const auto& [name, number] : names_) named.emplace_back(name, groups[number]);
    return evaluator_.apply(selector_, groups, named);
  }

 private:
  // Offsets count code points. A group that took no part in the match has null and -1.
  static Value group_of(const RegexMatch& match, std::size_t group) {
    const RegexRange& range = match[group];
    const auto place = [&](std::size_t at) {
      return Value::integer(range.is_set() ? static_cast<std::int64_t>(code_points_before(match.subject(), at)) : -1);
    };
    return Value::map({{"value", range.is_set() ? Value::string(match.text(group)) : Value::null()},
                       {"start", place(range.begin)},
                       {"end", place(range.end)}});
  }

  Evaluator& evaluator_;
  Lambda selector_;
  std::vector<std::pair<Name, std::size_t>> names_;
};

// Null if nothing matches.
Value search(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Regex& regex = as_regex(arguments[0]);
  RegexMatch match;
  if (!regex.find(arguments.string(1), 0, RegexAnchor::none, match, arguments.budget())) return Value::null();
  return Selection(arguments.evaluator, arguments.lambda(2), regex)(match);
}

// Iterates over the matches of a text. It keeps the text and the pattern alive.
class Search {
 public:
  Search(Value regex, Value text, Budget& budget)
      : regex_(std::move(regex)),
        text_(std::move(text)),
        subject_(text_.as_string()),
        matches_(as_regex(regex_), subject_, budget) {}
  bool next(RegexMatch& match) { return matches_.next(match); }

 private:
  Value regex_;
  Value text_;
  RegexSubject subject_;
  RegexMatches matches_;
};

// Lazy: each match is searched when it is drawn. Search is on the heap, because the matches point into it and a
// generator may move.
Value search_all(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator(
      [search = std::make_unique<Search>(arguments[0], arguments[1], arguments.budget()),
       selection = Selection(arguments.evaluator, arguments.lambda(2), as_regex(arguments[0]))](Value& item) mutable {
        RegexMatch match;
        if (!search->next(match)) return false;
        item = selection(match);
        return true;
      });
}

std::size_t count_of(Arguments& arguments, std::size_t index) {
  return static_cast<std::size_t>(std::max<std::int64_t>(arguments.count(index), 0));
}

// Groups of the pattern are items between the pieces, as in Python's re.split().
Value split(Arguments& arguments, std::size_t regex, std::size_t text) {
  List pieces;
  // In Python's re a negative limit means no split at all, while 0 means no limit.
  if (arguments.count(2) < 0) return Value::list({arguments[text]});
  for (const auto& piece :
       regex_split(as_regex(arguments[regex]), arguments.string(text), count_of(arguments, 2), arguments.budget())) {
    pieces.push_back(piece ? Value::string(*piece) : Value::null());
  }
  return Value::list(std::move(pieces));
}

Value split_by(Call& call) {
  return split(arguments_of(call), 0, 1);
}

Value split_text(Call& call) {
  return split(arguments_of(call), 1, 0);
}

Value replace(Arguments& arguments, std::size_t regex, std::size_t text) {
  const Regex& pattern = as_regex(arguments[regex]);
  const auto replacement = ReplacementTemplate::parse(arguments.string(2), pattern);
  if (const auto* error = std::get_if<ReplacementTemplate::Error>(&replacement)) {
    throw Error("invalid-replacement",
                "The replacement " + quote(arguments.string(2)) + " cannot be read: " + error->message + ".");
  }
  // In Python's re a negative count means no replacement at all.
  if (arguments.count(3) < 0) return arguments[text];
  return Value::string(regex_replace(pattern, arguments.string(text), std::get<ReplacementTemplate>(replacement),
                                     count_of(arguments, 3), arguments.budget())
                           .text);
}

Value replace_by_pattern(Call& call) {
  return replace(arguments_of(call), 0, 1);
}

Value replace_text(Call& call) {
  return replace(arguments_of(call), 1, 0);
}

// replaceBy: a selector makes the replacement for each match. The limit is tested while the result grows, because each
// replacement may be long.
Value replace_with(Arguments& arguments, std::size_t regex, std::size_t text) {
  if (arguments.count(3) < 0) return arguments[text];
  const Regex& pattern = as_regex(arguments[regex]);
  const std::string_view whole = arguments.string(text);
  const RegexSubject subject(whole);
  RegexMatches all(pattern, subject, arguments.budget());
  Selection selection(arguments.evaluator, arguments.lambda(2), pattern);
  std::size_t left = count_of(arguments, 3);
  const bool is_limited = left != 0;
  std::string result;
  std::size_t at = 0;
  RegexMatch match;
  while ((!is_limited || left-- > 0) && all.next(match)) {
    const Value by = selection(match);
    if (!by.is_string() && !by.is_null()) {
      throw Error("wrong-argument", "What `replaceBy` puts in must be text, not " + short_text(by, 60) + ".");
    }
    // Null is replaced by nothing.
    const std::string_view put_in = by.is_null() ? std::string_view() : by.as_string();
    result.append(whole.substr(at, match.begin() - at)).append(put_in);
    arguments.budget().step(1 + (match.end() - at + put_in.size()) / 64);
    at = match.end();
    if (result.size() > arguments.budget().limits().memory) {
      throw LimitError(Limit::memory, arguments.budget().limits().memory);
    }
  }
  return Value::string(result.append(whole.substr(at)));
}

Value replace_by(Call& call) {
  return replace_with(arguments_of(call), 0, 1);
}

Value replace_text_by(Call& call) {
  return replace_with(arguments_of(call), 1, 0);
}

Value escape(Call& call) {
  return Value::string(escape_regex(arguments_of(call).string(0)));
}

Value is_regex(Call& call) {
  return Value::boolean(is_a(arguments_of(call)[0], ObjectKind::regex));
}

constexpr Example regex_examples[] = {{"regex('A.C', ignoreCase => true).matches('abc')", "", "true"}};
constexpr Example matches_examples[] = {{"regex('^b').matches('abc')", "", "false"}};
constexpr Example matches_text_examples[] = {{"'abc'.matches('a.c')", "", "true"}};
constexpr Example search_examples[] = {
    {"regex(`\\d+`).search('a12b34')", "", R"("12")"},
    {"regex(`(\\w)=(\\d)`).search('k=7', [$2.value, int($3.value)])", "", R"(["k", 7])"}};
constexpr Example search_all_examples[] = {{"regex(`\\d+`).searchAll('a12b34', int($.value))", "", "[12, 34]"}};
constexpr Example split_examples[] = {{"regex(`\\W+`).split('a, b; c')", "", R"(["a", "b", "c"])"}};
constexpr Example split_text_examples[] = {{"'a1b2c'.split(regex(`\\d`), 1)", "", R"(["a", "b2c"])"}};
constexpr Example replace_examples[] = {{"regex(`(\\w)(\\w)`).replace('abcd', `\\2\\1`)", "", R"("badc")"}};
constexpr Example replace_text_examples[] = {{"'a1b2'.replace(regex(`\\d`), '#')", "", R"("a#b#")"}};
constexpr Example replace_by_examples[] = {{"regex(`\\d`).replaceBy('a1b2', str(int($.value) + 1))", "", R"("a2b3")"}};
constexpr Example replace_text_by_examples[] = {{"'abc'.replaceBy(regex(`[ac]`), $.value.toUpper())", "", R"("AbC")"}};
constexpr Example escape_examples[] = {{"escapeRegex('a.b')", "", R"("a\\.b")"}};
constexpr Example is_regex_examples[] = {{"isRegex(regex('a'))", "", "true"}};

}  // namespace
}  // namespace regex_family

std::span<const Function> regex_functions() {
  using namespace regex_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "regex(pattern: string, ignoreCase: boolean? = false, multiLine: boolean? = false, "
                    "dotAll: boolean? = false) -> regex",
       .summary = "A regular expression with the syntax of Python's re.",
       .examples = regex_examples,
       .call = make_regex},
      {.kind = "method",
       .signature = "matches(regexp: regex, string: string) -> boolean",
       .summary = "Whether the text has a match anywhere.",
       .examples = matches_examples,
       .call = matches},
      {.kind = "method",
       .signature = "matches(string: string, regexp: string) -> boolean",
       .summary = "Whether the text has a match of the pattern anywhere.",
       .examples = matches_text_examples,
       .call = matches_text},
      {.kind = "method",
       .signature = "search(regexp: regex, string: string, selector: lambda = null) -> any",
       .summary = "The text of the first match, or null; with a selector, the selector's result for the match.",
       .details = "In the selector `$` is the whole match and `$2`, `$3` and so on are the groups, each with `value`, "
                  "`start` and `end`; named groups are `$name` too.",
       .examples = search_examples,
       .call = search},
      {.kind = "method",
       .signature = "searchAll(regexp: regex, string: string, selector: lambda = null) -> iterator",
       .summary = "The text of every match; with a selector, the selector's result for each match.",
       .examples = search_all_examples,
       .call = search_all},
      {.kind = "method",
       .signature = "split(regexp: regex, string: string, maxSplit: integer = 0) -> list",
       .summary = "The pieces between the matches; groups of the pattern are pieces too.",
       .examples = split_examples,
       .call = split_by},
      {.kind = "method",
       .signature = "split(string: string, regexp: regex, maxSplit: integer = 0) -> list",
       .summary = "The pieces of the string between the matches; groups of the pattern are pieces too.",
       .examples = split_text_examples,
       .call = split_text},
      {.kind = "method",
       .signature = "replace(regexp: regex, string: string, repl: string, count: integer = 0) -> string",
       .summary = "The text with its matches replaced; `\\1` and `\\g<name>` stand for groups.",
       .examples = replace_examples,
       .call = replace_by_pattern},
      {.kind = "method",
       .signature = "replace(string: string, regexp: regex, repl: string, count: integer = 0) -> string",
       .summary = "The text with its matches of the pattern replaced; `\\1` and `\\g<name>` stand for groups.",
       .examples = replace_text_examples,
       .call = replace_text},
      {.kind = "method",
       .signature = "replaceBy(regexp: regex, string: string, repl: lambda, count: integer = 0) -> string",
       .summary = "The text with its matches replaced by what the expression makes of each, as in `search`.",
       .examples = replace_by_examples,
       .call = replace_by},
      {.kind = "method",
       .signature = "replaceBy(string: string, regexp: regex, repl: lambda, count: integer = 0) -> string",
       .summary =
           "The text with its matches of the pattern replaced by what the expression makes of each, as in `search`.",
       .examples = replace_text_by_examples,
       .call = replace_text_by},
      {.kind = "function",
       .signature = "escapeRegex(string: string) -> string",
       .summary = "The pattern that matches just this text.",
       .examples = escape_examples,
       .call = escape},
      {.kind = "function",
       .signature = "isRegex(value: any) -> boolean",
       .summary = "Whether the value is a regular expression.",
       .examples = is_regex_examples,
       .call = is_regex},
  };
  return all;
}

}  // namespace evalground::yaql
