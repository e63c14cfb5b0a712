// YAML text to trees: one per document, with ranges, styles, tags, anchors and comments.
//
// A tree is what the text shows, before anything is resolved: an alias is a node, `<<` a key, `1` a plain scalar. It
// serves whoever must find his way back to the text: messages, colours, and patching (data/patch), which writes a
// changed document without touching the rest. load.hpp makes values of it.
//
// Comments are not among libyaml's events. Between two events the text holds only blanks, indicators, properties and
// comments, so that a `#` behind a blank in such a gap begins one; it belongs to the node on its line, else to the
// next:
//
//   # before `port`
//   port: 80   # end of line, of the scalar 80
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
