// One request of language services: its workspace, what its texts name, and the position that it asks about.
//
//   {"ask": "hover", "workspace": {…}, "at": {"file": "main.yaml", "offset": 12}, "version": 7, "outcome": {…}}
//
// Positions are UTF-16 units from the start of the file, or `line` and `character` from 0; {"expression": 3} is one in
// the workspace's expression. `outcome` is that of the last run, where there was one: it was redacted when it was
// written, and nothing else that is secret is looked at.
#pragma once

#include <optional>
#include <string>

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"

namespace evalground {

class Question {
 public:
  // Throws Error "bad-request".
  Question(const Map& request, FindDialect find);

  const Map& request;
  FindDialect find;
  const Dialect* dialect;
  const Language* language;
  std::vector<Diagnostic> mistakes;  // of the workspace itself
  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;

  // The names of all files, read when first asked for; with all of their mentions, unless set otherwise before.
  const Reading& reading();
  Reading::Keeps keeps = Reading::Keeps::all;
  // The number of the file that the request names under `at` or `file`. Throws Error "bad-request".
  std::uint32_t file();
  // The number of the text of the workspace's expression. Invariant: there is one.
  std::uint32_t expression();
  // The position in bytes that it names. Throws Error "bad-request".
  std::uint32_t offset();
  bool has_position() const;
  // The byte where a range ends: an offset, or a line and character.
  std::uint32_t end_of(std::uint32_t file, const Value& to) const;

  // The smallest mention that holds the position; null when absent.
  const Mention* mention();
  // What a mention names in a catalogue; null when absent.
  const FunctionCatalogue::Entry* entry(const Mention& mention) const;
  // All entries of that name: the overloads.
  std::vector<const FunctionCatalogue::Entry*> entries(std::string_view kind, std::string_view name,
                                                       const FunctionCatalogue* catalogue) const;

  // {file, from, to, range: {start: {line, character}, end: …}}
  Value range(const Stretch& stretch) const;
  // The byte of a place in UTF-16 units.
  std::uint32_t byte_of(std::uint32_t file, std::uint64_t units) const;
  std::uint32_t byte_of(std::uint32_t file, std::uint64_t line, std::uint64_t character) const;
  std::string_view text(const Stretch& stretch) const;

  // A part of the last run's outcome; null when absent.
  const Value* outcome(std::string_view key) const;
  // A value for people: redacted, short.
  std::string shown(const Value& value, std::size_t most = 200) const;

 private:
  std::optional<Reading> reading_;
};

const Value& required(const Map& request, std::string_view key);

// Text between backticks, whatever it holds.
std::string code(std::string_view text);

}  // namespace evalground
