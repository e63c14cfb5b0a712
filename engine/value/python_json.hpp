// Values in the format of Python's json.dumps() and json.loads().
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The arguments of json.dumps(), with Python's names.
struct PythonJsonStyle {
  std::optional<std::string> indent;  // one level; unset: everything on one line
  bool sort_keys = false;
  bool ensure_ascii = true;
  std::string_view item_separator = ", ";  // "," with an indent
  std::string_view key_separator = ": ";
  // The plain value of an object. When empty, or when it returns nothing, the object cannot be written.
  std::function<std::optional<Value>(const Value& object)> plain;
};

// The JSON text, charged to the budget's output. Tuples are arrays. NaN and infinities have Python's form. Throws Error
// "type-error" with Python's message for sets, bytes, objects and keys that are not scalars, and for keys that cannot
// be sorted.
std::string python_json(const Value& value, Budget& budget, const PythonJsonStyle& style = {});

// Like parse_json(), but the last value of a duplicate key counts, at the position of the first.
Value parse_json_last_wins(std::string_view text, Budget& budget);

}  // namespace evalground
