// JSON text to values and back: the boundary at which workspaces, outcomes and JSON documents cross.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The value of a JSON text. Key order is kept, integers are exact (past 64 bits a BigInteger). Throws Error with line
// and column in the message: "json-syntax", "duplicate-key", "integer-out-of-range" for an integer of several thousand
// digits, or "number-out-of-range" for a real number past a double. Throws LimitError when nested deeper than the
// budget allows.
Value parse_json(std::string_view text, Budget& budget);

// The same, but what is nested deeper than the budget allows is null. `cut` is set where there is such a thing: to the
// key of the outermost map that holds it, or undefined.
Value parse_json_cut(std::string_view text, Budget& budget, std::optional<Value>& cut);

struct JsonStyle {
  int indent = 0;  // spaces per level, as Python's json.dumps(indent=n); 0: all on one line without spaces
};

// The JSON text of a value, without a final newline; charged to the budget's output. Text is kept as UTF-8,
// bytes that are not UTF-8 become U+FFFD; real numbers are written as Python does ("1.0", "1e+16"), those
// that are not finite as null; undefined is null, tuples and sets are arrays, bytes are {"base64": "…"}; keys
// that are not text are written as Python's json does ("1", "true", "null"). Throws Error "json-unwritable"
// for objects and for other keys.
std::string write_json(const Value& value, Budget& budget, JsonStyle style = {});

// Adds a text as a JSON string, as write_json() writes it.
void append_json_string(std::string& json, std::string_view text);

}  // namespace evalground
