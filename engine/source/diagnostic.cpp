#include "source/diagnostic.hpp"

#include "base/text/text.hpp"

namespace evalground {
namespace {

// Frames that a problem shows: those next to it, and those at the beginning.
constexpr std::size_t innermost_notes = 16;
constexpr std::size_t outermost_notes = 4;

std::string place_of(OriginId where, const Sources& sources) {
  if (where == 0) return {};
  const Origin& origin = sources.origin(where);
  const Position position = sources.position(origin.file, origin.begin);
  return sources.path(origin.file) + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ";
}

// The directives that led an origin from one file into another, innermost first.
std::vector<Note> inclusions(OriginId where, const Sources& sources) {
  std::vector<Note> notes;
  while (where != 0) {
    const Origin& origin = sources.origin(where);
    if (origin.overrides || origin.previous == 0) break;
    if (sources.origin(origin.previous).file != origin.file) {
      notes.push_back({"through \"" + std::string(sources.text_of(origin.previous)) + "\"", origin.previous});
    }
    where = origin.previous;
  }
  return notes;
}

// False for names that YAML could read as something else, quoted or not.
bool is_plain(std::string_view name) {
  return name.find_first_of(" \t\r\n\"'#,[]{}\\") == std::string_view::npos && !name.ends_with(':');
}

}  // namespace

Diagnostic unknown_name(Sources& sources, OriginId where, std::string code, std::string message, std::string_view name,
                        std::string_view nearest) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.where = where;
  const auto place = sources.find_name(where, name);
  if (place) diagnostic.where = sources.add(*place);
  if (nearest.empty() || nearest == name) return diagnostic;
  diagnostic.message += " Did you mean " + quote(nearest) + "?";
  if (place && is_plain(nearest)) {
    diagnostic.fixes.push_back({"Change to " + quote(nearest), {{diagnostic.where, std::string(nearest)}}});
  }
  return diagnostic;
}

std::vector<Note> notes_of(const Diagnostic& diagnostic, const Sources& sources) {
  std::vector<Note> notes = diagnostic.notes;
  std::vector<Note> through = inclusions(diagnostic.where, sources);
  for (const Note& note : diagnostic.notes) {
    if (through.empty()) through = inclusions(note.where, sources);
  }
  notes.insert(notes.end(), through.begin(), through.end());
  // What nests deeply has hundreds of frames, each with a line of the text.
  if (notes.size() <= innermost_notes + outermost_notes) return notes;
  const std::size_t left_out = notes.size() - innermost_notes - outermost_notes;
  const auto first = notes.begin() + static_cast<std::ptrdiff_t>(innermost_notes);
  notes.erase(first + 1, first + static_cast<std::ptrdiff_t>(left_out));
  notes[innermost_notes] = {"and " + std::to_string(left_out) + " more of these", 0};
  return notes;
}

std::string_view severity_name(Severity severity) noexcept {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::hint: return "hint";
  }
  return {};
}

Error::Error(std::string code, std::string message, OriginId where) {
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.where = where;
}

std::string describe(const Diagnostic& diagnostic, const Sources& sources) {
  std::string text = place_of(diagnostic.where, sources);
  text += std::string(severity_name(diagnostic.severity)) + ": " + diagnostic.message + "\n";
  if (diagnostic.where != 0) text += sources.snippet(diagnostic.where);
  for (const Note& note : notes_of(diagnostic, sources)) {
    text += place_of(note.where, sources) + "note: " + note.message + "\n";
    if (note.where != 0) text += sources.snippet(note.where);
  }
  return text;
}

}  // namespace evalground
