// Values as Python's json.dumps() writes them and json.loads() reads them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The arguments of json.dumps() under Python's names.
struct PythonJsonStyle {
  std::optional<std::string> indent;  // what a level adds; nothing: all on one line
  bool sort_keys = false;
  bool ensure_ascii = true;
  std::string_view item_separator = ", ";  // "," where there is an indent
  std::string_view key_separator = ": ";
  // The plain value that stands for an object; when empty, or when it gives nothing, objects cannot be written.
  std::function<std::optional<Value>(const Value& object)> plain;
};

// The JSON text, charged to the budget's output. Tuples are arrays, NaN and infinities are written as Python does.
// Throws Error "type-error" with Python's sentence for sets, bytes, objects and keys that are no scalars, and for keys
// that cannot be sorted.
std::string python_json(const Value& value, Budget& budget, const PythonJsonStyle& style = {});

// As parse_json(), but of a key that appears twice in one object the last value counts, at the place of the first.
Value parse_json_last_wins(std::string_view text, Budget& budget);

}  // namespace evalground
