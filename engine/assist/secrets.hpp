// What of a workspace should not leave the machine, and the workspace without it.
#pragma once

#include <string>

#include "runtime/dialect.hpp"

namespace evalground {

// {"files": 3, "inputs": {"secret": [], "unread": []}, "findings": [{path, from, to, line, column, reason, name,
// what}]} for a request {workspace}. A finding's place is in the text that `path` leads to; without one it is a value
// without text.
//
// With `marks`, a list of {file, from, to}, these literals are declared secret too: a run found them to be.
//
// With `replace`, "declared", "all" or indices of findings, also "value": the workspace with placeholders for these;
// with `everywhere`, also where the same text stands elsewhere.
std::string secrets(const Map& request, FindDialect find);

}  // namespace evalground
