// What libyaml finds wrong with a document, as a sentence that names the character and says what to write instead.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// libyaml's complaint about a document, with places in bytes.
struct YamlProblem {
  std::string_view text;     // of the document
  std::string_view words;    // "found character that cannot start any token"
  std::size_t at = 0;        // of the offending token
  std::string_view context;  // "while scanning an alias"; empty when absent
  std::size_t context_at = 0;
};

struct YamlComplaint {
  // Text to insert instead of the bytes from `begin` to `end`.
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string text;
  };
  std::string message;
  std::optional<Edit> edit = std::nullopt;  // of what the message says to write
};

YamlComplaint explain(const YamlProblem& problem);

// What to say when `{` at an offset begins a template, `a: {{ b }}`, which YAML reads as maps; nothing for other
// braces.
std::optional<YamlComplaint> template_complaint(std::string_view text, std::size_t at);

}  // namespace evalground
