#include "runtime/outcome_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "runtime/secrets.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Value number(std::uint64_t value) {
  return Value::integer(static_cast<std::int64_t>(value));
}

void set_text(Map& map, std::string_view key, std::string_view text) {
  if (!text.empty()) map.set(key, Value::string(text));
}

void set_span(Map& map, OriginId where, const Sources& sources) {
  Value span = span_value(where, sources);
  if (!span.is_undefined()) map.set("span", std::move(span));
}

// Only limits the length. The JSON writer replaces invalid UTF-8.
std::string_view first_line(std::string_view text, std::size_t most) {
  text = text.substr(0, text.find('\n'));
  return text.substr(0, byte_offset_of_code_point(text, most));
}

double milliseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

// "main.yaml:4:9", or the name of an input. For a part of an expression, which has no file, its text.
// Paths in angle brackets are texts without a file, such as the expression. A line number in them would tell nothing.
std::string place_text(OriginId where, const Sources& sources) {
  constexpr std::size_t most_characters = 60;
  const Origin& origin = sources.origin(where);
  if (sources.path(origin.file) == input_path) return std::string(sources.text_of(where));
  if (sources.path(origin.file).starts_with('<')) {
    return std::string(first_line(sources.text_of(where), most_characters));
  }
  const Position position = sources.position(origin.file, origin.begin);
  return sources.path(origin.file) + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
}

// The first line of a range. A problem with a map or a document is shown at its first key, as in the snippet of a
// terminal message.
// A mark over a hundred lines would hide the document, and its end says nothing.
Value first_line_span(OriginId where, const Sources& sources) {
  if (where == 0) return {};
  const Origin& origin = sources.origin(where);
  const std::string_view line = first_line(sources.text_of(where), std::string_view::npos);
  const std::size_t size = trim_end(line).size();
  return span_value(origin.file, origin.begin, origin.begin + static_cast<std::uint32_t>(size), sources);
}

void set_problem_span(Map& map, OriginId where, const Sources& sources) {
  Value span = first_line_span(where, sources);
  if (!span.is_undefined()) map.set("span", std::move(span));
}

// The option of the dialect that a problem or an edit concerns: its place is the input "options.name".
std::optional<std::string> option_at(OriginId where, const Sources& sources) {
  constexpr std::string_view prefix = "options.";
  if (where == 0 || sources.path(sources.origin(where).file) != input_path) return std::nullopt;
  const std::string_view name = sources.text_of(where);
  return name.starts_with(prefix) ? std::optional(std::string(name.substr(prefix.size()))) : std::nullopt;
}

// The part of the workspace that a problem of reading it is about: its place is the input "/limits/steps". Nothing
// where its name may hold a secret.
std::optional<std::string> key_at(const Diagnostic& diagnostic, const Sources& sources) {
  const OriginId where = diagnostic.where;
  if (where == 0 || sources.path(sources.origin(where).file) != input_path) return std::nullopt;
  const std::string_view pointer = sources.text_of(where);
  const bool is_pointer = pointer.empty() || pointer.starts_with('/');
  if (!is_pointer || diagnostic.message.find(redaction) != std::string::npos) return std::nullopt;
  return std::string(pointer);
}

void append_number(std::string& json, std::uint64_t number) {
  std::array<char, 20> digits;
  const char* const end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  json += std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void append_member(std::string& json, std::string_view key, std::uint64_t number) {
  append_number(json.append(",\"").append(key).append("\":"), number);
}

// place_text() as JSON.
void append_place(std::string& json, OriginId where, const Sources& sources) {
  const bool is_named = sources.path(sources.origin(where).file) == input_path;
  append_json_string(json, is_named ? sources.text_of(where) : std::string_view(place_text(where, sources)));
}

// The member "reads", if there are any.
void append_reads(std::string& json, std::span<const OriginId> reads, const Sources& sources) {
  if (reads.empty()) return;
  json += R"(,"reads":)";
  char opening = '[';
  for (const OriginId read : reads) {
    json += opening;
    append_place(json, read, sources);
    opening = ',';
  }
  json += ']';
}

// Nothing for a fix without a text to edit, such as the name of a resource in the workspace.
// Some fixes change an option of the workspace instead of its text: then the edit is its new value as JSON. The page
// offers both alike.
std::optional<Value> fix_value(const Fix& fix, const Sources& sources) {
  List edits;
  Map options;
  for (const Fix::Edit& edit : fix.edits) {
    if (const auto option = option_at(edit.where, sources)) {
      Budget budget;
      options.set(*option, parse_json(edit.text, budget));
      continue;
    }
    Value span = span_value(edit.where, sources);
    if (span.is_undefined()) return std::nullopt;
    edits.push_back(Value::map({{"span", std::move(span)}, {"text", Value::string(edit.text)}}));
  }
  Map result{{"title", Value::string(message_excerpt(fix.title))}, {"edits", Value::list(std::move(edits))}};
  if (!options.empty()) result.set("options", Value::map(std::move(options)));
  return Value::map(std::move(result));
}

}  // namespace

// Offsets are in UTF-16 units, for the editors of the page and of the language server. An input has no text to point
// at.
Value span_value(std::uint32_t file, std::uint32_t begin, std::uint32_t end, const Sources& sources) {
  if (sources.path(file) == input_path) return {};
  const Position position = sources.position(file, begin);
  return Value::map({{"file", Value::string(sources.path(file))},
                     {"from", number(sources.utf16_offset(file, begin))},
                     {"to", number(sources.utf16_offset(file, end))},
                     {"line", number(position.line)},
                     {"column", number(position.column)}});
}

Value span_value(OriginId where, const Sources& sources) {
  if (where == 0) return {};
  const Origin& origin = sources.origin(where);
  return span_value(origin.file, origin.begin, origin.end, sources);
}

Value diagnostic_value(const Diagnostic& diagnostic, const Sources& sources) {
  Map result{{"severity", Value::string(severity_name(diagnostic.severity))},
             {"code", Value::string(diagnostic.code)},
             {"message", Value::string(message_excerpt(diagnostic.message))}};
  set_problem_span(result, diagnostic.where, sources);
  if (const auto option = option_at(diagnostic.where, sources)) result.set("option", Value::string(*option));
  if (const auto key = key_at(diagnostic, sources)) result.set("key", Value::string(*key));
  const std::vector<Note> notes = notes_of(diagnostic, sources);
  if (!notes.empty()) {
    List related;
    for (const Note& note : notes) {
      Map item{{"message", Value::string(message_excerpt(note.message))}};
      set_problem_span(item, note.where, sources);
      related.push_back(Value::map(std::move(item)));
    }
    result.set("related", Value::list(std::move(related)));
  }
  List fixes;
  for (const Fix& fix : diagnostic.fixes) {
    if (auto value = fix_value(fix, sources)) fixes.push_back(*std::move(value));
  }
  if (!fixes.empty()) result.set("fixes", Value::list(std::move(fixes)));
  return Value::map(std::move(result));
}

Value diagnostics_value(const std::vector<Diagnostic>& diagnostics, const Sources& sources) {
  List list;
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(diagnostic_value(diagnostic, sources));
  return Value::list(std::move(list));
}

void append_span(std::string& json, std::uint32_t file, std::uint32_t begin, std::uint32_t end,
                 const Sources& sources) {
  append_json_string(json += R"({"file":)", sources.path(file));
  append_member(json, "from", sources.utf16_offset(file, begin));
  append_member(json, "to", sources.utf16_offset(file, end));
  const Position position = sources.position(file, begin);
  append_member(json, "line", position.line);
  append_member(json, "column", position.column);
  json += '}';
}

// The members "via" and "span" of an origin in a text.
// Neighbouring values often share an origin, and computing lines and UTF-16 offsets is slow. The last places are
// therefore kept as JSON in a table indexed by a hash; a collision only overwrites an entry.
void OriginWriter::append_way(std::string& json, const Origin& origin) {
  Place& place = places_[(origin.begin * 7 + origin.end + origin.file) % most_places];
  if (place.file != origin.file || place.begin != origin.begin || place.end != origin.end || place.via != origin.via) {
    place.file = origin.file;
    place.begin = origin.begin;
    place.end = origin.end;
    place.via = origin.via;
    place.json = R"({"via":")";
    place.json.append(via_name(origin.via)) += R"(","span":)";
    append_span(place.json, origin.file, origin.begin, origin.end, context_.sources);
  }
  json += place.json;
}

// Follows the chain of origins. Everything after a link that overrides belongs to the overridden value.
void OriginWriter::append(std::string& json, OriginId where) {
  const Sources& sources = context_.sources;
  const std::size_t length = json.size();
  bool is_overridden = false;
  char opening = '[';
  for (; where != 0; where = sources.origin(where).previous) {
    const Origin& origin = sources.origin(where);
    budget_.step();
    json += opening;
    if (sources.path(origin.file) == input_path) {
      json.append(R"({"via":")").append(via_name(origin.via)) += R"(","name":)";
      append_json_string(json, sources.text_of(where));
    } else {
      append_way(json, origin);
    }
    if (is_overridden) json += R"(,"overridden":true)";
    append_reads(json, context_.provenance.reads(where), sources);
    json += '}';
    opening = ',';
    is_overridden = is_overridden || origin.overrides;
  }
  json += opening == '[' ? "[]" : "]";
  budget_.output(json.size() - length);
}

namespace {

// What was read, and then what these values were computed from in turn, nearest first.
std::vector<OriginId> reads_in_turn(std::span<const OriginId> reads, const Provenance& provenance) {
  constexpr std::size_t most = 30;
  std::vector<OriginId> all(reads.begin(), reads.end());
  for (std::size_t at = 0; at < all.size(); ++at) {
    for (const OriginId one : provenance.reads(all[at])) {
      if (all.size() >= most) return all;
      if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
    }
  }
  return all;
}

}  // namespace

// Origins and reads are written once and numbered, because every iteration of a loop in a template has the same ones.
// Stretches come in order, so UTF-16 offsets are counted on from the last one: the whole text is counted once.
std::string text_map_json(const TextMap& map, std::string_view text, const Context& context, Budget& budget) {
  std::string stretches;
  std::string origins;
  std::string reads;
  OriginWriter writer(context, budget);
  std::unordered_map<OriginId, std::size_t> origin_numbers;
  std::size_t read_count = 0;
  std::unordered_map<OriginId, std::size_t> single_reads;  // the list numbers for a single read, the most common case
  std::map<std::vector<OriginId>, std::size_t> several_reads;
  std::uint32_t bytes = 0;
  std::uint64_t units = 0;
  const auto units_at = [&](std::uint32_t offset) {
    units += count_utf16_units(text.substr(bytes, offset - bytes));
    bytes = offset;
    return units;
  };
  for (const TextStretch& stretch : map.stretches) {
    if (stretch.end > text.size()) break;
    const auto [origin, is_new] = origin_numbers.try_emplace(stretch.made, origin_numbers.size());
    if (is_new) {
      if (!origins.empty()) origins += ',';
      writer.append(origins, stretch.made);
    }
    if (!stretches.empty()) stretches += ',';
    append_number(stretches, units_at(stretch.begin));
    append_number(stretches += ',', units_at(stretch.end));
    append_number(stretches += ',', origin->second);
    if (stretch.read_count == 0) {
      stretches += ",-1";
      continue;
    }
    const std::span<const OriginId> own(map.reads.data() + stretch.first_read, stretch.read_count);
    const std::size_t number = own.size() == 1
                                   ? single_reads.try_emplace(own[0], read_count).first->second
                                   : several_reads.try_emplace({own.begin(), own.end()}, read_count).first->second;
    append_number(stretches += ',', number);
    if (number != read_count) continue;
    ++read_count;
    const std::size_t length = reads.size();
    char opening = '[';
    if (!reads.empty()) reads += ',';
    for (const OriginId one : reads_in_turn(own, context.provenance)) {
      reads += opening;
      append_place(reads, one, context.sources);
      opening = ',';
    }
    reads += ']';
    budget.output(reads.size() - length);
  }
  return "{\"stretches\":[" + stretches + "],\"origins\":[" + origins + "],\"reads\":[" + reads + "]}";
}

namespace {

// What a run gave, in a short text: the presented value or outputs, the text, or the reports.
std::string short_result(const Context& context, const Outcome& outcome, const Value& presented) {
  constexpr std::size_t most_characters = 80;
  constexpr std::size_t most_bytes = 400;
  if (!outcome.ok) return {};
  Value result = presented;
  if (outcome.text) {
    result = Value::string(std::string_view(*outcome.text).substr(0, most_bytes));
  } else if (const Value* reports = outcome.details.find("reports"); result.is_undefined() && reports != nullptr) {
    result = *reports;
  }
  if (result.is_undefined()) return {};
  std::string shown = short_text(result, most_characters);
  if (!context.options.reveal_all) context.secrets.redact(shown);
  return shown;
}

// Which part of the inputs a variable stands for: in the loops of a query `$` is another item each time. Empty if the
// text of the step says it already.
std::string_view name_of_input(const Trace::Step& step, const Sources& sources) {
  if (step.what != "variable" || step.made == 0) return {};
  if (sources.path(sources.origin(step.made).file) != input_path) return {};
  const std::string_view name = sources.text_of(step.made);
  return step.where != 0 && sources.text_of(step.where) == name ? std::string_view() : name;
}

// The last step is the result, unless the last step that belongs to no other has computed just that.
void add_result(List& steps, const std::string& shown) {
  if (steps.empty() || shown.empty()) return;
  const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                 [](const Value& step) { return step.as_map().find("parent") == nullptr; });
  const Value* value = last == steps.rend() ? nullptr : last->as_map().find("value");
  if (value != nullptr && value->as_string() == shown) return;
  const std::int64_t id = steps.back().as_map().find("id")->as_integer() + 1;
  steps.push_back(Value::map({{"id", Value::integer(id)},
                              {"what", Value::string("result")},
                              {"value", Value::string(shown)},
                              {"ms", Value::real(0)},
                              {"totalMs", Value::real(0)}}));
}

}  // namespace

// `ms` is a step's own time, `totalMs` includes its children. Children that were dropped count as own time.
// A long trace keeps its first and its last steps. A step may therefore have a parent that was dropped.
Value trace_value(const Context& context, const Outcome& outcome, const Value& presented) {
  const Trace& trace = context.trace;
  const Sources& sources = context.sources;
  constexpr std::size_t text_length = 200;
  std::unordered_map<std::uint32_t, std::chrono::steady_clock::duration> of_children;
  for (const auto& step : trace.first_steps()) of_children[step.parent] += step.total;
  for (const auto& step : trace.last_steps()) of_children[step.parent] += step.total;
  List list;
  const auto add = [&](const Trace::Step& step) {
    Map item{{"id", number(step.id)}};
    if (step.parent != 0) item.set("parent", number(step.parent));
    item.set("what", Value::string(step.what));
    if (step.where != 0) {
      std::string text(first_line(sources.text_of(step.where), text_length));
      if (!context.options.reveal_all) context.secrets.redact(text);
      set_text(item, "text", text);
      set_span(item, step.where, sources);
    }
    set_text(item, "value", step.value);
    set_text(item, "name", name_of_input(step, sources));
    item.set("ms", Value::real(milliseconds(step.total - of_children[step.id])));
    item.set("totalMs", Value::real(milliseconds(step.total)));
    if (step.cached) item.set("cached", Value::boolean(true));
    if (step.failed) item.set("error", Value::string("failed"));
    list.push_back(Value::map(std::move(item)));
  };
  for (const auto& step : trace.first_steps()) add(step);
  for (const auto& step : trace.last_steps()) add(step);
  add_result(list, short_result(context, outcome, presented));
  return Value::list(std::move(list));
}

namespace {

// The value of something that was read: that of an input, or the written text. Empty when neither is short.
std::string shown_value(const Context& context, OriginId read) {
  constexpr std::size_t most_characters = 60;
  const Value input = context.decisions.value(read);
  const Origin& origin = context.sources.origin(read);
  std::string text;
  if (!input.is_undefined()) {
    text = short_text(input, most_characters);
  } else if (context.sources.path(origin.file) != input_path && origin.via != Via::expression) {
    const std::string_view written = context.sources.text_of(read);
    if (written.find('\n') == std::string_view::npos && count_code_points(written) <= most_characters) text = written;
  }
  if (!context.options.reveal_all) context.secrets.redact(text);
  return text;
}

Value decision_value(const Context& context, const Decisions::Decision& decision) {
  constexpr std::size_t text_length = 200;
  const Sources& sources = context.sources;
  std::string text(first_line(sources.text_of(decision.condition), text_length));
  if (!context.options.reveal_all) context.secrets.redact(text);
  Map result{{"text", Value::string(text)}};
  set_span(result, decision.condition, sources);
  Map subject;
  set_span(subject, decision.subject, sources);
  if (subject.empty()) subject.set("name", Value::string(place_text(decision.subject, sources)));
  result.set("subject", Value::map(std::move(subject)));
  if (decision.is_item) result.set("item", Value::boolean(true));
  result.set("holds", Value::boolean(decision.holds));
  result.set("wanted", Value::boolean(decision.wanted));
  List reads;
  const std::span<const OriginId> own = context.provenance.reads(decision.condition);
  const std::vector<OriginId> all = reads_in_turn(own, context.provenance);
  for (std::size_t at = 0; at < all.size(); ++at) {
    Map one{{"place", Value::string(place_text(all[at], sources))}};
    set_text(one, "value", shown_value(context, all[at]));
    if (at >= own.size()) one.set("indirect", Value::boolean(true));
    reads.push_back(Value::map(std::move(one)));
  }
  result.set("reads", Value::list(std::move(reads)));
  return Value::map(std::move(result));
}

}  // namespace

Value decisions_value(const Context& context) {
  const auto place = [&](OriginId where) {
    const Origin& origin = context.sources.origin(where);
    return std::tuple(origin.file, origin.begin, origin.end);
  };
  const std::vector<Decisions::Decision>& all = context.decisions.all();
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  std::map<std::pair<Place, Place>, std::size_t> last;
  for (std::size_t at = 0; at < all.size(); ++at) last[{place(all[at].condition), place(all[at].subject)}] = at;
  List list;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (last[{place(all[at].condition), place(all[at].subject)}] == at) {
      list.push_back(decision_value(context, all[at]));
    }
  }
  return Value::list(std::move(list));
}

}  // namespace evalground
