// The canonical JSON of a value, by which documents are told apart and hashed.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::dcontroller {

// No spaces, keys in the order of their bytes, numbers as Go writes them (2.0 as "2"), `<`, `>` and `&` escaped. Throws
// Error "not-finite" for infinities and NaN, LimitError (memory).
std::string canonical_json(const Value& value, Budget& budget);

// The key by which documents are told apart: the digest of the canonical JSON, which takes less room than the JSON
// itself.
std::string document_key(const Value& value, Budget& budget);

// The six characters that `@hash` gives: from the MD5 of the canonical JSON, in base 36.
std::string short_hash(const Value& value, Budget& budget);

}  // namespace evalground::dcontroller
