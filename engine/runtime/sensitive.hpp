// The mark of sensitive values: outcomes show them as <<REDACTED>>.
#pragma once

#include "runtime/context.hpp"

namespace evalground {

// The value with the mark of what is secret, if it is of a kind that can have it: text, bytes, and what holds others.
// No message shows its texts.
Value marked_sensitive(Context& context, Value value, SecretTexts::Kind kind = SecretTexts::Kind::given);

// Whether the value, or a part or key of it, is marked.
bool holds_sensitive(const Value& value, Budget& budget);

// Hides what `what` ("a template") says of its work on a secret: the texts of a message carry no mark, so that nobody
// can tell which of them show the secret, or a part of it. Code and place stay.
void hide_message(Diagnostic& diagnostic, std::string_view what);

}  // namespace evalground
