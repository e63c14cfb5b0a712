// One request for language services: its workspace, the names in its texts, and the position.
//
//   {"ask": "hover", "workspace": {…}, "at": {"file": "main.yaml", "offset": 12}, "version": 7, "outcome": {…}}
//
// Positions are UTF-16 units from the start of the file, or `line` and `character` from 0. {"expression": 3} is a
// position in the workspace's expression. `outcome` comes from the last run, if there was one. It was redacted when it
// was written, and nothing else that is secret is read.
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
  std::vector<Diagnostic> mistakes;  // errors in the workspace itself
  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;

  // The names in all files, read on first use. Contains all mentions, unless set otherwise before: those that define,
  // or besides them those of one file.
  const Reading& reading();
  Reading::Keeps keeps = Reading::Keeps::all;
  std::optional<std::uint32_t> only = {};
  // The number of the file under `at` or `file` in the request. Throws Error "bad-request".
  std::uint32_t file();
  // The source number of the workspace's expression. Invariant: the workspace has an expression.
  std::uint32_t expression();
  // The requested position as a byte offset. Throws Error "bad-request".
  std::uint32_t offset();
  bool has_position() const;
  // The byte offset of the end of a range: an offset, or a line and character.
  std::uint32_t end_of(std::uint32_t file, const Value& to) const;

  // The smallest mention that contains the position; null when absent.
  const Mention* mention();
  // The catalogue entry that a mention names; null when absent.
  const FunctionCatalogue::Entry* entry(const Mention& mention) const;
  // All entries of that name, including overloads.
  std::vector<const FunctionCatalogue::Entry*> entries(std::string_view kind, std::string_view name,
                                                       const FunctionCatalogue* catalogue) const;

  // {file, from, to, range: {start: {line, character}, end: …}}
  Value range(const Stretch& stretch) const;
  // The byte offset of a place in UTF-16 units.
  std::uint32_t byte_of(std::uint32_t file, std::uint64_t units) const;
  std::uint32_t byte_of(std::uint32_t file, std::uint64_t line, std::uint64_t character) const;
  std::string_view text(const Stretch& stretch) const;

  // A part of the last run's outcome; null when absent.
  const Value* outcome(std::string_view key) const;
  // A value for display: redacted, short.
  std::string shown(const Value& value, std::size_t most = 200) const;

 private:
  std::optional<Reading> reading_;
};

const Value& required(const Map& request, std::string_view key);

// Text as inline code in Markdown, even if it contains backticks.
std::string code(std::string_view text);

}  // namespace evalground
