// The mark of sensitive values: outcomes show them as <<REDACTED>>.
#pragma once

#include "runtime/context.hpp"

namespace evalground {

// Marks a secret value, if its kind can be marked: text, bytes, containers, and a number whose digits are a secret. No
// message shows its texts.
Value marked_sensitive(Context& context, Value value, SecretTexts::Kind kind = SecretTexts::Kind::given);

// True when the value, or a part or key of it, is marked.
bool holds_sensitive(const Value& value, Budget& budget);

// True when anything marked in the value is more than a text that the document itself declares: given by the workspace,
// decrypted, or computed from such a secret.
bool holds_given_secret(Context& context, const Value& value);

// Hides the message of `what` ("a template") about its work on a secret. The texts in a message carry no mark, so it is
// unknown which of them show the secret or a part of it. Code and place stay.
void hide_message(Diagnostic& diagnostic, std::string_view what);

// If `is_silent`, records no steps, hints and questions during its lifetime, because they would reveal a hidden value.
class Silence {
 public:
  Silence(Context& context, bool is_silent)
      : context_(context),
        pause_(context.trace, is_silent),
        is_silent_(is_silent),
        diagnostics_(context.diagnostics.size()),
        asks_(context.asks.size()) {}
  ~Silence() {
    if (!is_silent_) return;
    const auto cut = [](auto& list, std::size_t size) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
    };
    cut(context_.diagnostics, diagnostics_);
    cut(context_.asks, asks_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  Context& context_;
  Trace::Pause pause_;
  const bool is_silent_;
  const std::size_t diagnostics_;
  const std::size_t asks_;
};

}  // namespace evalground
