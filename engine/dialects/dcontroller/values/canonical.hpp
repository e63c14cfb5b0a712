// The canonical JSON of a value, used to compare and hash documents.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::dcontroller {

// No spaces, keys in byte order, numbers in Go's format (2.0 as "2"), `<`, `>` and `&` escaped. Throws Error
// "not-finite" for infinities and NaN, LimitError (memory).
std::string canonical_json(const Value& value, Budget& budget);

// The key that identifies a document: the digest of its canonical JSON, which is shorter than the JSON.
std::string document_key(const Value& value, Budget& budget);

// The digest by which the controller of 2026 orders documents: 128 bits of FNV-1a of the canonical JSON, in
// hexadecimal.
std::string order_digest(const Value& value, Budget& budget);

// The sixteen characters that `@hash` of 2026 returns: from the SHA-256 of the canonical JSON, in hexadecimal.
std::string long_hash(const Value& value, Budget& budget);

// The six characters that `@hash` returns: from the MD5 of the canonical JSON, in base 36.
std::string short_hash(const Value& value, Budget& budget);

}  // namespace evalground::dcontroller
