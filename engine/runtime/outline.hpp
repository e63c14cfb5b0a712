// How a dialect describes its documents in addition to their values: colored ranges of text, and the resource tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

// A colored range of a file: "key", "string", "function", "variable", "operator", "directive", …
struct Token {
  std::uint32_t file;
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
  std::string_view kind;  // static lifetime
};

// Deeper levels of a resource tree are replaced by a note: a page cannot show more, and the JSON stays within the depth
// that every reader allows.
inline constexpr std::uint32_t most_outline_levels = 80;

// Statuses of nodes that mean: not used.
inline constexpr std::string_view unused_statuses[] = {"unused", "not reached", "skipped", "short-circuited",
                                                       "condition false"};

// One node of the resource tree; written to JSON as OutlineNode (wasm/src/types.ts).
struct OutlineNode {
  std::string id;
  std::string kind;  // "resource", "group", "attribute", …
  std::string name;
  std::string type;
  std::string path;    // in the dialect's notation
  std::string status;  // one of the statuses of the outline
  std::string value;   // short text, redacted
  std::string note;
  OriginId where = 0;
  OriginId set = 0;                // where another file sets the value of a parameter
  std::vector<std::string> reads;  // ids
  bool selectable = false;         // can be the current resource
  bool sensitive = false;          // a parameter whose value is secret
  std::vector<OutlineNode> children;
};

}  // namespace evalground
