// Values of the last run beside the text that made them. The editor sends the trace of its last evaluation along, which
// may be from an older text, so nothing in it is trusted to fit.
#include "assist/last_run.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text/text.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_bytes = 40;           // for a value beside a line
constexpr std::string_view unread = "iterator";  // a list whose items the trace has not read

// A text in quotes, as a person would write it: `"a\"b"` becomes `'a"b'`. JSON within a text stays readable.
std::string quoted_plainly(std::string_view escaped) {
  std::string inner;
  for (std::size_t at = 0; at < escaped.size(); ++at) {
    const bool is_escape = escaped[at] == '\\' && at + 1 < escaped.size();
    if (is_escape && (escaped[at + 1] == '"' || escaped[at + 1] == '\\')) ++at;
    inner += escaped[at];
  }
  const bool has_double = inner.find('"') != std::string::npos;
  const char quote = has_double && inner.find('\'') == std::string::npos ? '\'' : '"';
  return quote + inner + quote;
}

// A step's value with plain texts, and the items of its outermost list or map; none where it is no list or was cut.
struct PlainValue {
  std::string text;
  std::optional<std::size_t> items;
};

PlainValue plain(std::string_view value) {
  PlainValue result;
  std::size_t depth = 0;
  std::size_t commas = 0;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    if (c == '"') {
      std::size_t end = at + 1;
      while (end < value.size() && value[end] != '"') end += value[end] == '\\' ? 2 : 1;
      const bool is_cut = end >= value.size();
      std::string text = quoted_plainly(value.substr(at + 1, is_cut ? std::string_view::npos : end - at - 1));
      if (is_cut) text.pop_back();
      result.text += text;
      at = end;
      continue;
    }
    if (c == '[' || c == '{' || c == '(') ++depth;
    if ((c == ']' || c == '}' || c == ')') && depth > 0) --depth;
    if (c == ',' && depth == 1) ++commas;
    result.text += c;
  }
  if (depth == 0 && value.size() > 2 && value.front() == '[') result.items = commas + 1;
  return result;
}

std::string cut(std::string text) {
  if (text.size() <= most_bytes) return text;
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

// The text beside a line: a short value in full, a long list as the number of its items and the first of them.
std::string label_of(std::string_view value) {
  const PlainValue shown = plain(value);
  if (!shown.items || shown.text.size() <= most_bytes) return cut(shown.text);
  return "[" + std::to_string(*shown.items) + " items] " + cut(shown.text.substr(1, shown.text.size() - 2));
}

// A numeric member of a step; nothing when absent.
std::optional<std::int64_t> number_of(const Map& step, std::string_view key) {
  const Value* number = step.find(key);
  if (number == nullptr || number->kind() != Kind::integer) return std::nullopt;
  return number->as_integer();
}

// Where a traced step stands in a file; nothing for a step that has no value, or stands elsewhere.
std::optional<std::pair<std::int64_t, std::int64_t>> place_of(const Value& step, std::string_view path) {
  if (!step.is_map()) return std::nullopt;
  const Value* span = step.as_map().find("span");
  const Value* value = step.as_map().find("value");
  if (span == nullptr || !span->is_map() || value == nullptr || !value->is_string()) return std::nullopt;
  const Value* name = span->as_map().find("file");
  if (name == nullptr || !name->is_string() || name->as_string() != path) return std::nullopt;
  const auto from = number_of(span->as_map(), "from");
  const auto to = number_of(span->as_map(), "to");
  if (!from || !to || *from < 0 || *to <= *from) return std::nullopt;
  return std::pair(*from, *to);
}

// The traced steps of a file that have a place and a value. An attribute, its expression and the query in it may be
// one text, which was evaluated once: of steps within each other that have one place, only the outermost.
template <class F>
void each_step(const Question& question, std::uint32_t file, F&& f) {
  const Value* trace = question.outcome("trace");
  if (trace == nullptr) return;
  const Value* steps = trace->is_map() ? trace->as_map().find("steps") : trace;
  if (steps == nullptr || !steps->is_list()) return;
  const std::string& path = question.context.sources.path(file);
  std::unordered_map<std::int64_t, std::pair<std::int64_t, std::int64_t>> places;  // of steps by their ids
  for (const Value& one : steps->as_list()) {
    const auto place = place_of(one, path);
    if (!place) continue;
    if (const auto id = number_of(one.as_map(), "id")) places[*id] = *place;
    if (const auto parent = number_of(one.as_map(), "parent")) {
      const auto outer = places.find(*parent);
      if (outer != places.end() && outer->second == *place) continue;
    }
    f(static_cast<std::uint64_t>(place->first), static_cast<std::uint64_t>(place->second),
      one.as_map().find("value")->as_string());
  }
}

}  // namespace

// The smallest step around the position. In a loop it runs several times: the last value is shown, with the count.
std::optional<LastValue> last_value(const Question& question, std::uint32_t file, std::uint32_t offset) {
  const std::uint64_t at = question.context.sources.utf16_offset(file, offset);
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::optional<LastValue> best;
  each_step(question, file, [&](std::uint64_t from, std::uint64_t to, std::string_view value) {
    if (at < from || at > to) return;
    const bool is_same = best && from == begin && to == end;
    if (best && !is_same && to - from >= end - begin) return;
    const std::size_t runs = is_same ? best->runs + 1 : 1;
    begin = from;
    end = to;
    best = LastValue{{}, std::string(value), runs};
  });
  if (best) best->at = {file, question.byte_of(file, begin), question.byte_of(file, end)};
  return best;
}

namespace {

// Whether nothing else of an expression stands beside a stretch on its line: only keys, quotes and what begins or ends
// an expression.
bool is_whole(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::string_view openings[] = {"{{", "{{-", "{{+", "{%", "{%-", "{%+", "<%",
                                           ":",  "=>",  "-",   "\"", "'",   "|",   ">"};
  constexpr std::string_view closings[] = {"}}", "-}}", "+}}", "%}", "-%}", "+%}", "%>", ",",
                                           ";",  "}",   "]",   ")",  "\"",  "'",   "#"};
  const std::string_view line = text.substr(0, begin);
  const std::string_view before = trim(line.substr(line.rfind('\n') + 1));
  const std::string_view rest = text.substr(end);
  const std::string_view after = trim(rest.substr(0, rest.find('\n')));
  const auto ends_before = [&](std::string_view opening) { return before.ends_with(opening); };
  const auto begins_after = [&](std::string_view closing) { return after.starts_with(closing); };
  return (before.empty() || std::any_of(std::begin(openings), std::end(openings), ends_before)) &&
         (after.empty() || std::any_of(std::begin(closings), std::end(closings), begins_after));
}

// "= 81" beside an expression. A part of one is named: "port|int = 81".
std::string remark_on(std::string_view text, std::size_t begin, std::size_t end, std::string_view value) {
  const std::string own =
      is_whole(text, begin, end) ? std::string() : cut(std::string(text.substr(begin, end - begin))) + " ";
  return own + "= " + label_of(value);
}

}  // namespace

// One hint for each line: the value of its largest step, since that contains the others. A text that is one expression
// has its result at its end.
Value inlay(Question& question) {
  const std::uint32_t file = question.file();
  const std::string_view text = question.context.sources.text(file);
  struct Shown {
    std::uint64_t size;
    std::uint32_t begin;
    std::uint32_t end;
    std::string value;
    std::size_t runs;
  };
  std::map<std::uint32_t, Shown> lines;  // by their end offset
  each_step(question, file, [&](std::uint64_t from, std::uint64_t to, std::string_view value) {
    question.context.budget.step();
    const std::uint32_t end = question.byte_of(file, to);
    // Skip literals, which already show their value.
    const std::string_view written = question.text({file, question.byte_of(file, from), end});
    const bool is_quoted = value.size() == written.size() + 2 && value.substr(1, written.size()) == written;
    if (value == written || is_quoted || value == unread) return;
    const auto line_end = static_cast<std::uint32_t>(std::min(text.find('\n', end), text.size()));
    const std::uint32_t begin = question.byte_of(file, from);
    const auto [at, is_new] = lines.try_emplace(line_end, Shown{to - from, begin, end, std::string(value), 1});
    if (is_new) return;
    Shown& shown = at->second;
    if (to - from < shown.size) return;
    shown.runs = to - from == shown.size ? shown.runs + 1 : 1;
    shown.size = to - from;
    shown.begin = begin;
    shown.end = end;
    shown.value = value;
  });
  const Value* result = question.outcome("value");
  const bool is_expression = question.language->form_of(question.context, file) == Form::expression;
  if (is_expression && result != nullptr && !trim(text).empty()) {
    const auto end = static_cast<std::uint32_t>(text.find_last_not_of(" \t\r\n") + 1);
    lines[end] = {end, 0, end, question.shown(*result, most_bytes), 1};
  }
  List hints;
  for (const auto& [end, shown] : lines) {
    std::string label = remark_on(text, shown.begin, shown.end, shown.value);
    if (shown.runs > 1) label += " (" + std::to_string(shown.runs) + "×)";
    const Value range = question.range({file, end, end});
    hints.push_back(Value::map({{"position", *range.as_map().find("range")->as_map().find("end")},
                                {"offset", *range.as_map().find("to")},
                                {"label", Value::string(label)}}));
  }
  return Value::list(std::move(hints));
}

}  // namespace evalground
