// Maps as JSON has them: every key is a text.
#pragma once

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::heat {

// The value with the text that Python's json.dumps writes for each other key, at any depth: `{1: {true: x}}`
// -> `{"1": {"true": x}}`. Of keys that become equal the later wins. Usually no key changes, and then nothing is
// copied.
Value with_text_keys(const Value& value, Budget& budget);

}  // namespace evalground::heat
