// The tree of a YAML document: its text and places, before plain scalars, tags or merge keys are interpreted.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace evalground {

enum class YamlStyle : std::uint8_t { plain, single_quoted, double_quoted, literal, folded, block, flow };

// The version in a %YAML directive; 0.0 when absent.
struct YamlVersion {
  int major = 0;
  int minor = 0;
};

struct YamlNode;
struct YamlPair {
  const YamlNode* key;
  const YamlNode* value;
};

// The tag and anchor of a node. Few nodes have any.
struct YamlProperties {
  std::string_view tag;         // in full: "tag:yaml.org,2002:str", "!vault", "!"; empty when absent
  std::string_view anchor;      // without &; empty when absent
  std::uint32_t anchor_number;  // from 0 in each document, for tables of anchored nodes
};

struct YamlNode {
  enum class Kind : std::uint8_t { scalar, sequence, mapping, alias };
  Kind kind;
  YamlStyle style;
  // Bytes, half open, including anchor and tag. A block collection ends with its last child, a block scalar with its
  // last line's text. An absent scalar is empty.
  std::uint32_t begin;
  std::uint32_t end;
  const YamlProperties* properties;  // null without tag and anchor
  union {
    std::string_view text = {};              // of a scalar, unescaped
    std::span<const YamlNode* const> items;  // of a sequence
    std::span<const YamlPair> pairs;         // of a mapping
    const YamlNode* target;                  // of an alias: the anchored node, which never contains the alias
  };

  std::string_view tag() const { return properties == nullptr ? std::string_view() : properties->tag; }
  std::string_view anchor() const { return properties == nullptr ? std::string_view() : properties->anchor; }
  bool is_plain_scalar() const { return kind == Kind::scalar && style == YamlStyle::plain; }
};

// A comment from its # to the end of its line.
struct YamlComment {
  enum class Place : std::uint8_t {
    before,       // on a line of its own, before the node
    end_of_line,  // after the node, or after the indicator that follows it
    after         // on a line of its own at the end of the document, after its last node
  };
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
  Place place;
  const YamlNode* node;  // null for an empty document
};

}  // namespace evalground
