// JSON text as Python's json.dumps() writes it.
#pragma once

#include <string>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

struct JsonStyle {
  std::string indent;  // of one level; used where `is_indented`
  bool is_indented = false;
  bool sorts_keys = false;
  bool is_ascii = true;
  bool is_html_safe = false;  // < > & and ' of strings are escaped; the separators and the indent are taken as they are
  std::string item_separator = ", ";
  std::string key_separator = ": ";
};

// A text. Throws Error "type-error" for what JSON cannot hold.
Value python_json(Evaluator& evaluator, const Value& value, const JsonStyle& style);

}  // namespace evalground::jinja2
