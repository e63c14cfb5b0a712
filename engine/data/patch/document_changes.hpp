// Changes of a document as a list: `{"path": "/a/b", "value": v}` or `{"path": "/a/b", "delete": true}`, in order.
#pragma once

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The document after these changes. A path is a JSON pointer; what holds its last part must be there, and that part
// itself where it is deleted. A list takes an index, or its length or `-` for one more item. Throws Error
// "invalid-change", which names the change by its number.
Value apply_changes(Value document, const List& changes, Budget& budget);

// The changes that make one document of another, as deep as maps and lists of one length correspond.
List changes_between(const Value& before, const Value& after, Budget& budget);

}  // namespace evalground
