// Values of the last run beside the text that made them. The editor sends the trace of its last evaluation along, which
// may be from an older text, so nothing in it is trusted to fit.
#include "assist/last_run.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace evalground {
namespace {

constexpr std::size_t most_characters = 40;  // for a value beside a line

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

// One hint for each line: the value of its largest step, since that contains the others.
Value inlay(Question& question) {
  const std::uint32_t file = question.file();
  const std::string_view text = question.context.sources.text(file);
  struct Shown {
    std::uint64_t size;
    std::uint32_t line_end;
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
    if (value == written || is_quoted) return;
    const auto line_end = static_cast<std::uint32_t>(std::min(text.find('\n', end), text.size()));
    const auto [at, is_new] = lines.try_emplace(line_end, Shown{to - from, line_end, std::string(value), 1});
    if (is_new) return;
    Shown& shown = at->second;
    if (to - from < shown.size) return;
    shown.runs = to - from == shown.size ? shown.runs + 1 : 1;
    shown.size = to - from;
    shown.value = value;
  });
  List hints;
  for (const auto& [end, shown] : lines) {
    std::string value = shown.value;
    if (value.size() > most_characters) {
      std::size_t cut = most_characters;
      while (cut > 0 && (static_cast<unsigned char>(value[cut]) & 0xC0) == 0x80) --cut;
      value = value.substr(0, cut) + "…";
    }
    std::string label = "= " + value;
    if (shown.runs > 1) label += " (" + std::to_string(shown.runs) + "×)";
    const Value range = question.range({file, end, end});
    hints.push_back(Value::map({{"position", *range.as_map().find("range")->as_map().find("end")},
                                {"offset", *range.as_map().find("to")},
                                {"label", Value::string(label)}}));
  }
  return Value::list(std::move(hints));
}

}  // namespace evalground
