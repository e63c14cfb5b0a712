// Requests why a value is missing, false or null: which condition decided it, with the values that it compared, and
// the smallest changes that would turn it.
#pragma once

#include "runtime/dialect.hpp"
#include "shrink/trials.hpp"

namespace evalground::changing {

// {"why": workspace, "path": …, "trials": 40?, "time_ms": 2000?} gives {ok, path, now?, missing?, asks, reasons,
// trials, untried, bound?, ms} (docs/change.md). The path is one of the result, of the data or of a document, or a line
// of a text, "page.j2:5". Throws Error "bad-request".
Map why(const Map& request, const Map& workspace, const Dialect& dialect, shrinking::Evaluate evaluate, Host& host,
        Budget& budget);

}  // namespace evalground::changing
