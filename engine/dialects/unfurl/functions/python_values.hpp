// Values on their way to a Python function and back, in the forms that wasm/python/bridge.py knows.
//
// JSON has no form for some values: resources, bytes, numbers that are not finite, maps with other keys than text. They
// travel as {"$": form, …}.
#pragma once

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// The value without laziness, as JSON can say it. `is_sensitive` becomes true when there is anything secret in it.
Value to_python(Evaluator& evaluator, const Value& value, bool& is_sensitive);

// A value that Python returned. Of a sensitive one every part is marked, so that none can be taken out of it unmarked.
// Throws Error for an unknown form.
Value from_python(Evaluator& evaluator, const Value& value, bool is_sensitive);

}  // namespace evalground::unfurl
