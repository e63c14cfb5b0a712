// YAML text to trees, one per document, with ranges, styles, tags, anchors and comments.
//
// A tree shows the text before anything is resolved: an alias is a node, `<<` a key, `1` a plain scalar. It is used
// where values must be related to the text: messages, colors, and patching (data/patch), which changes a document
// without touching the rest. load.hpp converts it to values.
//
// Comments are not among libyaml's events. Between two events, the text contains only blanks, indicators, properties
// and comments. So a `#` after a blank in such a gap begins a comment. It belongs to the node on its line, else to the
// next node:
//
//   # before `port`
//   port: 80   # end of line, of the scalar 80
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/arena.hpp"
#include "base/budget.hpp"
#include "data/yaml/node.hpp"
#include "source/sources.hpp"

namespace evalground {

struct Document {
  std::uint32_t file;
  Arena arena;           // owns everything below
  const YamlNode* root;  // never null: an empty document is an empty plain scalar
  YamlVersion version;   // of its %YAML directive
  std::uint32_t anchor_count = 0;
  std::optional<std::uint32_t> tab = std::nullopt;  // the first one that separates tokens, or that plain text contains
  std::vector<YamlComment, CountingAllocator<YamlComment>> comments;  // by position
};

// The tree of a file with at most one document. Throws Error with its place: "yaml-encoding", "yaml-syntax",
// "limit-depth", "undefined-alias", "recursive-alias" (an alias within its own anchored node), or "several-documents".
Document parse_yaml(Sources& sources, std::uint32_t file, Budget& budget);

// The trees of all documents of a file; empty for a file without content. Throws the same errors except the last.
std::vector<Document> parse_yaml_stream(Sources& sources, std::uint32_t file, Budget& budget);

}  // namespace evalground
