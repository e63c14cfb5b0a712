#include "runner/check.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace evalground::runner {
namespace {

using Json = nlohmann::ordered_json;

// Objects compare without regard to order. An integer equals a float of the same value unless `exact`.
bool matches(const Json& expected, const Json& actual, bool exact) {
  if (expected.is_number() && actual.is_number()) {
    if (exact && expected.is_number_float() != actual.is_number_float()) return false;
    return expected == actual;
  }
  if (expected.type() != actual.type()) return false;
  if (expected.is_array()) {
    return std::equal(expected.begin(), expected.end(), actual.begin(), actual.end(),
                      [&](const Json& a, const Json& b) { return matches(a, b, exact); });
  }
  if (expected.is_object()) {
    if (expected.size() != actual.size()) return false;
    return std::all_of(expected.items().begin(), expected.items().end(), [&](const auto& item) {
      const auto found = actual.find(item.key());
      return found != actual.end() && matches(item.value(), *found, exact);
    });
  }
  return expected == actual;
}

std::string shown(const Json& value) {
  constexpr std::size_t most = 4000;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most) text = text.substr(0, most) + "… (" + std::to_string(text.size()) + " bytes)";
  return text;
}

std::string difference(std::string_view what, const Json& expected, const Json* actual) {
  return std::string(what) + "\n  expected: " + shown(expected) +
         "\n  actual:   " + (actual == nullptr ? "(absent)" : shown(*actual)) + "\n";
}

const Json* member(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The messages of all errors, one per line.
std::string errors_of(const Json& outcome) {
  std::string messages;
  const Json* diagnostics = member(outcome, "diagnostics");
  if (diagnostics != nullptr) {
    for (const Json& diagnostic : *diagnostics) {
      if (diagnostic.value("severity", "") != "error") continue;
      messages += diagnostic.value("message", "") + "\n";
      if (const Json* related = member(diagnostic, "related")) {
        for (const Json& note : *related) messages += "  " + note.value("message", "") + "\n";
      }
    }
  }
  if (const Json* pending = member(outcome, "pending")) {
    for (const Json& request : *pending) {
      messages += "needs " + request.value("service", "") + " " + request.value("file", "") + "\n";
    }
  }
  return messages;
}

std::string check_error(const Json& expected, const Json& outcome) {
  const std::string messages = errors_of(outcome);
  if (outcome.value("ok", false)) {
    const Json* value = member(outcome, "value");
    return difference("error", expected, value);
  }
  if (const Json* fragment = expected.is_object() ? member(expected, "contains") : nullptr) {
    if (lower(messages).find(lower(fragment->get<std::string>())) == std::string::npos) {
      return "error\n  expected: a message with " + shown(*fragment) + "\n  actual:   " + messages;
    }
  }
  return {};
}

// Each listed class must be defined, each with a leading "!" must not.
std::string check_classes(const Json& expected, const Json* actual) {
  for (const Json& one : expected) {
    std::string name = one.get<std::string>();
    const bool wanted = !name.starts_with("!");
    if (!wanted) name.erase(0, 1);
    const bool is_defined = actual != nullptr && std::find(actual->begin(), actual->end(), Json(name)) != actual->end();
    if (is_defined != wanted) return difference("classes: " + one.get<std::string>(), expected, actual);
  }
  return {};
}

// Each entry of `expected` must be present and equal. Additional entries are ignored.
std::string check_entries(std::string_view what, const Json& expected, const Json* actual, bool exact) {
  for (const auto& [name, value] : expected.items()) {
    const Json* found = actual == nullptr ? nullptr : member(*actual, name);
    if (found == nullptr || !matches(value, *found, exact)) {
      return difference(std::string(what) + ": " + name, value, found);
    }
  }
  return {};
}

std::string check_files(const Json& expected, const Json& workspace, const Json& outcome) {
  const Json* written = member(outcome, "files");
  const Json* given = member(workspace, "files");
  for (const auto& [path, content] : expected.items()) {
    const Json* found = written == nullptr ? nullptr : member(*written, path);
    if (found == nullptr && given != nullptr) found = member(*given, path);
    if (found == nullptr || *found != content) return difference("files: " + path, content, found);
  }
  return {};
}

}  // namespace

std::string check(std::string_view case_json, std::string_view outcome_json) {
  const Json test = Json::parse(case_json, nullptr, false);
  const Json outcome = Json::parse(outcome_json, nullptr, false);
  if (test.is_discarded()) return "the case is no JSON\n";
  if (outcome.is_discarded() || !outcome.is_object())
    return "the outcome is no JSON object: " + std::string(outcome_json) + "\n";
  const Json* expect = member(test, "expect");
  if (expect == nullptr || !expect->is_object() || expect->empty()) return "the case expects nothing\n";
  const bool exact = test.value("exact", false);

  if (const Json* error = member(*expect, "error")) {
    if (std::string text = check_error(*error, outcome); !text.empty()) return text;
  } else if (!outcome.value("ok", false)) {
    return "the evaluation failed\n  expected: " + shown(*expect) + "\n  actual:   " + errors_of(outcome);
  }
  for (const auto& [key, wanted] : expect->items()) {
    const Json* actual = member(outcome, key);
    std::string text;
    if (key == "value" || key == "matches" || key == "reports") {
      if (actual == nullptr || !matches(wanted, *actual, exact)) text = difference(key, wanted, actual);
    } else if (key == "text") {
      if (actual == nullptr || *actual != wanted) text = difference(key, wanted, actual);
    } else if (key == "classes") {
      text = check_classes(wanted, actual);
    } else if (key == "variables" || key == "outputs") {
      text = check_entries(key, wanted, actual, exact);
    } else if (key == "sensitive") {
      const bool is_sensitive = actual != nullptr && !actual->empty();
      if (wanted.get<bool>() != is_sensitive) text = difference(key, wanted, actual);
    } else if (key == "files") {
      text = check_files(wanted, test, outcome);
    } else if (key != "error") {
      text = "the case expects an unknown \"" + key + "\"\n";
    }
    if (!text.empty()) return text;
  }
  return {};
}

}  // namespace evalground::runner
