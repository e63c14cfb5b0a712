#include "language_server/settings_edit.hpp"

#include <algorithm>

#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::language_server {
namespace {

Budget small_budget() {
  return Budget({.steps = 20'000'000, .memory = 0, .output = 16ULL << 20, .depth = 200});
}

// The value of the answer; nothing when the request fails.
std::optional<Value> answered(Map request) {
  Budget budget = small_budget();
  const Value answer = parse_json(assist(write_json(Value::map(std::move(request)), budget)), budget);
  const Value* value = answer.as_map().find("value");
  return value == nullptr ? std::nullopt : std::optional(*value);
}

// The text of a document after a change; nothing when the change cannot be made.
std::optional<std::string> changed(std::string_view text, std::string_view path, const Value& value, bool keeps_text) {
  const Value changes = Value::list({Value::map({{"path", Value::string(path)}, {"value", value}})});
  const std::optional<Value> after = answered({{"ask", Value::string("change")},
                                               {"before", Value::string(text)},
                                               {"changes", changes},
                                               {"keepsText", Value::boolean(keeps_text)}});
  return after && after->is_string() ? std::optional(std::string(after->as_string())) : std::nullopt;
}

// A change whose path ends where the document has no entry yet, and whose value has the rest of the path as maps.
struct Addition {
  std::string path;
  Value value;
};

Addition with_maps(const Value& document, std::string_view path, const Value& value) {
  const Value* at = &document;
  std::size_t end = path.find('/', 1);
  for (; end != std::string_view::npos && at->is_map(); end = path.find('/', end + 1)) {
    const std::size_t begin = path.rfind('/', end - 1) + 1;
    const Value* next = at->as_map().find(path.substr(begin, end - begin));
    if (next == nullptr) break;
    at = next;
  }
  if (end == std::string_view::npos || !at->is_map()) return {std::string(path), value};
  Value made = value;
  std::string_view rest = path;
  while (rest.size() > end) {
    const std::size_t slash = rest.rfind('/');
    made = Value::map({{rest.substr(slash + 1), std::move(made)}});
    rest = rest.substr(0, slash);
  }
  return {std::string(rest), std::move(made)};
}

bool is_json(std::string_view text) {
  try {
    Budget budget = small_budget();
    parse_json(text, budget);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

std::optional<TextEdit> edit_of_value(std::string_view text, std::string_view path, const Value& value) {
  const std::optional<Value> document = answered({{"ask", Value::string("parse")}, {"text", Value::string(text)}});
  if (!document) return std::nullopt;
  const bool is_empty = document->is_null();
  const Addition addition = with_maps(is_empty ? Value::map() : *document, path, value);
  const std::optional<std::string> after = changed(is_empty ? "{}" : text, addition.path, addition.value, !is_empty);
  if (!after || *after == text) return std::nullopt;
  // Behind the comments of a text that has nothing else.
  if (is_empty) return TextEdit{text.size(), text.size(), (text.empty() || text.ends_with('\n') ? "" : "\n") + *after};
  if (is_json(text) && !is_json(*after)) return std::nullopt;
  return difference_of(text, *after);
}

TextEdit difference_of(std::string_view before, std::string_view after) {
  const auto is_within_character = [](std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  const std::size_t most = std::min(before.size(), after.size());
  std::size_t begin = 0;
  while (begin < most && before[begin] == after[begin]) ++begin;
  while (is_within_character(before, begin) || is_within_character(after, begin)) --begin;
  std::size_t tail = 0;
  while (tail < most - begin && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  while (tail > 0 && is_within_character(before, before.size() - tail)) --tail;
  const std::size_t end = before.size() - tail;
  return {begin, end, std::string(after.substr(begin, after.size() - tail - begin))};
}

}  // namespace evalground::language_server
