// JSON text in the format of Python's json.dumps().
#pragma once

#include <string>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

struct JsonStyle {
  std::string indent;  // of one level; used if `is_indented`
  bool is_indented = false;
  bool sorts_keys = false;
  bool is_ascii = true;
  bool is_html_safe = false;  // escapes < > & and ' in strings, but not in separators and indent
  std::string item_separator = ", ";
  std::string key_separator = ": ";
};

// The text of a value. Throws Error "type-error" for a value that JSON cannot represent.
Value python_json(Evaluator& evaluator, const Value& value, const JsonStyle& style);

}  // namespace evalground::jinja2
