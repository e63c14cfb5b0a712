#include "language_server/settings_problems.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <utility>

#include "base/generous_budget.hpp"
#include "base/text/utf8.hpp"
#include "engine.hpp"
#include "language_server/certain.hpp"
#include "language_server/message.hpp"
#include "value/json.hpp"
#include "workspaces/descriptions.hpp"

namespace evalground::language_server {
namespace {

Map asked(Map request) {
  Budget budget = generous_budget();
  return parse_json(assist(request), budget).as_map();
}

// The span of a word that stands alone; without such a word, the first character.
Value span_of(std::string_view text, std::string_view word) {
  const auto is_part = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  std::size_t at = word.empty() ? std::string_view::npos : text.find(word);
  while (at != std::string_view::npos && ((at > 0 && is_part(at - 1)) || is_part(at + word.size()))) {
    at = text.find(word, at + 1);
  }
  const bool is_found = at != std::string_view::npos;
  const std::size_t from = is_found ? count_utf16_units(text.substr(0, at)) : 0;
  const std::size_t to = is_found ? from + count_utf16_units(word) : std::min<std::size_t>(text.size(), 1);
  return Value::map({{"from", Value::integer(static_cast<std::int64_t>(from))},
                     {"to", Value::integer(static_cast<std::int64_t>(to))}});
}

Value problem(std::string_view code, std::string_view message, Value span) {
  return Value::map({{"severity", Value::string("error")},
                     {"code", Value::string(code)},
                     {"message", Value::string(message)},
                     {"span", std::move(span)}});
}

std::string names_of_dialects() {
  std::string names;
  const auto add = [&](const Value& description) {
    names += (names.empty() ? "" : ", ") + text_of(description.as_map(), "id");
  };
  for (const Value& description : descriptions().as_list()) {
    add(description);
    for (const Value& flavor : list_of(description.as_map(), "flavors")) add(flavor);
  }
  return names;
}

}  // namespace

List settings_problems(std::string_view text) {
  const Map read =
      asked({{"ask", Value::string("parse")}, {"key", Value::string("workspace")}, {"text", Value::string(text)}});
  if (const List& unread = list_of(read, "diagnostics"); !unread.empty()) return unread;
  const Value* value = read.find("value");
  if (value != nullptr && !value->is_map() && !value->is_null()) {
    return {problem("workspace-type", "Settings are a map of keys such as `dialect`.", span_of(text, ""))};
  }
  Map settings = map_of(read, "value");
  const std::string dialect = text_of(settings, "dialect");
  if (settings.contains("dialect") && described_dialect(settings).description == nullptr) {
    const std::string message =
        "The dialect \"" + dialect + "\" is unknown. Known dialects: " + names_of_dialects() + ".";
    return {problem("unknown-dialect", message, span_of(text, dialect))};
  }
  // The document that is evaluated is not here.
  settings.set("main", Value::string(""));
  settings.erase("expression");
  constexpr std::string_view codes[] = {"workspace-key", "workspace-type", "unknown-option"};
  List problems;
  const Map checked = asked({{"ask", Value::string("check")}, {"workspace", Value::map(settings)}});
  for (const Value& one : list_of(checked, "diagnostics")) {
    Map found = one.as_map();
    if (std::find(std::begin(codes), std::end(codes), text_of(found, "code")) == std::end(codes)) continue;
    found.set("span", span_of(text, named_in(text_of(found, "message"))));
    problems.push_back(Value::map(std::move(found)));
  }
  return problems;
}

}  // namespace evalground::language_server
