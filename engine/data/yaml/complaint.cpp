// libyaml says what it looked for: "did not find expected key". A reader needs the character that is wrong, and what to
// write instead. Most mistakes are text without quotes that YAML reads as something else, so each explanation looks at
// the line around the problem.
#include "data/yaml/complaint.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground {
namespace {

constexpr std::size_t longest_sample = 60;

// "did not find expected key" -> "Did not find expected key."
std::string sentence(std::string_view words) {
  std::string result(words);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z') result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result + ".";
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t before = text.substr(0, at).find_last_of("\r\n");
  return before == std::string_view::npos ? 0 : before + 1;
}

std::string_view rest_of_line(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(std::min(at, text.size()));
  return trim_end(rest.substr(0, rest.find_first_of("\r\n")));
}

// The word or indicator at a place, in quotes.
std::string found_at(std::string_view text, std::size_t at) {
  const std::string_view rest = rest_of_line(text, at);
  return rest.empty() ? "the end of the line"
                      : quote(rest.substr(0, std::max<std::size_t>(1, rest.find_first_of(" \t,[]{}"))), 40);
}

// Text in quotes, single ones if possible: only double quotes have escapes.
std::string in_quotes(std::string_view text) {
  return "'" + replace_all(text, "'", "''") + "'";
}

// "put the text in quotes, '50%'.", or without a sample if that were long. A comment at the end is not part of the
// text.
std::string quote_it(std::string_view written) {
  const std::string_view text = trim_end(written.substr(0, written.find(" #")));
  if (text.empty() || text.size() > longest_sample) return "put the text in quotes.";
  return "put the text in quotes, " + in_quotes(text) + ".";
}

// The text at `at` up to the end of its line or, within brackets, of its entry.
std::string_view unquoted(std::string_view text, std::size_t at) {
  const std::string_view rest = rest_of_line(text, at);
  const std::string_view before = text.substr(line_begin(text, at), at - line_begin(text, at));
  const auto count = [&](char c) { return std::count(before.begin(), before.end(), c); };
  const bool is_in_brackets = count('[') + count('{') > count(']') + count('}');
  return is_in_brackets ? trim_end(rest.substr(0, rest.find_first_of(",]}"))) : rest;
}

bool is_blank_or_end(std::string_view text, std::size_t at) {
  return at >= text.size() || ascii_whitespace.find(text[at]) != std::string_view::npos;
}

bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// `@select:` without quotes.
YamlComplaint cannot_begin(const YamlProblem& problem) {
  const std::string_view text = problem.text;
  if (text.substr(problem.at, 1) == "\t") return {"YAML is indented with spaces: replace the tab."};
  const std::string_view rest = rest_of_line(text, problem.at);
  if (rest.empty()) return {sentence(problem.words)};
  const std::string sign = "`" + std::string(rest.substr(0, 1)) + "` begins no plain text in YAML: ";
  std::size_t end = 1;
  while (end < rest.size() && is_word_letter(rest[end])) ++end;
  if (end > 1 && end < rest.size() && rest[end] == ':' && is_blank_or_end(rest, end + 1)) {
    const std::string key = "\"" + std::string(rest.substr(0, end)) + "\"";
    return {sign + "write `" + key + ":`.", YamlComplaint::Edit{problem.at, problem.at + end, key}};
  }
  return {sign + quote_it(unquoted(text, problem.at))};
}

// `a: b: c`, or a key that is indented below a value.
YamlComplaint second_colon(const YamlProblem& problem) {
  const std::string_view text = problem.text;
  const std::size_t begin = line_begin(text, problem.at);
  const std::size_t first = text.substr(0, problem.at).find(": ", begin);
  if (first == std::string_view::npos) {
    return {
        "This line continues the value above, so it cannot have a `:`. Align it with the key above, or put the value "
        "in quotes."};
  }
  const std::size_t value = std::min(text.find_first_not_of(' ', first + 1), text.size());
  return {"The line has a second `: `, which plain text cannot contain: " + quote_it(rest_of_line(text, value))};
}

// True for `- item` where a key is expected.
bool is_list_item(std::string_view text, std::size_t at) {
  return rest_of_line(text, at).starts_with('-') && is_blank_or_end(text, at + 1);
}

// Text after something complete on the same line: `a: "b" c`, `a: [b] c`.
std::optional<YamlComplaint> text_behind(const YamlProblem& problem) {
  const std::string_view text = problem.text;
  const std::size_t begin = line_begin(text, problem.at);
  const std::string_view before = trim_end(text.substr(begin, problem.at - begin));
  if (before.empty()) return std::nullopt;
  const char last = before.back();
  const std::string found = found_at(text, problem.at);
  if (last == '"' || last == '\'') {
    return YamlComplaint{"Found " + found + " after the closing quote: put the whole text in quotes."};
  }
  if (last == ']' || last == '}') {
    if (text[problem.at] == ']' || text[problem.at] == '}')
      return YamlComplaint{"Found " + found + ", which closes no bracket."};
    return YamlComplaint{"Found " + found + " after the closing bracket: if all of it is text, put it in quotes."};
  }
  const std::size_t word = before.find_last_of(" \t,[{");
  const std::string_view previous = word == std::string_view::npos ? before : before.substr(word + 1);
  if (previous.starts_with('*')) {
    return YamlComplaint{"`*` begins an alias, and nothing can follow one: " +
                         quote_it(unquoted(text, begin + static_cast<std::size_t>(previous.data() - before.data())))};
  }
  return std::nullopt;
}

YamlComplaint expected_key(const YamlProblem& problem) {
  if (is_list_item(problem.text, problem.at)) {
    return {"A list item cannot stand among the keys of a map: indent the list below a key, or write a key."};
  }
  if (auto complaint = text_behind(problem)) return *std::move(complaint);
  return {"Found " + found_at(problem.text, problem.at) + " where a key was expected."};
}

YamlComplaint expected_item(const YamlProblem& problem) {
  if (auto complaint = text_behind(problem)) return *std::move(complaint);
  return {"Found " + found_at(problem.text, problem.at) +
          " among the items of a list: begin the line with `- `, or indent it below an item."};
}

YamlComplaint unclosed(const YamlProblem& problem, std::string_view closing) {
  const bool is_at_end = trim(problem.text.substr(std::min(problem.at, problem.text.size()))).empty();
  const std::string opening = closing == "]" ? "`[`" : "`{`";
  if (is_at_end) return {"The bracket " + opening + " is never closed."};
  return {"Found " + found_at(problem.text, problem.at) + " where `,` or `" + std::string(closing) +
          "` was expected, after the " + opening + " that opens before it."};
}

YamlComplaint expected_value(const YamlProblem& problem) {
  const bool is_at_end = trim(problem.text.substr(std::min(problem.at, problem.text.size()))).empty();
  if (is_at_end && problem.context == "while parsing a flow node") {
    return {"The document ends here, and a bracket above is not closed."};
  }
  return {"Found " + found_at(problem.text, problem.at) + " where a value was expected."};
}

// libyaml stands at the backslash.
YamlComplaint unknown_escape(const YamlProblem& problem) {
  const std::string escape(problem.text.substr(std::min(problem.at, problem.text.size()), 2));
  return {"`" + escape + "` is no escape in double quotes: write `\\" + escape + "`, or use single quotes."};
}

// Where an indicator needs more than follows it.
YamlComplaint indicator(const YamlProblem& problem, std::string_view what) {
  return {std::string(what) + quote_it(unquoted(problem.text, problem.context_at))};
}

YamlComplaint explain_scanning(const YamlProblem& problem) {
  const std::string_view context = problem.context;
  if (context == "while scanning an alias") return indicator(problem, "`*` begins an alias, whose name must follow: ");
  if (context == "while scanning an anchor")
    return indicator(problem, "`&` begins an anchor, whose name must follow: ");
  if (context == "while scanning a block scalar" && problem.words == "did not find expected comment or line break") {
    return indicator(problem, "After `|` or `>` the text begins on the next line. If this is text, ");
  }
  if (context == "while scanning a tag" || context == "while parsing a tag") {
    return indicator(problem, "`!` begins a tag, which is not valid here: ");
  }
  if (context == "while scanning a directive" || context == "while scanning a %YAML directive" ||
      context == "while scanning a %TAG directive") {
    return indicator(problem, "A line that begins with `%` is a directive, of which YAML knows %YAML and %TAG: ");
  }
  return {sentence(problem.words)};
}

struct Sentence {
  std::string_view words;
  std::string_view message;
};

// What needs no look at the line.
constexpr Sentence sentences[] = {
    {"found a tab character that violates indentation", "YAML is indented with spaces: replace the tab."},
    {"found a tab character where an indentation space is expected", "YAML is indented with spaces: replace the tab."},
    {"found unexpected end of stream", "The quote that opens here is never closed."},
    {"found unexpected document indicator", "The quote that opens above is not closed before this line."},
    {"block sequence entries are not allowed in this context",
     "A list cannot begin on the line of its key: begin it on the next line or, if this is text, put it in quotes."},
    {"mapping keys are not allowed in this context",
     "`? ` begins a key, which cannot stand here: if this is text, put it in quotes."},
    {"found unexpected ':'", "Found `:` within plain text in brackets: put the text in quotes."},
    {"could not find expected ':'", "This line is neither a list item nor a key with `: ` after it."},
    {"did not find expected <document start>",
     "The document has ended before this line: if it belongs to the document, indent or quote what is above it; if "
     "not, "
     "write `---` before it."},
    {"did not find expected hexdecimal number",
     "An escape lacks digits: `\\x` needs two hexadecimal digits, `\\u` four and `\\U` eight."},
    {"found invalid Unicode character escape code", "The number of this escape is no character of Unicode."},
    {"found an indentation indicator equal to 0", "The number after `|` or `>` must be from 1 to 9."},
    {"found undefined tag handle",
     "No %TAG directive declares the part of this tag before its second `!`: if this is text, put it in quotes."},
    {"found incompatible YAML document", "The document asks for another version of YAML than 1.1 and 1.2."},
};

// True when a value begins with `{{` or `{%` at this place: at the start of its line, or after a key, dash or bracket.
bool begins_template(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "{{" && text.substr(at, 2) != "{%") return false;
  const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
  return before == std::string_view::npos || std::string_view(":-[,\r\n").find(text[before]) != std::string_view::npos;
}

std::optional<YamlComplaint> template_on_line(std::string_view text, std::size_t at) {
  std::size_t from = line_begin(text, std::min(at, text.size()));
  const std::size_t end = std::min(text.find_first_of("\r\n", from), text.size());
  for (; from < end; ++from) {
    from = std::min(text.find('{', from), end);
    if (from < end && begins_template(text, from)) return template_complaint(text, from);
  }
  return std::nullopt;
}

}  // namespace

std::optional<YamlComplaint> template_complaint(std::string_view text, std::size_t at) {
  if (!begins_template(text, at)) return std::nullopt;
  const std::string_view value = rest_of_line(text, at);
  if (value.find(text[at + 1] == '%' ? "%}" : "}}") == std::string_view::npos) return std::nullopt;
  std::string message = "A template that begins a value must be in quotes";
  if (value.size() > longest_sample) return YamlComplaint{message + "."};
  const bool has_double = value.find_first_of("\"\\") != std::string_view::npos;
  return YamlComplaint{message + ": " + (has_double ? in_quotes(value) : "\"" + std::string(value) + "\"") + "."};
}

YamlComplaint explain(const YamlProblem& problem) {
  const std::string_view words = problem.words;
  for (const std::size_t at : {problem.at, problem.context_at}) {
    if (auto complaint = template_on_line(problem.text, at)) return *std::move(complaint);
  }
  if (words == "found character that cannot start any token") return cannot_begin(problem);
  if (words == "mapping values are not allowed in this context") return second_colon(problem);
  if (words == "did not find expected key") return expected_key(problem);
  if (words == "did not find expected '-' indicator") return expected_item(problem);
  if (words == "did not find expected ',' or ']'") return unclosed(problem, "]");
  if (words == "did not find expected ',' or '}'") return unclosed(problem, "}");
  if (words == "found unknown escape character") return unknown_escape(problem);
  if (words == "did not find expected node content") return expected_value(problem);
  const auto* known = std::find_if(std::begin(sentences), std::end(sentences),
                                   [&](const Sentence& each) { return each.words == words; });
  if (known != std::end(sentences)) return {std::string(known->message)};
  return explain_scanning(problem);
}

}  // namespace evalground
