// Requests to change a value from its result: which places could make it the wanted one, and what else each would do.
#pragma once

#include <string>

#include "runtime/dialect.hpp"
#include "shrink/trials.hpp"

namespace evalground::changing {

// {"change": workspace, "path": …, "to": value, "trials": 40?, "time_ms": 2000?} gives {ok, path, now, to, candidates,
// trials, untried, bound?, ms} (docs/change.md). With `at`, {file, offset}, in place of a path and a value it gives
// {ok, path, now} of the value that the result shows on that line. {"why": workspace, …} is answered by why()
// (change/why.hpp). Throws Error "bad-request" and "nothing-to-change".
std::string answer(const Value& request, FindDialect find, shrinking::Evaluate evaluate, Host& host);

}  // namespace evalground::changing
