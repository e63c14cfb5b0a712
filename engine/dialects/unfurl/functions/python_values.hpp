// Values on their way to a Python function and back, in the forms that wasm/python/bridge.py knows.
//
// Some values have no form in JSON: resources, bytes, non-finite numbers, maps with keys other than text. They are
// passed as {"$": form, …}.
#pragma once

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// The value as JSON, with lazy parts resolved. Sets `is_sensitive` if any part is secret.
Value to_python(Evaluator& evaluator, const Value& value, bool& is_sensitive);

// A value that Python returned. If it is sensitive, every part is marked, so that no part can be extracted unmarked.
// Throws Error for an unknown form.
Value from_python(Evaluator& evaluator, const Value& value, bool is_sensitive);

}  // namespace evalground::unfurl
