// Compares a result with the output that a document shows, as leniently as a reader would: structures by value,
// whatever their notation; text by lines, without blanks at their ends; a line of dots for anything.
//
// When they differ, the new output is written in the form of the old one (write_like), so that an update changes what
// is wrong and not the style.
#include "cli/check_docs/comparison.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "base/alignment.hpp"
#include "base/generous_budget.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "data/yaml/write.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

// The value of a text in JSON or YAML; nothing for other text.
// Nearly every text is YAML, a plain scalar at least. compare() therefore trusts only structures.
std::optional<Value> value_of(std::string_view text) {
  Budget budget = generous_budget();
  try {
    return parse_json(text, budget);
  } catch (const Error&) {
    try {
      Sources sources;
      return load_yaml(parse_yaml(sources, sources.add_file("output", std::string(text)), budget), sources, budget);
    } catch (const std::exception&) {
      return std::nullopt;
    }
  } catch (const LimitError&) {
    return std::nullopt;
  }
}

// The text with JSON's words for Python's, outside of quotes: "[3, None]" → "[3, null]".
std::string with_json_words(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"None", "null"}, {"True", "true"}, {"False", "false"}};
  std::string result;
  char quote = 0;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || !is_ascii_letter(text[at - 1]);
    const auto* word = std::find_if(std::begin(words), std::end(words), [&](const auto& pair) {
      return quote == 0 && begins && text.substr(at).starts_with(pair.first);
    });
    if (word != std::end(words)) {
      result += word->second;
      at += word->first.size();
      continue;
    }
    if (quote == text[at]) {
      quote = 0;
    } else if (quote == 0 && (text[at] == '"' || text[at] == '\'')) {
      quote = text[at];
    }
    result += text[at++];
  }
  return result;
}

bool is_structure(const Value& value) {
  return value.is_list() || value.is_map();
}

bool are_equal(const Value& a, const Value& b) {
  Budget budget = generous_budget();
  return json_equal(a, b, NumberEquality::by_value, budget);
}

bool is_ellipsis(std::string_view line) {
  line = trim(line);
  return line == "..." || line == "…" || line == "[...]";
}

// The lines without invisible differences: blank lines at the beginning and end, and spaces at the ends of lines.
std::vector<std::string_view> text_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (const std::string_view line : Split(trim_end(text), "\n")) {
    const std::string_view seen = trim_end(line, " \t\r");
    if (!seen.empty() || !lines.empty()) lines.push_back(seen);
  }
  return lines;
}

// Compares lines. A line of dots matches any number of lines, as few as possible, like `*` in a wildcard.
// On a mismatch, only the last line of dots takes one more line.
bool lines_match(std::string_view shown_text, std::string_view actual_text) {
  const std::vector<std::string_view> shown = text_lines(shown_text);
  const std::vector<std::string_view> actual = text_lines(actual_text);
  std::size_t s = 0;
  std::size_t a = 0;
  std::optional<std::pair<std::size_t, std::size_t>> dots;  // the last line of dots, and how far it has matched
  while (a < actual.size()) {
    if (s < shown.size() && is_ellipsis(shown[s])) {
      dots = {s++, a};
    } else if (s < shown.size() && shown[s] == actual[a]) {
      ++s;
      ++a;
    } else if (dots) {
      s = dots->first + 1;
      a = ++dots->second;
    } else {
      return false;
    }
  }
  while (s < shown.size() && is_ellipsis(shown[s])) ++s;
  return s == shown.size();
}

// Whether the lines match, with "..." for any text, also none and several lines. Each part between dots is found at its
// first place: a later place leaves less for the parts behind it.
bool matches_with_dots(std::string_view shown_text, std::string_view actual_text) {
  constexpr std::string_view dots = "...";
  const auto joined = [](std::string_view text) {
    std::string result;
    for (const std::string_view line : text_lines(text)) result.append(line).append("\n");
    return result;
  };
  const std::string shown = joined(shown_text);
  const std::string actual = joined(actual_text);
  std::size_t part = shown.find(dots);
  if (part == std::string::npos || !std::string_view(actual).starts_with(std::string_view(shown).substr(0, part)))
    return false;
  std::size_t at = part;
  while (true) {
    part += dots.size();
    const std::size_t end = shown.find(dots, part);
    const std::string_view wanted = std::string_view(shown).substr(part, end - part);
    const std::string_view rest = std::string_view(actual).substr(at);
    if (end == std::string::npos) return rest.ends_with(wanted);
    // memmem() needs linear time, unlike find().
    const void* found = ::memmem(rest.data(), rest.size(), wanted.data(), wanted.size());
    if (found == nullptr) return false;
    at = static_cast<std::size_t>(static_cast<const char*>(found) - actual.data()) + wanted.size();
    part = end;
  }
}

// JSON on one line with a space after commas and colons.
std::string spaced_json(const Value& value) {
  Budget budget = generous_budget();
  const std::string tight = write_json(value, budget);
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0; i < tight.size(); ++i) {
    text += tight[i];
    if (tight[i] == '\\') {
      text += tight[++i];
    } else if (tight[i] == '"') {
      in_string = !in_string;
    } else if (!in_string && (tight[i] == ',' || tight[i] == ':')) {
      text += ' ';
    }
  }
  return text;
}

// The value in the form of the shown text. `was` is the value of the shown text, if it has one.
std::string write_like(const Value& value, const Shown& shown, const std::optional<Value>& was) {
  Budget budget = generous_budget();
  if (shown.language == "yaml") return write_yaml(value, budget);
  if (value.is_string() && shown.language != "json") return std::string(value.as_string());
  const bool was_long = trim(shown.text).find('\n') != std::string_view::npos;
  const std::string_view start = trim_start(shown.text);
  if (was_long && was && is_structure(*was) && !start.starts_with('{') && !start.starts_with('['))
    return write_yaml(value, budget);
  const std::string line = spaced_json(value);
  if (!was_long && line.size() <= 100) return line;
  const std::size_t second = shown.text.find("\n");
  std::size_t indent = 2;
  if (was_long && second != std::string::npos) {
    const std::size_t inner = shown.text.find_first_not_of(' ', second + 1);
    if (inner != std::string::npos && inner - second - 1 >= 1 && inner - second - 1 <= 8) indent = inner - second - 1;
  }
  return write_json(value, budget, {.indent = static_cast<int>(indent)});
}

// The shown output of an agent without the lines of its log: "   error: …", "2014-08-18T14:13:28+0100 info: …".
std::string without_agent_log(std::string_view shown) {
  constexpr std::string_view levels[] = {"error:", "warning:", "notice:", "info:", "verbose:"};
  std::string text;
  for (const std::string_view line : Split(shown, "\n")) {
    std::string_view rest = trim_start(line, " \t");
    if (rest.size() > 20 && rest[4] == '-' && rest[10] == 'T')
      rest = rest.substr(std::min(rest.find(' ') + 1, rest.size()));
    const bool is_log = std::any_of(std::begin(levels), std::end(levels),
                                    [&](std::string_view level) { return rest.starts_with(level); });
    if (!is_log) text.append(line).append("\n");
  }
  return text;
}

// A policy's reports in the agent's format, if the document uses that.
std::optional<std::string> agent_lines(const Map& outcome, const Shown& shown) {
  const Value* reports = outcome.find("reports");
  const bool is_agent = shown.language == "example_output" || trim_start(shown.text).starts_with("R: ") ||
                        shown.text.find("\nR: ") != std::string::npos;  // below lines of its log
  if (reports == nullptr || !is_agent) return std::nullopt;
  std::string text;
  for (const Value& report : reports->as_list()) text += "R: " + std::string(report.as_string()) + "\n";
  return text;
}

}  // namespace

bool look_same(std::string_view a, std::string_view b) {
  return text_lines(a) == text_lines(b);
}

std::string errors_of(const Map& outcome) {
  std::string text;
  if (const Value* diagnostics = outcome.find("diagnostics")) {
    for (const Value& item : diagnostics->as_list()) {
      const Map& diagnostic = item.as_map();
      if (diagnostic.find("severity")->as_string() == "error")
        text += "error: " + std::string(diagnostic.find("message")->as_string()) + "\n";
    }
  }
  return text;
}

namespace {

// Whether a text with dots matches the value in one of its usual forms. Such a text has no value that could be
// compared.
bool matches_a_form(std::string_view shown, const Value& value) {
  Budget budget = generous_budget();
  for (const int indent : {2, 4}) {
    if (matches_with_dots(shown, write_json(value, budget, {.indent = indent}))) return true;
  }
  return matches_with_dots(shown, spaced_json(value)) || matches_with_dots(shown, write_json(value, budget)) ||
         matches_with_dots(shown, write_yaml(value, budget));
}

// "Error: No such", "TypeError: …", "Execution exception: …": what follows the words of a program that reports an
// error.
std::optional<std::string_view> after_error_words(std::string_view shown) {
  const std::size_t colon = shown.find(':');
  const std::string words = lower_case(shown.substr(0, std::min(colon, shown.size())));
  for (const std::string_view last : {"error", "exception", "fatal"}) {
    if (std::string_view(words).ends_with(last))
      return trim(shown.substr(std::min(colon, words.size()) + (colon < shown.size())));
  }
  return std::nullopt;
}

// True when the shown text is the error, or its beginning after the word "Error:", or contains it at its end:
// "Execution exception: Assertion failed" for "Assertion failed.".
// Documents show errors with the words of their own tools around them.
bool shows_error(std::string_view shown, std::string_view errors) {
  if (lines_match(shown, errors) || matches_with_dots(shown, errors)) return true;
  std::string_view message = trim_end(errors, "\n");
  if (!message.starts_with("error: ")) return false;
  message = trim_end(message.substr(7), ".");
  shown = trim_end(trim(shown), ".");
  if (const auto beginning = after_error_words(shown)) {
    if (message.starts_with(trim_end(*beginning, ". …"))) return true;
  }
  return !message.empty() && shown.ends_with(message) &&
         trim_end(shown.substr(0, shown.size() - message.size())).ends_with(':');
}

}  // namespace

namespace {

// Whether a shown text has the same value in JSON, YAML or Python's notation.
bool shows_value(const Shown& shown, const Value& value, const std::optional<Value>& was) {
  if (was && are_equal(value, *was)) return true;
  if (!is_structure(value)) return false;
  const std::optional<Value> python = value_of(with_json_words(shown.text));
  return python && are_equal(value, *python);
}

// Whether a shown text is the result as text, with dots for parts of it.
bool shows_text(const Shown& shown, std::string_view actual, const std::optional<Value>& value) {
  if (lines_match(shown.text, actual) || matches_with_dots(shown.text, actual)) return true;
  return value && shown.text.find("...") != std::string::npos && matches_a_form(shown.text, *value);
}

// The result as a value; nothing for a text that is only text.
std::optional<Value> result_of(const Map& outcome, const Shown& shown) {
  std::optional<Value> result;
  if (const Value* text = outcome.find("text")) {
    result = value_of(text->as_string());
    if (result && !is_structure(*result) && shown.key.empty()) result.reset();  // compare a text as text
  } else if (const Value* value = outcome.find("value")) {
    result = *value;
  }
  if (!result || shown.key.empty()) return result;
  Map whole;
  whole.set(shown.key, *result);
  return Value::map(std::move(whole));
}

}  // namespace

Comparison compare(const Map& outcome, const Shown& shown) {
  if (!outcome.find("ok")->as_boolean()) {
    const std::string errors = errors_of(outcome);
    return {shows_error(shown.text, errors), errors};
  }
  if (const auto lines = agent_lines(outcome, shown)) {
    if (lines_match(without_agent_log(shown.text), *lines)) return {true, {}};
    return {shows_text(shown, *lines, std::nullopt), *lines};
  }
  const Value* text = outcome.find("text");
  const std::optional<Value> was = value_of(shown.text);
  const std::optional<Value> is = result_of(outcome, shown);
  if (is && shows_value(shown, *is, was)) return {true, {}};
  std::string actual = text != nullptr ? std::string(text->as_string()) : std::string();
  if (is && (text == nullptr || outcome.find("value") != nullptr || !shown.key.empty()))
    actual = write_like(*is, shown, was);
  return {shows_text(shown, actual, is), actual};
}

// Equal lines at both ends are removed first, because finding the fewest changes takes quadratic time in the rest. A
// rest that is too long is shown as removed and added as a whole.
std::string difference(std::string_view shown, std::string_view actual) {
  constexpr std::size_t most_lines = 2000;  // between the common ends, of which the fewest changes are found
  constexpr std::size_t context = 3;
  const std::vector<std::string_view> a = text_lines(shown);
  const std::vector<std::string_view> b = text_lines(actual);
  const CommonEnds ends =
      common_ends(a.size(), b.size(), [&](std::size_t one, std::size_t other) { return a[one] == b[other]; });
  const std::size_t head = ends.head;
  const std::size_t tail = ends.tail;
  const std::size_t rows = a.size() - tail - head;
  const std::size_t columns = b.size() - tail - head;
  std::vector<ListChange> changes;
  if (rows < most_lines && columns < most_lines) {
    changes = shortest_changes(rows, columns,
                               [&](std::size_t row, std::size_t column) { return a[head + row] == b[head + column]; });
  } else {
    changes.assign(rows, ListChange::remove);
    changes.insert(changes.end(), columns, ListChange::add);
  }
  std::string text;
  const auto add = [&text](char sign, std::string_view line) { text.append(1, sign).append(line).append("\n"); };
  for (std::size_t i = head - std::min(head, context); i < head; ++i) add(' ', a[i]);
  std::size_t row = head;
  std::size_t column = head;
  for (const ListChange change : changes) {
    if (change == ListChange::add) {
      add('+', b[column++]);
      continue;
    }
    add(change == ListChange::keep ? ' ' : '-', a[row++]);
    if (change == ListChange::keep) ++column;
  }
  for (std::size_t i = a.size() - tail; i < std::min(a.size(), a.size() - tail + context); ++i) add(' ', a[i]);
  return text;
}

}  // namespace evalground::cli
