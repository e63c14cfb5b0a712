// Language services: answers one request without evaluating.
#pragma once

#include <string>
#include <string_view>

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"

namespace evalground {

// {"ask": "check", "workspace": …}: {diagnostics, outline, tokens} of a workspace.
// {"ask": "parse", "text": …}: YAML as JSON, {ok, value, diagnostics}.
// {"ask": "changes", "before": …, "after": …}: the `changes` from the map in one YAML text to that in the other, in the
// same form.
// {"ask": "change", "before": …, "changes": […]}: a YAML text with the changes applied, in the same form.
// With "keepsText": true, everything else in the text stays as it was: comments, quotes, order.
// {"ask": "port", "workspace": …, "to": "2.21"}: {diagnostics}: what must change in the workspace's main document for
// that version of the reference.
// {"ask": …, "workspace": …, "at": …}: {ok, version, value} of complete, hover, signature, definition, references,
// rename, symbols, tokens, inlay, explain, format and code_actions (docs/language-services.md).
// Throws Error "bad-request" for anything else.
std::string answer(const Value& request, FindDialect find);

}  // namespace evalground
