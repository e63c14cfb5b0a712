// One problem of a text: severity, code, sentence, place, the frames above it, and fixes.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

enum class Severity : std::uint8_t { error, warning, hint };

// "error", "warning", "hint"
std::string_view severity_name(Severity severity) noexcept;

// One frame above a problem: "in output 'url'".
struct Note {
  std::string message;
  OriginId where = 0;
};

// Replaces the text at each place.
struct Fix {
  struct Edit {
    OriginId where;
    std::string text;
  };
  std::string title;
  std::vector<Edit> edits;
};

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;     // stable: "unknown-function", "limit-steps"
  std::string message;  // one sentence that names the cause; never contains a sensitive value
  OriginId where = 0;
  std::vector<Note> notes;  // innermost first
  std::vector<Fix> fixes;
};

// A failure with its diagnostic. Everything from `value` up throws it.
class Error : public std::exception {
 public:
  explicit Error(Diagnostic diagnostic_) : diagnostic(std::move(diagnostic_)) {}
  Error(std::string code, std::string message, OriginId where = 0);

  const char* what() const noexcept override { return diagnostic.message.c_str(); }

  Diagnostic diagnostic;
};

// The diagnostic for an unknown name. If the text at `where` contains the name, the diagnostic marks exactly the name.
// With a `nearest` known name, the message suggests it, and a fix inserts it.
Diagnostic unknown_name(Sources& sources, OriginId where, std::string code, std::string message, std::string_view name,
                        std::string_view nearest);

// The diagnostic's notes, then the directives that included its file in the evaluated document, as far as the origins
// tell: a problem in an included file names every +include on the way.
std::vector<Note> notes_of(const Diagnostic& diagnostic, const Sources& sources);

// The diagnostic as shown on a terminal: "main.yaml:6:24: error: …" and a snippet, without colors.
std::string describe(const Diagnostic& diagnostic, const Sources& sources);

}  // namespace evalground
