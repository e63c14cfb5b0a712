#include "language_server/certain.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "language_server/message.hpp"

namespace evalground::language_server {
namespace {

// Codes of problems that the text alone has.
constexpr std::string_view certain_codes[] = {
    "bad-options",       "circular-condition", "delimiters",        "duplicate-body", "duplicate-bundle",
    "duplicate-name",    "invalid-condition",  "invalid-escape",    "invalid-merge",  "lexical-error",
    "parse-error",       "recursive-alias",    "recursive-include", "syntax",         "undefined-alias",
    "unknown-filter",    "unknown-function",   "unknown-lookup",    "unknown-method", "unknown-operator",
    "unknown-parameter", "unknown-resource",   "unknown-stage",     "unknown-test",   "workspace-key",
    "workspace-type",    "yaml-encoding",      "yaml-syntax"};

// Codes of values that are missing.
constexpr std::string_view value_codes[] = {"missing-input",    "missing-parameter", "null-value",
                                            "undefined",        "undefined-input",   "undefined-variable",
                                            "unknown-variable", "unresolved",        "unresolved-input"};

// Codes of names that a program around the engine may add.
constexpr std::string_view extensible_codes[] = {"unknown-filter", "unknown-function", "unknown-lookup",
                                                 "unknown-method", "unknown-test"};

template <std::size_t size>
bool holds(const std::string_view (&codes)[size], std::string_view code) {
  return std::find(std::begin(codes), std::end(codes), code) != std::end(codes);
}

}  // namespace

std::string_view named_in(std::string_view message) {
  const std::size_t begin = message.find_first_of("'\"");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = message.find(message[begin], begin + 1);
  return end == std::string_view::npos ? std::string_view() : message.substr(begin + 1, end - begin - 1);
}

bool is_about_missing_data(const Map& diagnostic) {
  return text_of(diagnostic, "message").starts_with("`$` is null");
}

// A plugin of the repository, a function that a program registers, or one of a collection.
bool Certain::is_defined_elsewhere(const Map& diagnostic) const {
  const std::string message = text_of(diagnostic, "message");
  const std::string_view name = named_in(message);
  if (name.find('.') != std::string_view::npos) return true;
  return !name.empty() && is_in_program_(name);
}

std::optional<Map> Certain::shown(Map diagnostic) {
  const std::string severity = text_of(diagnostic, "severity");
  if (severity != "error" && severity != "warning") return diagnostic;
  const std::string code = text_of(diagnostic, "code");
  const bool is_of_data = is_about_missing_data(diagnostic);
  if (holds(certain_codes, code) && !is_of_data) {
    // A program may also extend the tags of its templates.
    const bool is_tag = text_of(diagnostic, "message").starts_with("Encountered unknown tag");
    if (!is_tag && !holds(extensible_codes, code)) return diagnostic;
    if (is_defined_elsewhere(diagnostic)) return std::nullopt;
    // A name that resembles a known one is a slip. Any other may be defined by the program that uses the document.
    if (is_tag || list_of(diagnostic, "fixes").empty()) diagnostic.set("severity", Value::string("hint"));
    return diagnostic;
  }
  // A run for a host is about other documents.
  if (claim_.evaluates != Evaluates::document || is_part_) return std::nullopt;
  if (holds(value_codes, code) || is_of_data) {
    if (has_asked_) return std::nullopt;
    has_asked_ = true;
    if (is_of_data) {
      diagnostic.set("message", Value::string("`$` has no value here. A file of the same name that ends in `.json`, or "
                                              "`context.json`, is read as its data."));
      diagnostic.set("severity", Value::string("hint"));
      return diagnostic;
    }
    const std::string message = text_of(diagnostic, "message");
    const std::string_view stop = message.ends_with('.') || message.ends_with('?') ? "" : ".";
    diagnostic.set("message", Value::string(message + std::string(stop) + " Give it a value to see results."));
  }
  diagnostic.set("severity", Value::string("hint"));
  return diagnostic;
}

}  // namespace evalground::language_server
