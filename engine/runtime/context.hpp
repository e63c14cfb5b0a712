// Everything that an evaluation can access. A dialect can reach nothing else.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/crypto/random.hpp"
#include "base/regex/regex.hpp"
#include "runtime/clock.hpp"
#include "runtime/decisions.hpp"
#include "runtime/files.hpp"
#include "runtime/host.hpp"
#include "runtime/option.hpp"
#include "runtime/provenance.hpp"
#include "runtime/secrets.hpp"
#include "runtime/trace.hpp"
#include "runtime/workspace.hpp"

namespace evalground {

// The names in `sources` of texts that are not files: the expression, and the names of inputs.
inline constexpr std::string_view expression_path = "<expression>";
inline constexpr std::string_view input_path = "<input>";

// The state that a dialect keeps for a later request for the outline: its resource tree, its scopes.
class DialectState {
 public:
  virtual ~DialectState() = default;
};

// A name that an evaluation reads and no document or input defines.
struct Ask {
  std::string_view key;  // the workspace's key that could define it: "inputs", "vars", "env", "secrets", "attributes"
  std::string name;
  OriginId where;
  std::string owner;  // for an attribute: the resource that should have it
};

class Context {
 public:
  // The references must outlive the context.
  Context(const Workspace& workspace, const RunOptions& options, Host& host);

  const Workspace& workspace;
  const RunOptions& options;
  Host& host;
  Sources sources;
  Files files;
  Clock clock;
  const std::int64_t seed;  // the workspace's, or a new one, which the outcome reports
  Random random;
  Budget budget;
  RegexCache regexes;
  Trace trace;
  Provenance provenance;
  Decisions decisions;
  std::vector<Diagnostic> diagnostics;
  std::vector<Ask> asks;  // in order of evaluation, each name of a key once
  SecretTexts secrets;    // those of the workspace, and texts that an evaluation marks or decrypts
  std::unique_ptr<DialectState> state;
  // The place that is being evaluated. Evaluators set it, and the error that ends the evaluation is reported there.
  OriginId here = 0;
  std::uint64_t cache_hits = 0;  // how often a lazily evaluated value was read again

  bool quirks() const { return quirks_; }
  // The number in `sources` of the pseudo-file for the expression's text ("<expression>"), created on first use.
  std::uint32_t expression_source(std::string text);
  // An origin for a value that came from a key of the workspace instead of a text: inputs, env, vars, secrets.
  OriginId origin_of_input(Via via, std::string_view name);

  // True when the place is in a text. The name of an input is not.
  bool is_in_text(OriginId where) const;

  // Adds the error that ended the evaluation or a part of it, once, at a place in a text.
  void report(Diagnostic problem);
  [[noreturn]] void fail(OriginId where, std::string_view code, std::string message) const;
  // Fails for an unknown name, with the diagnostic of unknown_name().
  [[noreturn]] void fail_name(OriginId where, std::string_view code, std::string message, std::string_view name,
                              std::string_view nearest);
  // Adds a warning once: repeated evaluations do not repeat it.
  void warn(OriginId where, std::string_view code, std::string message);
  void warn_name(OriginId where, std::string_view code, std::string message, std::string_view name,
                 std::string_view nearest);
  // Adds a hint for an unknown name that is not an error in itself: a value that is silently null.
  void hint_name(OriginId where, std::string_view code, std::string message, std::string_view name,
                 std::string_view nearest);
  // Warns of each option of the workspace that is not among the known ones.
  void warn_of_unknown_options(std::span<const Option> known);
  // Records that `name` is read at `where` and undefined. `key` has static lifetime.
  void ask(std::string_view key, std::string_view name, OriginId where, std::string_view owner = {});

 private:
  void note_once(Severity severity, OriginId where, std::string_view code, std::string message, std::string_view name,
                 std::string_view nearest);

  bool quirks_;
  std::optional<std::uint32_t> expression_source_;
  std::unordered_set<std::string> warned_;  // place and message of each warning
};

// The place in a text for the error that ended the evaluation: `where`, else the place of evaluation, else the
// beginning of the document or of the expression.
OriginId place_in_text(OriginId where, Context& context);

// Calls f. An Error that passes gets a note ("in output 'url'") and, if it has no place, this one.
template <class F>
auto in_frame(OriginId where, std::string_view what, std::string_view name, F&& f) -> decltype(f()) {
  try {
    return std::forward<F>(f)();
  } catch (Error& error) {
    Diagnostic& diagnostic = error.diagnostic;
    if (diagnostic.where == 0) {
      diagnostic.where = where;
    }
    std::string message(what);
    if (!name.empty()) message.append(" \"").append(name).append("\"");
    diagnostic.notes.push_back({std::move(message), where});
    throw;
  }
}

// The only place where a language construct catches a failure (`default`, `??`, `strict: false`). Returns f's value, or
// otherwise(error). LimitError and Pending pass.
template <class F, class Otherwise>
auto recover(F&& f, Otherwise&& otherwise) -> decltype(f()) {
  try {
    return std::forward<F>(f)();
  } catch (const Error& error) {
    return std::forward<Otherwise>(otherwise)(error);
  }
}

}  // namespace evalground
