// The blocks of a text: what an editor can fold, and what a growing selection takes. They are found by indentation,
// tags, brackets and comments. Only what stands alone on its lines counts, so an unfinished text is no problem.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace evalground::language_server {

// How a text shows its blocks.
enum class Layout : std::uint8_t {
  indented,  // YAML
  tagged,    // {% if %} … {% endif %}
  braced     // { … }, with sections that end with a colon
};

struct Block {
  std::uint32_t first;  // lines from 0, both included
  std::uint32_t last;
  bool is_comment = false;
};

// By their first line, outer ones first; at most one for each first line.
std::vector<Block> blocks(std::string_view text, Layout layout);

struct Span {
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
};

// What a growing selection takes, from the word at the offset to the whole text. Each span contains the one before.
std::vector<Span> selections(std::string_view text, Layout layout, std::uint32_t offset);

}  // namespace evalground::language_server
