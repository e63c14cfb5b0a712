#include "source/diagnostic.hpp"

namespace evalground {
namespace {

std::string place_of(OriginId where, const Sources& sources) {
  if (where == 0) return {};
  const Origin& origin = sources.origin(where);
  const Position position = sources.position(origin.file, origin.begin);
  return sources.path(origin.file) + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ";
}

}  // namespace

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
  for (const Note& note : diagnostic.notes) {
    text += place_of(note.where, sources) + "note: " + note.message + "\n";
    if (note.where != 0) text += sources.snippet(note.where);
  }
  return text;
}

}  // namespace evalground
