// Language services: answers one request, without evaluating.
#pragma once

#include <string>
#include <string_view>

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"

namespace evalground {

// {"ask": "check", "workspace": …}: {diagnostics, outline, tokens} of a workspace as it stands.
// {"ask": "parse", "text": …}: YAML as JSON, {ok, value, diagnostics}.
// {"ask": "changes", "before": …, "after": …}: of two YAML texts the `changes` that make the one map of the other, in
// the same form.
// {"ask": "change", "before": …, "changes": […]}: the YAML text that the changes make of a YAML text, in the same form.
// {"ask": "port", "workspace": …, "to": "2.21"}: {diagnostics}: what a move to that version of the reference asks of
// the workspace's main text.
// {"ask": …, "workspace": …, "at": …}: {ok, version, value} of complete, hover, signature, definition, references,
// rename, symbols, tokens, inlay, explain, format and code_actions (docs/language-services.md).
// Throws Error "bad-request" for anything else.
std::string answer(const Value& request, FindDialect find);

}  // namespace evalground
