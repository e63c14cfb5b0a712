// One problem of a text: severity, code, sentence, place, the frames above it, and repairs.
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

// A repair: replaces the text at each place.
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
  std::string message;  // one sentence that names the offending thing; never a sensitive value
  OriginId where = 0;
  std::vector<Note> notes;  // innermost first
  std::vector<Fix> fixes;
};

// A failure with its diagnostic; thrown by everything from `value` up.
class Error : public std::exception {
 public:
  explicit Error(Diagnostic diagnostic_) : diagnostic(std::move(diagnostic_)) {}
  Error(std::string code, std::string message, OriginId where = 0);

  const char* what() const noexcept override { return diagnostic.message.c_str(); }

  Diagnostic diagnostic;
};

// Something that has no such name: where the text at `where` holds the name, the diagnostic stands at exactly that.
// When there is a `nearest` known name the message asks whether it was meant, and a fix puts it there.
Diagnostic unknown_name(Sources& sources, OriginId where, std::string code, std::string message, std::string_view name,
                        std::string_view nearest);

// The diagnostic's notes, then the directives by which its file came into the one that is evaluated, as far as the
// origins know them: a problem inside an included file names every +include on the way to it.
std::vector<Note> notes_of(const Diagnostic& diagnostic, const Sources& sources);

// The diagnostic as a terminal shows it: "main.yaml:6:24: error: …" and a snippet, without colours.
std::string describe(const Diagnostic& diagnostic, const Sources& sources);

}  // namespace evalground
