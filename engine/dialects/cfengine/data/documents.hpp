// Files and the formats that functions read from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::cfengine {

// The content of a file at an absolute path; nothing when absent.
std::optional<std::string_view> file_text(const Context& context, std::string_view path);

// True when a folder has that path. Functions that open a file read it as empty text.
bool is_folder(const Context& context, std::string_view path);

// A single-line text without its line end; other texts unchanged. This is how the functions that read whole files
// return them.
std::string_view without_single_line_end(std::string_view text);

// The first `most` bytes, or all of them when that is 0.
std::string_view first_bytes(std::string_view text, std::int64_t most);

struct YamlReading {
  Value value;          // undefined when absent
  std::string mistake;  // empty if the text is valid
};
// Reads YAML by the language's rules: YAML 1.1's words for booleans, decimal numbers without leading zeros, keys as
// text, aliases dropped. Only the first document counts. If it is invalid, the value is the part before the error.
YamlReading read_yaml(std::string_view text, Budget& budget);

struct CsvReading {
  std::uint64_t most_bytes = ~0ULL;  // stops before the first record that, with its line end, goes beyond this
  bool has_comments = false;         // ignores records that begin with "#"
};
// Records of RFC 4180 as a list of lists of texts. Only CRLF ends a record.
Value read_csv(std::string_view text, Budget& budget, const CsvReading& reading = {});

// `KEY=value` lines as a map of texts: quotes removed, comments and blank lines skipped. Lines beyond `most_bytes`, not
// counting line ends, are dropped.
Value read_env(std::string_view text, Budget& budget, std::uint64_t most_bytes = ~0ULL);

// The lines of a text without their line ends.
enum class LineEnd : std::uint8_t { any, newline };  // `newline`: a carriage return is part of its line
std::vector<std::string_view> lines_of(std::string_view text, LineEnd ends = LineEnd::any);

}  // namespace evalground::cfengine
