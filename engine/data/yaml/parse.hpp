// YAML text to trees: one per document, with ranges, styles, tags, anchors and comments.
#pragma once

#include <cstdint>
#include <vector>

#include "base/arena.hpp"
#include "base/budget.hpp"
#include "data/yaml/node.hpp"
#include "source/sources.hpp"

namespace evalground {

struct Document {
  std::uint32_t file;
  Arena arena;           // of all below
  const YamlNode* root;  // never null: an empty document is an empty plain scalar
  YamlVersion version;   // of its %YAML directive
  std::uint32_t anchor_count = 0;
  std::vector<YamlComment, CountingAllocator<YamlComment>> comments;  // by position
};

// The tree of a file that holds at most one document. Throws Error with its place: "yaml-encoding",
// "yaml-syntax", "limit-depth", "undefined-alias", "recursive-alias" (an alias within what it stands for), or
// "several-documents".
Document parse_yaml(Sources& sources, std::uint32_t file, Budget& budget);

// The trees of all documents of a file; none for a file without content. Throws the same errors but the last.
std::vector<Document> parse_yaml_stream(Sources& sources, std::uint32_t file, Budget& budget);

}  // namespace evalground
