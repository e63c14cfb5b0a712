// Changes of a document as a list: `{"path": "/a/b", "value": v}` or `{"path": "/a/b", "delete": true}`, in order.
#pragma once

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The document after these changes. A path is a JSON pointer. The container of its last part must exist, and for a
// deletion also the part itself. A list accepts an index, or its length or `-` to append. Throws Error "invalid-change"
// with the number of the change.
Value apply_changes(Value document, const List& changes, Budget& budget);

// The changes from one document to the other, as deep as maps, and lists of the same length, correspond.
List changes_between(const Value& before, const Value& after, Budget& budget);

}  // namespace evalground
