// JSON text to values and back: the format of workspaces, outcomes and JSON documents.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The value of a JSON text. Key order is kept. Integers are exact (beyond 64 bits a BigInteger). Throws Error with line
// and column in the message: "json-syntax", "duplicate-key", "integer-out-of-range" for an integer of several thousand
// digits, or "number-out-of-range" for a real number beyond a double. Throws LimitError when nested deeper than the
// budget allows.
Value parse_json(std::string_view text, Budget& budget);

// Like parse_json(), but values nested deeper than the budget allows become null. Then `cut` is set to the key of the
// outermost map that contains one, or to undefined.
Value parse_json_cut(std::string_view text, Budget& budget, std::optional<Value>& cut);

struct JsonStyle {
  int indent = 0;  // spaces per level, like Python's json.dumps(indent=n); 0: on one line without spaces
  bool refuses_not_finite = false;  // an error "not-finite" for infinite numbers and NaN, instead of null
};

// The JSON text of a value, without a final newline, charged to the budget's output. Invalid UTF-8 becomes U+FFFD. Real
// numbers have Python's format ("1.0", "1e+16"), non-finite ones are null. Undefined is null, tuples and sets are
// arrays, bytes are {"base64": "…"}. Keys other than text have the format of Python's json ("1", "true", "null").
// Throws Error "json-unwritable" for objects, for other keys, and for two keys with one text ({1: a, "1": b}).
std::string write_json(const Value& value, Budget& budget, JsonStyle style = {});

// Adds a text as a JSON string, in the format of write_json().
void append_json_string(std::string& json, std::string_view text);

}  // namespace evalground
