// Requests to make a workspace smaller, and to disguise it, while what it shows stays.
#pragma once

#include <string>

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"
#include "shrink/trials.hpp"

namespace evalground::shrinking {

// {"shrink": workspace, "keep": {path, value}?, "keep_error": code?, "disguise": boolean?, "lengths": boolean?,
// "time_ms": 3000?, "trials": number?}, or the same with "disguise": workspace in place of "shrink", gives {ok,
// workspace, kept, before, after, trials, ms, minimal, bound?, names?, stayed?} (docs/repro.md), or {ok: false,
// diagnostics}. Values of secrets are null in the workspace that comes out.
std::string answer(const Value& request, FindDialect find, Evaluate evaluate, Host& host);

}  // namespace evalground::shrinking
